import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createVault, sealedUnder } from "@/lib/crypto/sealing/vault";
import { AppError } from "@/lib/errors";
import type { Runtime } from "@/lib/runtime";
import { createCategory, deleteCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, deleteEnvProject } from "@/lib/services/envs/envs";
import { createShareLink, deleteShareLink, openShareLink } from "@/lib/services/access/share-links";
import { importItems } from "@/lib/services/import";
import { unwatched } from "@/lib/services/maintenance/progress";
import { rotateKeys } from "@/lib/services/maintenance/rotate";
import { deleteUser } from "@/lib/identity/accounts/users";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { keyCaller } from "../../support/callers/key-caller";

// Work that locks many rows of a user, beside changes of single rows. Neither may wait for a lock that the other holds.
const newKey = newMasterKeyText();
const oldKey = newMasterKeyText();
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime({ VAULT_MASTER_KEYS: `${newKey},${oldKey}` });
});
afterAll(() => vault.close());

const rounds = 15;
const many = Array.from({ length: 12 }, (_, index) => `entry ${index}`);

/** A user with twelve entries of a category. */
async function aUserWithEntries() {
  const email = `${randomUUID()}@example.com`;
  const { id: userId } = await vault.db.user.create({ data: { email } });
  const caller = keyCaller({ userId, scopes: new Set(["categories:write", "entries:reveal"]) });
  const { id: categoryId } = await createCategory({ caller }, { name: "Stripe", keyType: "json" });
  const ids = await Promise.all(
    many.map(async (name) => (await createEntry({ caller }, { categoryId, name, value: "0" })).id),
  );
  return { email, caller, categoryId, ids };
}

/** The errors of those that failed. */
async function refusalsOf(work: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.flatMap((outcome) =>
    outcome.status === "rejected"
      ? [outcome.reason instanceof AppError ? outcome.reason.code : String(outcome.reason)]
      : [],
  );
}

test("an import that changes entries and concurrent changes don't refuse one another", async () => {
  const { caller, ids } = await aUserWithEntries();
  for (let round = 0; round < rounds; round += 1) {
    const entries = many.map((name) => ({ category: "Stripe", keyType: "json" as const, name, value: `${round}` }));
    const edits = ids.toReversed().map((id) => updateEntry({ caller }, id, { notes: `${round}` }));
    expect(
      await refusalsOf([importItems({ caller }, { entries }), ...edits, importItems({ caller }, { entries })]),
    ).toEqual([]);
  }
});

test("a rotation refuses no concurrent change, and leaves nothing under the old key", async () => {
  const { caller, ids } = await aUserWithEntries();
  const before = createVault(parseKeyRing(oldKey));
  for (let round = 0; round < rounds; round += 1) {
    for (const id of ids) {
      const encryptedValue = Uint8Array.from(
        before.seal("1", { table: "KeyEntry", field: "encryptedValue", rowId: id, userId: caller.userId }),
      );
      await vault.db.keyEntry.update({ where: { id }, data: { encryptedValue } });
    }
    let rotated = false;
    const editor = async (offset: number) => {
      for (let count = 0; !rotated; count += 1) {
        await updateEntry(
          { caller },
          ids.at(offset - (count % ids.length)) ?? "",
          count % 2 === 0 ? { notes: `${count}` } : { value: `${count}` },
        );
        // Like a real request, in its own turn of the event loop. On SQLite nothing else ends the turn.
        await setImmediate();
      }
    };
    const rotation = rotateKeys(unwatched).finally(() => (rotated = true));
    expect(await refusalsOf([rotation, ...[0, 3, 6, 9].map(editor)])).toEqual([]);
    const sealed = await vault.db.keyEntry.findMany({ select: { encryptedValue: true } });
    expect([...new Set(sealed.map(({ encryptedValue }) => sealedUnder(encryptedValue)?.keyId))]).toEqual([
      vault.vault.sealingKeyId,
    ]);
  }
});

test("deleting a category, an env project or an account is not refused because of concurrent changes in it", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { caller, categoryId, ids } = await aUserWithEntries();
    const { id: projectId } = await createEnvProject({ caller }, { name: "billing" });
    const { file } = await saveEnvFile({ caller }, projectId, { fileType: "env", content: "A=1" });
    const edits = () => ids.toReversed().map((id) => updateEntry({ caller }, id, { notes: `${round}` }));
    const gone = ["ENTRY_NOT_FOUND", "ENV_FILE_NOT_FOUND", "ENV_PROJECT_NOT_FOUND"];
    const work = [
      [deleteCategory({ caller }, categoryId), ...edits()],
      [
        deleteEnvProject({ caller }, projectId),
        deleteEnvFile({ caller }, projectId, file.id),
        saveEnvFile({ caller }, projectId, { fileType: "env", content: "A=2" }),
      ],
    ];
    expect((await refusalsOf(work.flat())).filter((code) => !gone.includes(code))).toEqual([]);
    const other = await aUserWithEntries();
    const more = other.ids.toReversed().map((id) => updateEntry({ caller: other.caller }, id, { notes: `${round}` }));
    expect((await refusalsOf([deleteUser(other.email), ...more])).filter((code) => !gone.includes(code))).toEqual([]);
  }
});

test("links are opened, made and revoked while their account is deleted, and nothing waits forever", async () => {
  const request = { id: randomUUID(), address: null, userAgent: null };
  for (let round = 0; round < rounds; round += 1) {
    const { email, caller } = await aUserWithEntries();
    const make = () =>
      createShareLink({ caller }, { ciphertext: "AQAA", views: 2, expiresInHours: 1 }, "https://vault.example.com");
    const links = await Promise.all(many.map(make));
    const work = links.flatMap(({ id }, index) => [
      openShareLink(id, request),
      index % 3 === 0 ? deleteShareLink({ caller }, id) : openShareLink(id, request),
    ]);
    expect((await refusalsOf([...work, deleteUser(email)])).filter((code) => code !== "LINK_NOT_FOUND")).toEqual([]);
    expect(await vault.db.shareLink.count({ where: { makerId: caller.userId } })).toBe(0);
  }
});
