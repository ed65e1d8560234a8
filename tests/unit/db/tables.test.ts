import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type SealedColumn, sealedColumns } from "@/lib/crypto/sealing/sealed-columns";
import { columnsOf, tables } from "@/lib/db/tables";

/** The schema's models as text, to compare with the list of tables. */
const schema = readFileSync(path.resolve(import.meta.dirname, "../../../prisma/schema.prisma"), "utf8");
const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => ({
  name,
  fields: body
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([field]) => /^\w+$/.test(field ?? "")),
}));

/** The one model whose rows the database makes itself, with those of `User` and `Team`. */
const keptByDatabase = "Owner";

describe("the list of tables", () => {
  test("names every model of the schema once", () => {
    expect(models.length).toBeGreaterThan(9);
    expect([...tables.map(({ name }) => name), keptByDatabase].sort()).toEqual(models.map(({ name }) => name).sort());
  });

  test.each(models.filter(({ name }) => name !== keptByDatabase))(
    "knows the key, the columns and the sealed column of $name",
    ({ name, fields }) => {
      const table = tables.find((row) => row.name === name);
      expect(fields.filter((field) => field.includes("@id")).map(([field]) => field)).toEqual([table?.key]);
      const relations = new Set(models.map((model) => model.name));
      const scalars = fields.filter(([, type = ""]) => !relations.has(type.replace(/[?[\]]/g, "")));
      expect(table && columnsOf(table)).toEqual(
        scalars.map(([field]) => field).filter((field) => field !== "revision"),
      );
      const sealed = scalars
        .filter(([field = "", type = ""]) => /^Bytes/.test(type) && /^(encrypted|sealed)/.test(field))
        .map(([field]) => field);
      const known = (sealedColumns as Record<string, SealedColumn>)[name];
      expect(known ? [known.field] : []).toEqual(sealed);
      // A former value is sealed for the row that it was a value of.
      if (known?.of === undefined) expect(known?.key ?? table?.key).toBe(table?.key);
      else expect(fields.find(([, type]) => type === known.of)?.join(" ")).toContain(`fields: [${known.key}]`);
    },
  );

  test("has every owner before what it owns", () => {
    for (const { name, fields } of models.filter((model) => model.name !== keptByDatabase)) {
      const owners = fields
        .filter((field) => field.some((part) => part.startsWith("@relation(")))
        .map(([, type = ""]) => type.replace("?", ""));
      // An owner comes with its team; a person stands before all teams.
      const place = (model: string) =>
        tables.findIndex((table) => table.name === (model === keptByDatabase ? "Team" : model));
      for (const owner of owners) expect([owner, name, place(owner) < place(name)]).toEqual([owner, name, true]);
    }
  });
});
