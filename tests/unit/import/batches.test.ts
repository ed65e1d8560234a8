import { expect, test } from "vitest";
import { parseJson } from "@/lib/http/json";
import { type Batch, importAll } from "@/lib/import/batches";
import type { Imported } from "@/lib/import/item";

test("a vault's own export with many former values goes in requests that the vault takes, in its order", async () => {
  const former = Array.from({ length: 50 }, () => ({ value: "sk_test_not_a_real_key", writtenAt: "2026-03-01" }));
  const entries = Array.from({ length: 2_500 }, (_, at) => ({ name: `entry-${at}`, former }));
  const imported = { entries, twoFactor: [], whole: { categories: [], envProjects: [], envFiles: [] } };
  const sent: Batch[] = [];
  await importAll(imported as unknown as Imported, (batch) => {
    parseJson(new TextEncoder().encode(JSON.stringify(batch)));
    sent.push(batch);
    const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
    return Promise.resolve({ counts, entries: [], twoFactor: [] });
  });
  expect(sent.flatMap((batch) => batch.entries)).toEqual(entries);
});
