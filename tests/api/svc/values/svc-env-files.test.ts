import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createEnvProject, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();

async function aProject() {
  const { key, accessKey } = await aUserWithKey();
  const { data } = await key.call(createEnvProject, { body: { name: "billing" } });
  const folder = aFolder();
  writeFileSync(path.join(folder, ".svc.json"), '{"project":"billing"}');
  const call = svcWith(sharedBaseUrl(), accessKey.key);
  return {
    key,
    folder,
    save: (fileType: "env" | "env.local", content: string) =>
      key.call(saveEnvFile, { params: { id: data.id }, body: { fileType, content } }),
    svc: (...args: string[]) => call(args, { cwd: folder }),
    file: (name: string) => path.join(folder, name),
  };
}

test("svc pull writes the files byte for byte, readable for the owner only, and shows no values", async () => {
  const { svc, save, file } = await aProject();
  const content = "# words\r\nA=canary-one\n\nB='two\nlines'";
  await save("env", content);
  await save("env.local", "L=canary-two\n");
  const pulled = await svc("pull");
  expect(pulled).toMatchObject({ code: 0, stdout: "" });
  expect(pulled.stderr).toMatch(/^\.env\n {2}\+ A\n {2}\+ B\n\.env\.local\n {2}\+ L\n/);
  expect(pulled.stderr).not.toContain("canary");
  expect([readFileSync(file(".env"), "utf8"), readFileSync(file(".env.local"), "utf8")]).toEqual([
    content,
    "L=canary-two\n",
  ]);
  expect(statSync(file(".env")).mode & 0o777).toBe(0o600);
  expect(existsSync(file(".env.production"))).toBe(false);
  expect(await svc("pull")).toMatchObject({ code: 0, stderr: "svc: The files are the same as in the vault.\n" });
});

test("svc pull asks before it overwrites, and --check changes nothing", async () => {
  const { svc, save, file } = await aProject();
  await save("env", "A=1\nB=2\n");
  writeFileSync(file(".env"), "A=0\nC=3\n");
  for (const [args, words] of [
    [[], "--yes"],
    [["--check"], "~ A"],
  ] as const)
    expect(await svc("pull", ...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  expect(readFileSync(file(".env"), "utf8")).toBe("A=0\nC=3\n");
  expect(JSON.parse((await svc("pull", "--check", "--json")).stdout)).toEqual([
    { file: ".env", added: ["B"], changed: ["A"], removed: ["C"] },
  ]);
  expect(await svc("pull", "--yes")).toMatchObject({ code: 0 });
  expect(readFileSync(file(".env"), "utf8")).toBe("A=1\nB=2\n");
  expect(await svc("pull", "--check")).toMatchObject({ code: 0 });
});

test("svc push stores changed files, asks before it replaces, and leaves other files alone", async () => {
  const { svc, save, file, key } = await aProject();
  await save("env.local", "L=1\n");
  writeFileSync(file(".env"), "A=1\r\n# end");
  expect(await svc("push", "--check")).toMatchObject({ code: 1, stderr: expect.stringContaining("+ A") });
  expect(await svc("push")).toMatchObject({ code: 0, stderr: expect.stringContaining("Stored env in billing") });
  writeFileSync(file(".env"), "A=2\n");
  expect(await svc("push")).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(await svc("push", "-y")).toMatchObject({ code: 0 });
  expect(await svc("push", "--check")).toMatchObject({ code: 0 });
  const other = aFolder();
  expect(await svc("pull", "--dir", other)).toMatchObject({ code: 0 });
  expect([
    readFileSync(path.join(other, ".env"), "utf8"),
    readFileSync(path.join(other, ".env.local"), "utf8"),
  ]).toEqual(["A=2\n", "L=1\n"]);
  expect((await key.call(listEnvProjects)).data).toHaveLength(1);
});

test("svc push names a line that nobody could read, by its number alone, until it is stored", async () => {
  const { svc, save, file } = await aProject();
  await save("env", "A=1\nno line\n");
  writeFileSync(file(".env"), 'A=1\nno line\nB="canary-one\nC=2\n');
  const { stderr } = await svc("push", "--yes");
  expect(stderr.match(/^ {2}!.*$/gm)).toEqual(['  ! line 3: The opening " has no closing " at the end of a line.']);
  expect(stderr).not.toContain("canary");
  writeFileSync(file(".env"), 'A=2\nno line\nB="canary-one\nC=2\n');
  expect((await svc("push", "--yes")).stderr).not.toContain("!");
});

test("svc push creates a project only when told to; svc pull never does", async () => {
  const { svc, file, key } = await aProject();
  writeFileSync(file(".env"), "A=1\n");
  expect(await svc("pull", "-p", "web")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no env project web"),
  });
  expect(await svc("push", "-p", "web")).toMatchObject({ code: 1 });
  expect((await key.call(listEnvProjects)).data).toHaveLength(1);
  expect(await svc("push", "-p", "web", "--yes")).toMatchObject({ code: 0 });
  expect((await key.call(listEnvProjects)).data).toHaveLength(2);
  expect(await svc("push", "--file", "envrc")).toMatchObject({ code: 2 });
  expect(await svc("push", "--dir", "nowhere")).toMatchObject({ code: 2 });
});
