import { expect, test } from "vitest";
import { parseJson } from "@/lib/http/request/json";
import { type Batch, importAll, tooMuchFor } from "@/lib/import/batches";
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

test("another tool's export that one request can't take is told so in words; a vault's own goes in several", () => {
  const entry = (value: string) => ({ category: "A", keyType: "simple" as const, envVarName: "A", name: "web", value });
  const of = (count: number, value = "b"): Imported => ({
    entries: Array.from({ length: count }, () => entry(value)),
    twoFactor: [],
    faults: [],
  });
  expect(tooMuchFor(of(2_000))).toBeNull();
  expect(tooMuchFor(of(10_000))).toBe("It has 10,000 entries, and one import takes 2,000: split it into several.");
  const token = { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" };
  expect(tooMuchFor({ ...of(0), twoFactor: Array.from({ length: 2_001 }, () => token) })).toContain(
    "2,001 two-factor tokens",
  );
  expect(tooMuchFor(of(120, "é".repeat(32 * 1024)))).toContain("more than the 7 MiB");
  expect(tooMuchFor({ ...of(10_000), whole: { categories: [], envProjects: [], envFiles: [] } })).toBeNull();
});
