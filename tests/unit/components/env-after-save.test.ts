import { expect, test } from "vitest";
import { afterSave, type OpenFile, type OpenFileState } from "@/components/envs/file/opening/open-file";
import type { EnvFileType } from "@/lib/contracts/vault/envs";

const opened = (fileType: EnvFileType, draft: string): OpenFile => ({
  fileType,
  saved: "",
  draft,
  knownVersion: 1,
  version: 1,
  from: undefined,
  concealed: false,
});
const sent = opened("env", "A=sent");
const answers: ((shown: OpenFile) => OpenFileState)[] = [
  (shown) => ({ file: { ...shown, saved: sent.draft, knownVersion: 2 } }),
  (shown) => ({ file: shown, conflict: { standing: 3 } }),
  (shown) => ({ file: shown, saveError: new Error("refused") }),
];

test("the answer to saving a file, be it an error, changes nothing once another file is open, or being opened", () => {
  for (const last of [{ file: opened("env.local", "B=other") }, { opening: "env.local" as const }, {}])
    for (const answer of answers) expect(afterSave(last, sent, answer)).toBe(last);
});

test("what was typed while a file was being saved stays, on top of what the vault has now", () => {
  const typed = opened("env", "A=typed meanwhile");
  for (const answer of answers) expect(afterSave({ file: typed, saving: true }, sent, answer)).toEqual(answer(typed));
});
