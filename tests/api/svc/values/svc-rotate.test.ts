import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { revealEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, getEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Scope } from "@/lib/contracts/access/scopes";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svcWith } from "../../../support/programs/svc";

async function aValue() {
  const user = await aUserWithKey();
  const { key, accessKey } = user;
  const entry = await anEntry(key, {
    category: { name: "Stripe" },
    environment: "production",
    value: "former-value-1",
  });
  const { data } = await key.call(createEnvProject, { body: { name: "web" } });
  const fileId = async (type: EnvFileType) =>
    (await key.call(getEnvProject, { params: { id: data.id } })).data.files.find(({ fileType }) => fileType === type)
      ?.id ?? "";
  return {
    ...user,
    svc: svcWith(sharedBaseUrl(), accessKey.key),
    value: async () => (await key.call(revealEntry, { params: { id: entry.id } })).value as string,
    save: (fileType: EnvFileType, content: string) =>
      key.call(saveEnvFile, { params: { id: data.id }, body: { fileType, content } }),
    stored: async (type: EnvFileType) =>
      (await key.call(revealEnvFile, { params: { id: data.id, fileId: await fileId(type) } })).data.content,
  };
}

test("svc rotate replaces a value by a random one, never shows it, and names what follows and what is outdated", async () => {
  const { svc, save, value, stored } = await aValue();
  await save("env", "# keys\nKEY='former-value-1' # live\nOTHER=1\n");
  await save("env.production", "KEY=svc://Stripe/billing/production\n");
  // It has no --check, so none is named.
  expect(await svc(["rotate", "STRIPE_SECRET_KEY"])).toMatchObject({
    code: 1,
    stderr:
      "svc: Replace the value of STRIPE_SECRET_KEY of Stripe — billing (production)? svc can't ask here: add --yes to do it.\n",
  });
  expect(await value()).toBe("former-value-1");
  const rotated = await svc(["rotate", "STRIPE_SECRET_KEY", "--yes"]);
  expect(rotated).toMatchObject({
    code: 0,
    stdout: "follows    KEY  web, .env.production, line 1\noutdated   KEY  web, .env, line 2\n",
  });
  expect(await value()).toMatch(/^[\w-]{43}$/);
  expect(rotated.stdout + rotated.stderr).not.toContain(await value());
  const options = ["--yes", "--kind", "hex", "--length", "20", "--update-files", "--json"];
  expect(JSON.parse((await svc(["rotate", "STRIPE_SECRET_KEY", ...options])).stdout)).toMatchObject({
    follows: [{ name: "KEY", project: "web", file: "env.production", line: 1 }],
    outdated: [],
    updated: [{ name: "KEY", project: "web", file: "env", line: 2 }],
  });
  expect(await value()).toMatch(/^[0-9a-f]{20}$/);
  expect(await stored("env")).toBe(`# keys\nKEY='${await value()}' # live\nOTHER=1\n`);
  expect(await stored("env.production")).toBe("KEY=svc://Stripe/billing/production\n");
});

test("svc rotate takes a value from standard input, and of a group replaces one field alone", async () => {
  const { svc, key, value, save, stored } = await aValue();
  expect(await svc(["rotate", "STRIPE_SECRET_KEY", "--stdin", "--yes"], { input: "given\n" })).toMatchObject({
    code: 0,
  });
  expect(await value()).toBe("given");
  expect(await svc(["rotate", "STRIPE_SECRET_KEY", "--stdin", "--yes"], { input: "\n" })).toMatchObject({ code: 2 });
  const group = await anEntry(key, { keyType: "group", name: "web" });
  await save("env", "A=ada\nB=not-a-real-password\n");
  expect(await svc(["rotate", "DB_PASSWORD", "--yes", "--update-files"])).toMatchObject({
    code: 0,
    stdout: "updated    B  web, .env, line 2\n",
  });
  const fields = (await key.call(revealEntry, { params: { id: group.id } })).value as Record<string, string>;
  expect(fields).toEqual({ DB_USER: "ada", DB_PASSWORD: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await stored("env")).toBe(`A=ada\nB=${fields.DB_PASSWORD}\n`);
  await anEntry(key, { keyType: "ssh", category: { name: "Deploy" } });
  for (const args of [
    ["Deploy", "--yes"],
    ["NOPE", "--yes"],
    ["STRIPE_SECRET_KEY", "--length", "8"],
    ["STRIPE_SECRET_KEY", "--kind", "x"],
    ["STRIPE_SECRET_KEY", "--stdin", "--kind", "hex"],
  ])
    expect([args, (await svc(["rotate", ...args])).code]).toEqual([args, args[0] === "NOPE" ? 1 : 2]);
});

test("a category that is called like its variable is named once", async () => {
  const { key, accessKey } = await aUserWithKey();
  await anEntry(key, { category: { name: "API_KEY", envVarName: "API_KEY" } });
  expect(await svcWith(sharedBaseUrl(), accessKey.key)(["rotate", "API_KEY", "--yes"])).toMatchObject({
    stderr: "svc: API_KEY — billing has a new value.\n",
  });
});

test("a key that may not look into env files rotates all the same, and says what it can't tell", async () => {
  const { session, value } = await aValue();
  const { key } = await session.call(createAccessKey, {
    body: { name: "ci", scopes: ["entries:read", "entries:write"] },
  });
  expect(await svcWith(sharedBaseUrl(), key)(["rotate", "STRIPE_SECRET_KEY", "--yes"])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Can't tell which env files hold the former value"),
  });
  expect(await value()).not.toBe("former-value-1");
});

test("a key that may not write is told so instead of being asked", async () => {
  const { session, key: writer, value } = await aValue();
  await anEntry(writer, { keyType: "group", name: "web" });
  const svcOf = async (...scopes: Scope[]) =>
    svcWith(sharedBaseUrl(), (await session.call(createAccessKey, { body: { name: "some", scopes } })).key);
  const reads = await svcOf("entries:read");
  const writes = await svcOf("entries:read", "entries:write");
  for (const command of ["rotate", "rm"])
    for (const more of [[], ["--yes"]])
      // A field's change reads the group's other fields.
      for (const [svc, name, scope] of [
        [reads, "STRIPE_SECRET_KEY", "entries:write"],
        [writes, "DB_PASSWORD", "entries:reveal"],
      ] as const) {
        const { code, stdout, stderr } = await svc([command, name, ...more]);
        expect([code, stdout]).toEqual([1, ""]);
        expect(stderr).toContain(`lacks the scope ${scope}`);
        expect(stderr).not.toContain("?");
      }
  expect(await value()).toBe("former-value-1");
});
