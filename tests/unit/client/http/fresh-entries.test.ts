import { afterEach, expect, test, vi } from "vitest";
import { freshEntries, stillThere, whyMissing } from "@/lib/client/http/queries/fresh-entries";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { cacheWith } from "../../../support/components/rendered";
import { json, vaultThat } from "../../../support/components/vault-that";
import { listedEntry } from "../../../support/rows/listed-entry";

afterEach(() => vi.unstubAllGlobals());

const [old, made] = ["old", "made"].map((id) => listedEntry({ id })) as [
  ReturnType<typeof listedEntry>,
  ReturnType<typeof listedEntry>,
];

test("an entry that a list of a moment ago does not have is looked for once more before it is called gone", async () => {
  const client = cacheWith([[entriesQuery.queryKey, [old]]]);
  vaultThat(() => json([old, made]));
  expect(await whyMissing(client, "made")).toBeUndefined();
  expect(client.getQueryData(entriesQuery.queryKey)).toEqual([old, made]);
  expect(await whyMissing(client, "gone")).toMatch(/^This entry is no longer here: .*restore it there\.$/);
});

test("without an answer nobody is told that it is gone", async () => {
  vaultThat(() => "lost");
  expect(await whyMissing(cacheWith([[entriesQuery.queryKey, [old]]]), "made")).toMatch(/^The vault can't be reached/);
});

test("a list that was under way already does not count", async () => {
  const client = cacheWith();
  const answers = [[old], [old, made]];
  const sent = vaultThat(() => json(answers.shift()));
  const earlier = client.fetchQuery(entriesQuery).catch(() => undefined);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(await freshEntries(client)).toEqual([old, made]);
  await earlier;
});

test("entries get what they are now, and those that are gone fall out; without an answer they stay as they were", async () => {
  vaultThat(() => json([{ ...made, version: 3 }]));
  expect(await stillThere(cacheWith(), [old, made])).toEqual([{ ...made, version: 3 }]);
  vaultThat(() => "lost");
  expect(await stillThere(cacheWith(), [old, made])).toEqual([old, made]);
});
