import { describe, expect, test } from "vitest";
import { listEntries, revealEntry } from "@/lib/contracts/entries";
import { type ImportEntry, importItems } from "@/lib/contracts/import";
import { listEntryVersions } from "@/lib/contracts/versions";
import { valueBytesMax } from "@/lib/contracts/primitives";
import { type Actor, aUser, aUserWithKey } from "../../support/actors";
import { anEntry } from "../../support/fixtures";

const variable = (name: string, value: string, fields: Partial<ImportEntry> = {}): ImportEntry => ({
  category: name,
  keyType: "simple",
  envVarName: name,
  name: "billing",
  environment: "staging",
  value,
  ...fields,
});
const stored = '{"PGHOST":"db.example.com","PGUSER":"ada","PGPASSWORD":"not-a-real-password"}';
const aGroup = (who: Actor, value = stored, name = "PostgreSQL") =>
  anEntry(who, { category: { name, keyType: "group", envVarName: null }, environment: "staging", value });
const bring = async (who: Actor, entries: ImportEntry[], preview = false) =>
  (await who.call(importItems, { body: { entries, preview } })).entries.map(
    ({ action, category, message }) => `${action} ${category}${message ? `: ${message}` : ""}`,
  );
const valueOf = async (who: Actor, id: string) => (await who.call(revealEntry, { params: { id } })).value;

describe("an imported variable that a group sets in its project and environment", () => {
  test("is the group's field: the same is unchanged, another value replaces it, with the former one as a version", async () => {
    const { session } = await aUser();
    const { id } = await aGroup(session);
    const lines = [
      variable("PGUSER", "grace"),
      variable("PGHOST", "db.example.com"),
      variable("PGPASSWORD", "new-not-real"),
    ];
    for (const preview of [true, false])
      expect(await bring(session, lines, preview)).toEqual([
        "updated PostgreSQL",
        "unchanged PostgreSQL",
        "updated PostgreSQL",
      ]);
    expect(await valueOf(session, id)).toEqual({
      PGHOST: "db.example.com",
      PGUSER: "grace",
      PGPASSWORD: "new-not-real",
    });
    expect(await session.call(listEntries)).toHaveLength(1);
    // Two fields, one new value.
    expect(await session.call(listEntryVersions, { params: { id } })).toHaveLength(2);
    expect(await bring(session, lines)).toEqual(Array<string>(3).fill("unchanged PostgreSQL"));
  });

  test("is not, where it names a category, lies elsewhere, or has an entry of its own", async () => {
    const { session } = await aUser();
    await aGroup(session);
    await anEntry(session, { category: { name: "PGHOST", envVarName: "PGHOST" }, environment: "staging" });
    expect(
      await bring(session, [
        variable("PGUSER", "grace", { category: "A database" }),
        variable("PGUSER", "grace", { environment: "production" }),
        variable("PGUSER", "grace", { name: "web" }),
        variable("PGHOST", "elsewhere.example.com"),
      ]),
    ).toEqual(["created A database", "created PGUSER", "created PGUSER", "updated PGHOST"]);
  });

  test("is rejected where two groups set it, where it is given twice, and where the group would become too large", async () => {
    const { session } = await aUser();
    const { id } = await aGroup(session);
    await aGroup(session, '{"PGUSER":"grace"}', "Another database");
    const [twoGroups, ...rest] = await bring(session, [
      variable("PGUSER", "ada"),
      variable("PGHOST", "one.example.com"),
      variable("PGHOST", "two.example.com"),
      variable("PGPASSWORD", "x".repeat(valueBytesMax)),
      {
        category: "PostgreSQL",
        keyType: "group",
        name: "billing",
        environment: "staging",
        value: '{"PGHOST":"three"}',
      },
    ]);
    expect(twoGroups).toContain("Several groups of this project and environment have this field");
    expect(rest).toEqual([
      "updated PostgreSQL",
      expect.stringMatching(/^rejected .*: It is given twice/u),
      expect.stringMatching(/^rejected .*: The group that has this field would become too large/u),
      "rejected PostgreSQL: It is given twice with different values; the first one counts",
    ]);
    expect(await valueOf(session, id)).toMatchObject({ PGHOST: "one.example.com", PGUSER: "ada" });
    expect(
      await bring(session, [
        {
          category: "PostgreSQL",
          keyType: "group",
          name: "billing",
          environment: "staging",
          value: '{"PGHOST":"four"}',
        },
        variable("PGHOST", "five.example.com"),
      ]),
    ).toEqual([
      "updated PostgreSQL",
      "rejected PostgreSQL: It is given twice with different values; the first one counts",
    ]);
  });

  test("tells a key that may not read categories nothing of the group's", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["entries:write", "entries:reveal", "categories:write"] });
    await aGroup(session);
    expect(await bring(key, [variable("PGUSER", "ada")])).toEqual(["unchanged PGUSER"]);
  });
});
