import { parse as parseDotenv } from "dotenv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { type Actor, aUser, withKey } from "../../../support/callers/actors";
import { anEntry, missingId } from "../../../support/rows/fixtures";
import { send } from "../../../support/http/raw";
import { removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { changeStore, damageStore, storedBytes, swapInStore } from "../../../support/vaults/store";

// These tests need their own vault: they write to its database from outside.
let vault: RunningVault;
beforeAll(async () => {
  vault = await startVault();
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(vault.dataDir);
});

/** Rows of each kind: how to create two, where their secrets are, and how to reveal one. */
const kinds = [
  {
    kind: "entry",
    table: "KeyEntry",
    column: "encryptedValue",
    path: (id: string) => `/api/entries/${id}/reveal`,
    make: async (who: Actor) => (await anEntry(who, { value: "canary-not-real" })).id,
  },
  {
    kind: "two-factor token",
    table: "TwoFactorToken",
    column: "encryptedSecret",
    path: (id: string) => `/api/2fa/${id}/reveal`,
    make: async (who: Actor) =>
      (await who.call(createTwoFactorToken, { body: { service: "a", accountName: "b", secret: "JBSWY3DPEHPK3PXP" } }))
        .id,
  },
] as const;

describe.each(kinds)("a stored $kind", ({ table, column, path, make }) => {
  const refusal = async (who: Actor) => {
    const { status, text } = await send(who, "POST", path(missingId));
    return { status, text };
  };

  test("that was swapped with another row of the same user is reported as missing", async () => {
    const { session } = await aUser(vault.baseUrl);
    const ids = [await make(session), await make(session)] as const;
    swapInStore(vault, table, column, ids);
    for (const id of ids) expect(await send(session, "POST", path(id))).toMatchObject(await refusal(session));
    swapInStore(vault, table, column, ids);
    for (const id of ids) expect((await send(session, "POST", path(id))).status).toBe(200);
  });

  test("that was swapped with another user's is reported as missing to both", async () => {
    const [one, two] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    const ids = [await make(one.session), await make(two.session)] as const;
    swapInStore(vault, table, column, ids);
    expect(await send(one.session, "POST", path(ids[0]))).toMatchObject(await refusal(one.session));
    expect(await send(two.session, "POST", path(ids[1]))).toMatchObject(await refusal(two.session));
  });

  test("that was moved to another user by its owner column can't be opened by them", async () => {
    const [owner, thief] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    const id = await make(owner.session);
    expect(changeStore(vault, `UPDATE "${table}" SET "userId" = ? WHERE id = ?`, [thief.id, id])).toBe(1);
    expect(await send(thief.session, "POST", path(id))).toMatchObject(await refusal(thief.session));
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["emptied", () => Buffer.alloc(0)],
    ["cut short", (bytes) => bytes.subarray(0, -1)],
    ["replaced by text", () => Buffer.from("canary-not-real")],
    ["replaced by zeros", (bytes) => Buffer.alloc(bytes.length)],
  ])("that was %s is reported as missing", async (_, damage) => {
    const { session } = await aUser(vault.baseUrl);
    const id = await make(session);
    expect(damageStore(vault, table, column, id, damage)).toBe(1);
    expect(await send(session, "POST", path(id))).toMatchObject(await refusal(session));
  });
});

describe("a stored env file", () => {
  test("that was swapped with another type's is reported as missing", async () => {
    const { session } = await aUser(vault.baseUrl);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const save = async (fileType: "env" | "env.local") =>
      (await session.call(saveEnvFile, { params: { id: project.id }, body: { fileType, content: `TYPE=${fileType}` } }))
        .data.id;
    const ids = [await save("env"), await save("env.local")] as const;
    swapInStore(vault, "EnvFile", "encryptedContent", ids);
    const missing = await send(session, "POST", `/api/envs/${project.id}/files/${missingId}/reveal`);
    expect(missing).toMatchObject({ status: 404, json: { code: "ENV_FILE_NOT_FOUND" } });
    for (const id of ids)
      expect(await send(session, "POST", `/api/envs/${project.id}/files/${id}/reveal`)).toEqual(missing);
    await session.call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content: "TYPE=again" } });
    expect((await session.call(revealEnvFile, { params: { id: project.id, fileId: ids[0] } })).data.content).toBe(
      "TYPE=again",
    );
  });
});

describe("an export with tampered rows", () => {
  test("names each in a comment, counts them, and returns the rest", async () => {
    const { session } = await aUser(vault.baseUrl);
    const category = (name: string) =>
      session.call(createCategory, { body: { name, keyType: "simple", envVarName: name } });
    const [a, b, c] = [await category("A"), await category("B"), await category("C")];
    const entry = async (categoryId: string, name: string) =>
      (await session.call(createEntry, { body: { categoryId, name, value: `value-of-${name}` } })).id;
    const ids = [await entry(a.id, "one"), await entry(b.id, "two")] as const;
    await entry(c.id, "three");
    swapInStore(vault, "KeyEntry", "encryptedValue", ids);
    const response = await session.fetch("/api/export");
    const text = await response.text();
    expect([response.status, response.headers.get("X-Export-Skipped")]).toEqual([200, "2"]);
    expect(parseDotenv(text)).toEqual({ C: "value-of-three" });
    expect(text.split("\n").filter((line) => /^# .*(A — one|B — two).*decrypt/.test(line)).length).toBe(2);
  });
});

describe("the database", () => {
  test("contains no value, secret, file content, key or password in plain text, and neither does the log", async () => {
    const { session, password } = await aUser(vault.baseUrl);
    const canaries = [
      "canary-simple-not-real",
      "canary-group-not-real",
      "canary-file-not-real",
      "NRXW4ZLTORQW4YTBONSTGMRR",
    ];
    await anEntry(session, { value: canaries[0] ?? "", notes: "plain-note" });
    await anEntry(session, { keyType: "group", value: JSON.stringify({ FIELD: canaries[1] }) });
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    await session.call(saveEnvFile, {
      params: { id: project.id },
      body: { fileType: "env", content: `A=${canaries[2]}` },
    });
    const { id } = await session.call(createTwoFactorToken, {
      body: { service: "a", accountName: "b", secret: canaries[3] ?? "" },
    });
    await session.call(revealTwoFactorCode, { params: { id } });
    const { key } = await session.call(createAccessKey, { body: { name: "CI", scopes: ["export:read"] } });
    expect(await withKey(key, vault.baseUrl).call(exportEntries)).toContain(canaries[0]);
    const stored = storedBytes(vault);
    // Text that is meant to be readable shows that the right bytes were searched.
    expect(stored.includes("plain-note")).toBe(true);
    for (const text of [...canaries, key, key.slice(4, 30), password])
      expect([stored.includes(text), vault.output().includes(text)]).toEqual([false, false]);
  });
});
