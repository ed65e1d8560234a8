import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bounds } from "@/lib/auth/grants/bounds";
import { createCategory, updateCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { restoreEntryVersion } from "@/lib/services/entries/entry-versions";
import { restoreEnvFileVersion } from "@/lib/services/envs/env-file-versions";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, deleteEnvProject, updateEnvProject } from "@/lib/services/envs/envs";
import { keyCaller } from "../../../support/callers/key-caller";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

/** A vault, and somebody in it whose key is limited to one project and environment. */
async function aVault() {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const bounds: Bounds = { projects: ["billing"], environments: ["production"], text: "billing in production" };
  const [whole, limited] = [{ caller: keyCaller({ userId }) }, { caller: keyCaller({ userId, bounds }) }];
  const category = await createCategory(whole, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const place = { name: "billing", environment: "production" } as const;
  const entry = await createEntry(whole, { ...place, categoryId: category.id, value: "not-a-real-key" });
  const project = await createEnvProject(whole, { name: "billing" });
  return { whole, limited, category: category.id, entry: entry.id, project: project.id };
}

const nowhere = "00000000-0000-4000-8000-000000000000";
const stale = { ifMatch: [77] };
const categoryNotFound = { code: "CATEGORY_NOT_FOUND" };
const outOfBounds = { code: "OUT_OF_BOUNDS" };
const changedMeanwhile = { code: "CHANGED_MEANWHILE" };

test("what lies outside one's limits is refused before it is told that there is another version", async () => {
  const { limited, entry, project } = await aVault();
  await expect(updateEntry(limited, entry, { name: "web" }, stale)).rejects.toMatchObject(outOfBounds);
  await expect(updateEnvProject(limited, project, { name: "web" }, stale)).rejects.toMatchObject(outOfBounds);
  await expect(deleteEnvProject(limited, project, stale)).rejects.toMatchObject(outOfBounds);
  // What lies inside is told.
  await expect(updateEntry(limited, entry, { notes: "kept" }, stale)).rejects.toMatchObject(changedMeanwhile);
  await expect(updateEntry(limited, entry, {}, stale)).rejects.toMatchObject(changedMeanwhile);
  await expect(updateEnvProject(limited, project, { description: "" }, stale)).rejects.toMatchObject(changedMeanwhile);
});

test("what lies outside one's limits is refused before a category is looked for", async () => {
  const { whole, limited, category, entry } = await aVault();
  for (const outside of [{ name: "web" }, { environment: "staging" as const }])
    for (const wrong of [{ categoryId: nowhere }, { expiresAt: "+012345-01-01T00:00:00Z" }])
      await expect(updateEntry(limited, entry, { ...outside, ...wrong })).rejects.toMatchObject(outOfBounds);
  for (const change of [{ name: "PayPal" }, { keyType: "group" as const }, { envVarName: null }])
    await expect(updateCategory(limited, category, change)).rejects.toMatchObject(outOfBounds);
  // One that they don't reach is missing for them, whatever they would do with it.
  await updateEntry(whole, entry, { name: "web" });
  await expect(updateCategory(limited, category, { keyType: "group" })).rejects.toMatchObject(categoryNotFound);
  await updateEntry(whole, entry, { name: "billing" });
  // What is sent back as it was read is no move.
  const same = { name: "billing", environment: "production" as const, categoryId: nowhere };
  await expect(updateEntry(limited, entry, same)).rejects.toMatchObject(categoryNotFound);
});

test("a version that is not kept is missing, whichever one was expected to be the present one", async () => {
  const { whole, entry, project } = await aVault();
  const versionNotFound = { code: "VERSION_NOT_FOUND" };
  const { file } = await saveEnvFile(whole, project, { fileType: "env", content: "A=1" });
  const which = { projectId: project, id: file.id };
  await updateEntry(whole, entry, { value: "not-a-real-key-either" });
  await saveEnvFile(whole, project, { fileType: "env", content: "A=2" });
  const restoreEntry = (version: number) => restoreEntryVersion(whole, entry, version, stale);
  const restoreFile = (version: number) => restoreEnvFileVersion(whole, which, version, stale);
  for (const restore of [restoreEntry, restoreFile]) {
    await expect(restore(7)).rejects.toMatchObject(versionNotFound);
    for (const kept of [1, 2]) await expect(restore(kept)).rejects.toMatchObject(changedMeanwhile);
  }
  const garbled = new Uint8Array(80);
  await own.db.entryVersion.updateMany({ where: { entryId: entry }, data: { encryptedValue: garbled } });
  await own.db.envFileVersion.updateMany({ where: { fileId: file.id }, data: { encryptedContent: garbled } });
  for (const restore of [restoreEntry, restoreFile]) await expect(restore(1)).rejects.toMatchObject(versionNotFound);
});
