import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey } from "@/lib/contracts/access-keys";
import { createEntry, revealEntry, updateEntry } from "@/lib/contracts/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/envs";
import { exportEntries } from "@/lib/contracts/export";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/contracts/two-factor";
import { newMasterKeyText } from "@/lib/crypto/keyring";
import { aUser, tryToSignIn, withKey } from "../support/actors";
import { report, sizes } from "../support/figures";
import { aCategory } from "../support/fixtures";
import { operation } from "../support/operations";
import { operate } from "../support/operator";
import { ownVaults } from "../support/own-vaults";
import { storedBytes } from "../support/store";

const { aFolder, aVault } = ownVaults();
const { canaries: canaryCount, timeoutMs } = sizes;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

test(`of ${canaryCount} secrets through every operation and error none is in logs, metrics, database or backup`, async () => {
  const token = "not-a-real-metrics-token";
  const key = newMasterKeyText();
  const vault = await aVault({ env: { METRICS_TOKEN: token, VAULT_MASTER_KEYS: key, AUTH_ADDRESS_FAILURES_MAX: "1000000" } });
  const secrets: string[] = [key];
  const secret = (): string => {
    const text = `canary${randomBytes(12).toString("hex")}`;
    secrets.push(text);
    return text;
  };
  const totpSecret = (): string => {
    const text = Array.from(randomBytes(32), (byte) => base32[byte & 31]).join("");
    secrets.push(text);
    return text;
  };

  const { session, email } = await aUser(vault.baseUrl);
  const simple = await aCategory(session);
  const group = await aCategory(session, { keyType: "group", envVarName: null });
  const { data: project } = await session.call(createEnvProject, { body: { name: "plain-name" } });
  const round = async () => {
    const created = await session.call(createEntry, { body: { categoryId: simple.id, name: "plain", value: secret() } });
    await session.call(updateEntry, { params: { id: created.id }, body: { value: secret() } });
    await session.call(createEntry, { body: { categoryId: group.id, name: "plain", value: JSON.stringify({ A: secret(), B: secret() }) } });
    await session.call(revealEntry, { params: { id: created.id } });
    const two = await session.call(createTwoFactorToken, { body: { service: "plain", accountName: "plain", secret: totpSecret() } });
    await session.call(revealTwoFactorCode, { params: { id: two.id } });
    const { data: file } = await session.call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content: `A=${secret()}\n` } });
    await session.call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
    const made = await session.call(createAccessKey, { body: { name: "plain", scopes: ["export:read"] } });
    secrets.push(made.key);
    await withKey(made.key, vault.baseUrl).call(exportEntries);
    // Errors: a secret where it does not belong, in every contract's body in turn, in paths, queries, headers and log-ins.
    const [contract] = contracts.filter(({ body }) => body !== undefined).slice(secrets.length % 7);
    if (contract) {
      const { path: address, init } = operation(contract, { body: JSON.stringify({ ...Object(contract.body?.meta()?.example), [secret()]: secret(), name: secret().repeat(20), value: [secret()] }) });
      await session.fetch(address, init);
      await session.fetch(address, { ...init, body: `{"value":"${secret()}` });
    }
    await session.fetch(`/api/entries/${secret()}/reveal`, { method: "POST" });
    await session.fetch(`/api/export?project=${secret()}&format=${secret()}`);
    await session.fetch("/api/entries", { headers: { Authorization: `Bearer svc_${secret()}` } });
    await session.fetch(`/vault/${secret()}`);
  };
  while (secrets.length < canaryCount) await round();
  const [typed, wrong] = [secret(), secret()];
  await tryToSignIn(email, wrong, vault.baseUrl);
  const file = path.join(aFolder(), "vault.backup");
  const env = { VAULT_MASTER_KEYS: key };
  const added = await operate(vault.dataDir, ["user", "add", "operator@example.com"], { input: `${typed}\n`, env });
  const commands = [added, await operate(vault.dataDir, ["backup", file], { env }), await operate(vault.dataDir, ["verify"], { env }), await operate(vault.dataDir, ["rotate"], { env }), await operate(vault.dataDir, ["doctor"], { env }), await operate(vault.dataDir, ["user", "add", secret()], { input: secret(), env })];
  expect(commands.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 2]);
  const metrics = await (await fetch(`${vault.baseUrl}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();
  expect(await vault.stop()).toBe(0);

  const places = { log: Buffer.from(vault.output()), metrics: Buffer.from(metrics), database: storedBytes(vault), backup: readFileSync(file), commands: Buffer.from(commands.slice(0, 5).map(({ out, err }) => out + err).join()) };
  // That the right bytes are searched is shown by what is meant to be readable.
  expect([places.log.includes("revealEntry"), places.metrics.includes("revealEntry"), places.database.includes("plain-name"), places.commands.includes("values open")]).toEqual([true, true, true, true]);
  const forms = (text: string) => [text, Buffer.from(text).toString("base64").replace(/=+$/, ""), Buffer.from(text).toString("hex")];
  const found = Object.fromEntries(Object.entries(places).map(([place, bytes]) => [place, secrets.filter((text) => forms(text).some((form) => bytes.includes(form))).length]));
  report({ figure: "canaries", secrets: secrets.length, ...found });
  expect(found).toEqual({ log: 0, metrics: 0, database: 0, backup: 0, commands: 0 });
}, timeoutMs);
