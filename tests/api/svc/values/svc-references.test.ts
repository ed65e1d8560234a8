import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, getEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { svcWith } from "../../../support/programs/svc";
import { ownVaults } from "../../../support/vaults/own-vaults";

const { aFolder } = ownVaults();

/** A project with a Stripe key that the files refer to. */
async function aProject() {
  const { key, accessKey } = await aUserWithKey();
  const { data } = await key.call(createEnvProject, { body: { name: "billing" } });
  const category = await key.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
  });
  const entry = await key.call(createEntry, {
    body: { categoryId: category.id, name: "billing", environment: "production", value: "it's $1" },
  });
  const folder = aFolder();
  writeFileSync(path.join(folder, ".svc.json"), '{"project":"billing"}');
  const call = svcWith(sharedBaseUrl(), accessKey.key);
  return {
    svc: (...args: string[]) => call(args, { cwd: folder }),
    file: (name: string) => path.join(folder, name),
    change: (value: string) => key.call(updateEntry, { params: { id: entry.id }, body: { value } }),
    save: (fileType: EnvFileType, content: string) =>
      key.call(saveEnvFile, { params: { id: data.id }, body: { fileType, content } }),
    async stored() {
      const [file] = (await key.call(getEnvProject, { params: { id: data.id } })).data.files;
      return (await key.call(revealEnvFile, { params: { id: data.id, fileId: file?.id ?? "" } })).data.content;
    },
  };
}

const reference = "svc://Stripe/billing/production";
const printKey = ["--", process.execPath, "-e", "console.log(process.env.STRIPE_KEY, process.env.MODE)"];

test("svc run --files and svc export --files take the merged files with references resolved", async () => {
  const { svc, save } = await aProject();
  await save("env", "MODE=base\nSTRIPE_KEY=none\n");
  await save("env.production", `STRIPE_KEY=${reference}\n`);
  await save("env.local", "MODE=mine\n");
  const production = ["--files", "-e", "production"];
  expect(await svc("run", ...production, ...printKey)).toMatchObject({ code: 0, stdout: "it's $1 base\n" });
  expect(await svc("run", ...production, "--local", ...printKey)).toMatchObject({ stdout: "it's $1 mine\n" });
  expect(await svc("run", "--files", ...printKey)).toMatchObject({ stdout: "none base\n" });
  expect(JSON.parse((await svc("export", ...production, "-f", "json")).stdout)).toEqual({
    MODE: "base",
    STRIPE_KEY: "it's $1",
  });
  expect(await svc("run", "--local", ...printKey)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--files"),
  });
  expect(await svc("run", ...production, "-p", "web", ...printKey)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no env project web"),
  });
});

test("a reference that leads nowhere stops svc run --files before the command, and names its line", async () => {
  const { svc, save, file } = await aProject();
  await save("env", "# one\nKEY=svc://Stripe/billing/staging\n");
  const ran = await svc("run", "--files", "--", "touch", file("ran"));
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/line 2.*KEY/i) });
  expect(existsSync(file("ran"))).toBe(false);
});

test("a copy for --fallback of files is none of entries", async () => {
  const { svc, save, file } = await aProject();
  await save("env", `STRIPE_KEY=${reference}\nMODE=files\n`);
  const fallback = ["--fallback", file("copy")];
  const ofFiles = () => svc("run", "--files", ...fallback, ...printKey);
  expect(await ofFiles()).toMatchObject({ stdout: "it's $1 files\n" });
  expect(await ofFiles()).toMatchObject({ stderr: "" });
  expect(await svc("run", "-e", "production", ...fallback, ...printKey)).toMatchObject({
    stdout: "it's $1 undefined\n",
    stderr: expect.stringContaining("for a different selection"),
  });
});

