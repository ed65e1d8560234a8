import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { CliError } from "../../../packages/svc/src/cli-error";
import { scan } from "../../../packages/svc/src/commands/scan";
import { Fingerprints } from "../../../packages/svc/src/scan/fingerprints";
import { piecesOf, piecesOfFile } from "../../../packages/svc/src/scan/pieces";
import { cutFor, search } from "../../../packages/svc/src/scan/search";
import { callOf } from "../../support/programs/svc-call";

const document = (id: string) => ({
  id,
  name: "billing",
  environment: null,
  category: { name: "Deploy", keyType: "ssh", envVarName: null },
});
const documents = [document("e1"), document("e2")];
const filesOf = (projectId: string) => [
  { id: `${projectId}-f1`, fileType: "env" },
  { id: `${projectId}-f2`, fileType: "env.local" },
];
const vault = {
  exportVariables: (): Promise<unknown> => Promise.resolve({ variables: [], skipped: [] }),
  listEntries: (): Promise<unknown> => Promise.resolve(documents),
  revealEntry: (id: string): Promise<unknown> => Promise.resolve({ id, value: `canary-of-${id}` }),
  listEnvProjects: (): Promise<unknown> =>
    Promise.resolve([
      { id: "p1", name: "web" },
      { id: "p2", name: "shop" },
    ]),
  getEnvProject: (id: string): Promise<unknown> => Promise.resolve({ id, files: filesOf(id) }),
  revealEnvFile: (_: string, id: string): Promise<unknown> => Promise.resolve({ content: `A=canary-of-${id}\n` }),
};

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "scan-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function aScan(others: Partial<typeof vault>) {
  const folder = aFolder();
  writeFileSync(path.join(folder, "a.txt"), "canary-of-e2\ncanary-of-p2-f2\n");
  return callOf(scan, { args: [folder], vault: { ...vault, ...others } });
}

const refusal = (code: string) => Promise.reject(new CliError("refused", "The vault refused.", [], code));

test.each(["listEntries", "revealEntry", "listEnvProjects", "getEnvProject", "revealEnvFile"] as const)(
  "svc scan goes without what its key's scopes leave out (%s), and says so",
  async (name) => {
    const { code, stderr } = await aScan({ [name]: () => refusal("AUTH_SCOPE_REQUIRED") });
    expect([code, stderr]).toEqual([1, expect.stringContaining("Not everything was searched for: The vault refused.")]);
  },
);

test.each([
  ["REVEALS_SPENT", "revealEntry"],
  ["REVEALS_SPENT", "revealEnvFile"],
  ["INTERNAL_ERROR", "listEntries"],
  ["NOT_FOUND", "listEnvProjects"],
] as const)("svc scan fails if it can't search for a part for another reason: %s at %s", async (reason, name) => {
  const { said, stdout } = await aScan({ [name]: () => refusal(reason) });
  expect([said, stdout]).toEqual(["The vault refused.", ""]);
});

test("svc scan fails if the vault can't decrypt a value that it is to search for", async () => {
  const { said, stdout } = await aScan({
    exportVariables: () => Promise.resolve({ variables: [], skipped: ["STRIPE_SECRET_KEY"] }),
  });
  expect([said, stdout]).toEqual(["The vault could not decrypt STRIPE_SECRET_KEY.", ""]);
});

test.each([
  ["revealEntry", "e1", "e1", "ENTRY_NOT_FOUND"],
  ["getEnvProject", "p1", "p1", "ENV_PROJECT_NOT_FOUND"],
  ["revealEnvFile", "p1-f1", "p1-f1", "ENV_FILE_NOT_FOUND"],
  ["revealEnvFile", "p1-f1", "p1", "ENV_PROJECT_NOT_FOUND"],
] as const)(
  "svc scan searches for the rest if one thing is deleted meanwhile: %s of %s (%s is gone)",
  async (name, asked, gone, reason) => {
    let isGone = false;
    const listed = <T extends { id: string }>(things: T[]) => things.filter(({ id }) => !isGone || id !== gone);
    const { code, stdout, stderr } = await aScan({
      listEntries: () => Promise.resolve(listed(documents)),
      getEnvProject: (id) =>
        listed([{ id }]).length > 0
          ? Promise.resolve({ id, files: listed(filesOf(id)) })
          : refusal("ENV_PROJECT_NOT_FOUND"),
      [name]: (...ids: [string, string]) => {
        if (!ids.includes(asked)) return vault[name](...ids);
        isGone = true;
        return refusal(reason);
      },
    });
    expect([code, stdout.match(/: [^:\n]*$/gm), stderr]).toEqual([
      1,
      [": Deploy — billing", ": A — shop (env.local)"],
      expect.stringContaining("Found 2."),
    ]);
  },
);

