import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bounds } from "@/lib/auth/grants/bounds";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry, updateEntry } from "@/lib/services/entries/entries";
import { createEnvProject, deleteEnvProject, updateEnvProject } from "@/lib/services/envs/envs";
import { keyCaller } from "../../support/callers/key-caller";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

/** A vault, and somebody in it whose key is limited to one project and environment. */
async function aVault() {
  const { id: userId } = await own.db.user.create({ data: { email: "ada@example.com" } });
  const bounds: Bounds = { projects: ["billing"], environments: ["production"], text: "billing in production" };
  const [whole, limited] = [{ caller: keyCaller({ userId }) }, { caller: keyCaller({ userId, bounds }) }];
  const category = await createCategory(whole, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const place = { name: "billing", environment: "production" } as const;
  const entry = await createEntry(whole, { ...place, categoryId: category.id, value: "not-a-real-key" });
  const project = await createEnvProject(whole, { name: "billing" });
  return { limited, entry: entry.id, project: project.id };
}

const stale = { ifMatch: [77] };
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
