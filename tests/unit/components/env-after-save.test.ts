import { expect, test } from "vitest";
import {
  afterSave,
  afterSaveOfClosed,
  type OpenFile,
  type OpenFileState,
} from "@/components/envs/file/opening/open-file";
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

test("a file that was chosen in place of one that is being saved is on top of what the vault has by then", () => {
  const chosen = { ...opened("env", "A=chosen"), from: "other.env" };
  const on = { ...chosen, saved: "A=sent", knownVersion: 2 };
  const [own, theirs] = [{ standing: 2 }, { standing: 3 }];
  expect(afterSaveOfClosed({ file: chosen }, sent, 2)).toEqual({ file: on });
  expect(afterSaveOfClosed({ file: chosen, saving: true }, sent, 2)).toEqual({ file: on, saving: true });
  // The list may have told of it before the answer.
  expect(afterSaveOfClosed({ file: chosen, conflict: own }, sent, 2)).toEqual({ file: on });
  expect(afterSaveOfClosed({ file: chosen, conflict: theirs }, sent, 2)).toEqual({ file: on, conflict: theirs });
});

test("what is open of the vault's own reading is not taken for what was saved", () => {
  const chosen = { ...opened("env", "A=chosen"), from: "other.env" };
  for (const file of [
    opened("env", "A=typed on the former text"),
    { ...chosen, knownVersion: 3 },
    { ...chosen, fileType: "env.local" as const },
  ]) {
    const last = { file };
    expect(afterSaveOfClosed(last, sent, 2)).toBe(last);
  }
  const closed = {};
  expect(afterSaveOfClosed(closed, sent, 2)).toBe(closed);
});
