import { expect, test, vi } from "vitest";
import { fetchValue, seenValues } from "@/lib/client/entries/entry-value";

test("that a value was seen is told to who shows that entry, and not of a former value", async () => {
  const answer = () => Promise.resolve(Response.json({ value: "not real" }));
  const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  const told: string[] = [];
  for (const id of ["one", "other"]) seenValues.addEventListener(id, () => told.push(id));
  await fetchValue("one");
  await fetchValue("other", undefined, 2);
  expect([fetching.mock.calls.length, told]).toEqual([2, ["one"]]);
  fetching.mockRestore();
});
