import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "@/lib/db/row-id";
import { pagesOf } from "@/lib/db/rows";
import { tableNamed } from "@/lib/db/tables";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("a page has 4 MB of values at most, or a single larger one, and no row is left out", async () => {
  const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const { id: projectId } = await own.db.envProject.create({ data: { userId, name: "shop" } });
  const megabytes = [1, 1, 1, 1, 1, 6, 2, 3, 5, 0.1, 0.1];
  for (const [index, size] of megabytes.entries())
    await own.db.envFile.create({
      data: { id: newRowId(), userId, projectId, fileType: `f${index}`, encryptedContent: new Uint8Array(size * 1e6) },
    });
  const pages: number[][] = [];
  for await (const page of pagesOf(own.db, own.databaseKind, tableNamed("EnvFile"), ["encryptedContent"]))
    pages.push(page.map((row) => (row["encryptedContent"] as Uint8Array).length / 1e6));
  expect(pages).toEqual([[1, 1, 1, 1], [1], [6], [2], [3], [5], [0.1, 0.1]]);
});
