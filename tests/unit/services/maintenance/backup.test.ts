import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBackup } from "@/lib/services/maintenance/backup";
import { unwatched } from "@/lib/services/maintenance/progress";
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