test("svc pull --resolve writes values, and svc push keeps the references they came from", async () => {
  const { svc, save, file, stored, change } = await aProject();
  const content = `# keys\nexport STRIPE_KEY="${reference}" # live\nMODE=1\n`;
  await save("env", content);
  expect(await svc("pull", "--resolve")).toMatchObject({ code: 0 });
  expect(readFileSync(file(".env"), "utf8")).toBe("# keys\nexport STRIPE_KEY=`it's $1` # live\nMODE=1\n");
  expect(await svc("push", "--check")).toMatchObject({ code: 0, stderr: "svc: The vault has the same files.\n" });

  writeFileSync(file(".env"), `# keys\nexport STRIPE_KEY="it's $1" # live\nMODE=2\n`);
  expect(await svc("push", "--yes")).toMatchObject({ code: 0, stderr: expect.stringMatching(/~ MODE\n/) });
  expect(await stored()).toBe(`# keys\nexport STRIPE_KEY="${reference}" # live\nMODE=2\n`);

  await change("another");
  expect(await svc("push", "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/STRIPE_KEY is a reference.*--replace-references/),
  });
  expect(await stored()).toContain(reference);
  expect(await svc("push", "--yes", "--replace-references")).toMatchObject({ code: 0 });
  expect(await stored()).toContain("it's $1");
});

test("svc check names what is missing, surplus and empty, by .env.example or a JSON Schema", async () => {
  const { svc, save, file } = await aProject();
  await save("env", `STRIPE_KEY=${reference}\nMODE=\nOLD=canary-value\n`);
  writeFileSync(file(".env.example"), "STRIPE_KEY=\nMODE=\nNEW=\n");
  const checked = await svc("check", "--files");
  expect(checked).toMatchObject({ code: 1, stdout: "missing  NEW\nsurplus  OLD\nempty  MODE\n" });
  expect(JSON.parse((await svc("check", "--files", "--json", "--allow-surplus", "--allow-empty")).stdout)).toEqual({
    missing: ["NEW"],
    surplus: [],
    empty: [],
  });
  writeFileSync(file("schema.json"), '{"properties":{"MODE":{},"OLD":{}},"required":["STRIPE_KEY"]}');
  expect(await svc("check", "schema.json", "--files")).toMatchObject({ code: 0 });
  writeFileSync(file("schema.json"), '{"properties":[]}');
  expect(await svc("check", "schema.json", "--files")).toMatchObject({ code: 2 });
  expect(await svc("check", "nowhere.json", "--files")).toMatchObject({ code: 2 });
});

test("svc check --files takes the only environment that files are of, and asks which of several", async () => {
  const { svc, save, file } = await aProject();
  writeFileSync(file(".env.example"), "STRIPE_KEY=\n");
  await save("env.production", `STRIPE_KEY=${reference}\n`);
  expect(await svc("check", "--files")).toMatchObject({ code: 0 });
  await save("env.development", "MODE=1\n");
  expect(await svc("check", "--files")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: "svc: Which environment? The env project has files of development and production: add --env.\n",
  });
  expect(await svc("check", "--files", "-e", "production")).toMatchObject({ code: 0 });
  // One for all is read without a choice, as by svc run and svc export.
  await save("env", "STRIPE_KEY=1\nMODE=2\n");
  expect(await svc("check", "--files")).toMatchObject({ code: 1, stdout: "surplus  MODE\n" });
});

test("svc check compares entries too", async () => {
  const { svc, file } = await aProject();
  writeFileSync(file(".env.example"), "STRIPE_KEY=\n");
  expect(await svc("check", "-e", "production")).toMatchObject({ code: 0 });
  expect(await svc("check", "-e", "staging")).toMatchObject({
    code: 1,
    stdout: "missing  STRIPE_KEY\n",
    // Most likely a name is mistyped.
    stderr: expect.stringMatching(/^svc: No variable is in billing, staging\. There is billing \(production\)\. /),
  });
  expect((await svc("check", "-e", "staging", "--json")).stderr).toContain("No variable is in");
});

test("svc scan reports no reference, which is made to be committed", async () => {
  const { svc, save, file } = await aProject();
  await save("env", `STRIPE_KEY=${reference}\nOTHER=canary-of-the-file\n`);
  writeFileSync(file(".env"), `STRIPE_KEY=${reference}\n`);
  expect(await svc("scan", ".env")).toMatchObject({ code: 0 });
  writeFileSync(file(".env"), "OTHER=canary-of-the-file\n");
  expect(await svc("scan", ".env")).toMatchObject({ code: 1 });
});
