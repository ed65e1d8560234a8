import { expect, test, vi } from "vitest";
import { dropDraft, settleDraft, storedDraft, storeDraft } from "@/components/envs/file/opening/draft-store";
import {
  afterSave,
  afterSaveOfClosed,
  type OpenFile,
  type OpenFileState,
} from "@/components/envs/file/opening/open-file";
import { useOpenFile } from "@/components/envs/file/opening/use-open-file";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { cacheWith, hookIn } from "../../../support/components/rendered";

vi.mock("@/components/envs/editor/chunk", () => ({ saveFile: () => Promise.resolve({ savedAs: 2 }) }));

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

test("what was kept of a page that was left while its file was being saved no longer waits, but for what was typed since", async () => {
  vi.stubGlobal("window", { setTimeout: () => 1, clearTimeout: () => undefined });
  storeDraft("p", sent);
  // It is still kept when the answer comes: the page that sent it is gone by then.
  const { save } = hookIn(cacheWith(), () => useOpenFile("p", false, () => Promise.resolve()));
  expect(await save()).toBe(true);
  expect(storedDraft("p")).toBeUndefined();
  storeDraft("p", opened("env", "A=typed meanwhile"));
  settleDraft("p", sent, 2);
  expect(storedDraft("p")).toMatchObject({ draft: "A=typed meanwhile", saved: "A=sent", knownVersion: 2 });
  // Another file, another project's, or one that was read since.
  for (const [projectId, file] of [
    ["p", opened("env.local", "A=sent")],
    ["other", sent],
    ["p", { ...sent, knownVersion: 3 }],
  ] as const) {
    storeDraft(projectId, file);
    const kept = storedDraft(projectId);
    settleDraft("p", sent, 2);
    expect(storedDraft(projectId)).toBe(kept);
  }
  dropDraft();
  vi.unstubAllGlobals();
});
