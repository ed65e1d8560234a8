import { expect, test } from "vitest";
import { addGroup, nothing } from "../../../lib/import/item";
import { readImport } from "@/lib/import";

const fieldsOf = (names: readonly string[]) => {
  const imported = nothing();
  addGroup(imported, "it", { category: "C", project: "p", fields: names.map((name) => [name, "x"] as const) });
  return Object.keys(JSON.parse(imported.entries[0]?.value ?? "{}") as object);
};

test("repeated names are numbered, past names that have such a number already", () =>
  expect(fieldsOf(["URL_2", "URL", "URL", "URL_2", "URL"])).toEqual(["URL_2", "URL", "URL_3", "URL_2_2", "URL_4"]));

test("50,000 fields of one name are numbered in one pass, and told to be more than an entry takes", () => {
  // Counted from 2 at each repetition, this would take minutes and run into the time limit of the test.
  expect(fieldsOf(Array<string>(50_000).fill("A")).at(-1)).toBe("A_50000");
  const fields = Array.from({ length: 50_000 }, () => ({ name: "A", value: "x" }));
  const item = { type: 1, name: "Many", login: { username: "ada" }, fields };
  expect(readImport(JSON.stringify({ encrypted: false, items: [item] }), { project: "mine" })).toMatchObject({
    entries: [],
    faults: [{ where: "Many", message: "Its value is larger than 256 KiB" }],
  });
});
