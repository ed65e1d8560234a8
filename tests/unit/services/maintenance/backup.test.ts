import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { writeBackup } from "@/lib/services/maintenance/backup/backup";
import { writePlainBackup } from "@/lib/services/maintenance/backup/plain-backup";
import { unwatched } from "@/lib/services/maintenance/progress";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
const folder = mkdtempSync(path.join(os.tmpdir(), "vault-backup-"));
const file = path.join(folder, "vault.backup");
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await own.close();
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a backup that can't read its first row fails with that error alone, and leaves no file", async () => {
  let begin = () => {};
  const isBegun = new Promise<void>((resolve) => (begin = resolve));
  const damaged = () => {
    begin();
    throw new Error("damaged");
  };
  const { sealStream } = own.vault;
  // As while the first bytes are on their way to a slow disk: nobody has asked for the rows yet.
  own.vault.sealStream = async function* (plain) {
    await isBegun.then(nextTurn).then(nextTurn);
    yield* sealStream(plain);
  };
  await expect(writeBackup(file, { ...unwatched, expect: damaged })).rejects.toThrow("damaged");
  own.vault.sealStream = sealStream;
  expect(readdirSync(folder)).toEqual([]);
});

test("a readable backup holds former values that a clock ahead of this one says were replaced", async () => {
  const { ctx, category, entry, project, file: saved } = await aServiceVault(own);
  const id = await entry(await category("Stripe"), "billing", "not-a-real-former-value");
  await updateEntry(ctx, id, { value: "not-a-real-value" });
  const projectId = await project();
  const fileId = await saved(projectId, "A=not-a-real-former-text");
  await saved(projectId, "A=not-a-real-text");
  const replacedAt = new Date(Date.now() + 60_000);
  await own.db.entryVersion.updateMany({ where: { entryId: id }, data: { replacedAt } });
  await own.db.envFileVersion.updateMany({ where: { fileId }, data: { replacedAt } });
  const unsealed = (source: ReadableStream<Uint8Array>) => Promise.resolve(source);
  const written = await writePlainBackup(file, unsealed, unwatched, () => Promise.resolve());
  expect(written).toEqual({ vaults: 1, values: 4, unreadable: 0 });
  const text = readFileSync(file, "utf8");
  expect(text).toContain("not-a-real-former-value");
  expect(text).toContain("not-a-real-former-text");
});