// The vault answers as if there were no such thing: only its list tells that there is.
test.each([
  ["revealEntry", "e1", "ENTRY_NOT_FOUND", "Deploy — billing"],
  ["revealEnvFile", "p1-f2", "ENV_FILE_NOT_FOUND", ".env.local of web"],
] as const)(
  "svc scan fails if the vault can't decrypt what it still lists: %s of %s",
  async (name, id, reason, words) => {
    const { said, stdout } = await aScan({
      [name]: (...ids: [string, string]) => (ids.includes(id) ? refusal(reason) : vault[name](...ids)),
    });
    expect([said, stdout]).toEqual([`The vault could not decrypt ${words}.`, ""]);
  },
);

test("svc scan reads one file after another, once it has what it searches for", async () => {
  const folder = aFolder();
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  for (const name of ["a.txt", "b.txt"]) write(name, "nothing yet");
  // What is in a file by the time that svc reads it tells when it does.
  const find = vi.spyOn(Fingerprints.prototype, "find").mockImplementationOnce(function (this: Fingerprints, bytes) {
    write("b.txt", "canary-of-e2");
    return this.find(bytes);
  });
  onTestFinished(() => find.mockRestore());
  const listEntries = () => (write("a.txt", "canary-of-e1"), Promise.resolve(documents));
  const { stdout } = await callOf(scan, { args: [folder], vault: { ...vault, listEntries } });
  expect(stdout).toBe(["a", "b"].map((name) => `${path.join(folder, `${name}.txt`)}:1: Deploy — billing\n`).join(""));
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

test.each([
  ["UTF-16LE", utf16],
  ["UTF-16BE", (text: string) => utf16(text).swap16()],
] as const)("svc scan finds values and access keys in %s", async (_, encoded) => {
  const folder = aFolder();
  const [file, diff] = [path.join(folder, "a.txt"), path.join(folder, "diff")];
  const key = newAccessKey();
  writeFileSync(file, encoded(`one\r\nk=canary-of-e2\r\n${key}\r\n`));
  const { stdout } = await callOf(scan, { args: [file], vault });
  expect(stdout).toBe(`${file}:2: Deploy — billing\n${file}:3: an access key\n`);
  // Git cuts such a file between the bytes of its line breaks.
  writeFileSync(diff, encoded("one\nk=canary-of-e2 and é\n").subarray(2 + 6 + (encoded === utf16 ? 1 : 2)));
  expect((await callOf(scan, { args: [diff], vault })).stdout).toBe(`${diff}:1: Deploy — billing\n`);
});

describe("wherever a text is cut into pieces, each value is found once and each access key, at their lines", () => {
  const key = newAccessKey();
  const textWith = (value: string) => `one\ntwo ${key}\n\nü${value}\n${key}x\n${key} ${value}`;
  const [plain, value] = ["canary ü not-a-real-key", "canary 🔑 not-a-real-key"];
  const text = textWith(value);
  const fingerprints = new Fingerprints();
  for (const each of [plain, value]) fingerprints.add(each, "X");
  const expected = [
    { label: "X", line: 4 },
    { label: "an access key", line: 2 },
    { label: "an access key", line: 6 },
  ];

  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-16LE", utf16(text)],
    ["UTF-16BE", utf16(textWith(plain)).swap16()],
    ["UTF-16 that a diff cut", utf16(text).subarray(1)],
  ])("%s", (_, bytes) => {
    const file = path.join(aFolder(), "text");
    writeFileSync(file, bytes);
    for (let own = 2; own <= bytes.length + 2; own += 2) {
      const cut = cutFor(fingerprints, own);
      expect([own, search(piecesOf(bytes, cut), fingerprints)]).toEqual([own, expected]);
      expect([own, search(piecesOfFile(file, cut), fingerprints)]).toEqual([own, expected]);
    }
  });

  test("no piece of a file is larger than asked for", () => {
    const file = path.join(aFolder(), "text");
    const bytes = Buffer.from(text.repeat(10));
    writeFileSync(file, bytes);
    const cut = cutFor(fingerprints, 64);
    const pieces = [...piecesOfFile(file, cut)].map(({ bytes, own }) => [bytes.length, own]);
    expect(pieces).toEqual([...piecesOf(bytes, cut)].map(({ bytes, own }) => [bytes.length, own]));
    for (const [length] of pieces) expect(length).toBeLessThanOrEqual(cut.own + cut.overlap);
  });
});
