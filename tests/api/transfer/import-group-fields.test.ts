import { describe, expect, test } from "vitest";
import { deleteEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { type ImportEntry, importItems } from "@/lib/contracts/transfer/import";
import { listEntryVersions } from "@/lib/contracts/vault/versions";
import { valueBytesMax } from "@/lib/contracts/primitives";
import { readImport } from "@/lib/import";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { importedVariable as variable } from "../../support/rows/imported-variable";
import { exportEverything } from "@/lib/contracts/vault/everything";

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

  test("is an entry of its own where a vault's own export says so, in whatever requests it comes", async () => {
    const { session } = await aUser();
    await aGroup(session);
    const { id } = await anEntry(session, {
      category: { name: "PGUSER", envVarName: "PGUSER" },
      environment: "staging",
      value: "own-user",
      notes: "its own",
      rotateEveryDays: 30,
    });
    const text = JSON.stringify(await session.call(exportEverything));
    const { entries, faults } = readImport(text, { format: "everything", project: "" });
    expect([entries.length, faults]).toEqual([2, []]);
    const exported = entries as ImportEntry[];
    const inBoth = async (who: Actor) => [
      ...(await bring(
        who,
        exported.filter(({ keyType }) => keyType === "group"),
      )),
      ...(await bring(
        who,
        exported.filter(({ keyType }) => keyType === "simple"),
      )),
    ];
    await session.call(deleteEntry, { params: { id } });
    expect(await inBoth(session)).toEqual(["unchanged PostgreSQL", "created PGUSER"]);
    const { session: other } = await aUser();
    expect(await inBoth(other)).toEqual(["created PostgreSQL", "created PGUSER"]);
    expect(await inBoth(other)).toEqual(["unchanged PostgreSQL", "unchanged PGUSER"]);
    for (const who of [session, other]) {
      const listed = await who.call(listEntries);
      const values = await Promise.all(listed.map((entry) => valueOf(who, entry.id)));
      expect(values).toEqual(expect.arrayContaining([JSON.parse(stored), "own-user"]));
      expect(listed.map(({ notes }) => notes)).toEqual(expect.arrayContaining([null, "its own"]));
    }
  });

  test.each<[string, (string | [string])[], string[], string]>([
    ["a whole group, then a field", ['{"A":"1","B":"1"}', ["2"]], ["unchanged", "rejected"], "1"],
    ["a field, then the whole group", [["2"], '{"A":"1","B":"1"}'], ["updated", "rejected"], "2"],
    ["a whole group, then a field of it", ['{"A":"3","B":"1"}', ["3"]], ["updated", "unchanged"], "3"],
    ["a field, then a whole group with it", [["1"], '{"A":"1","B":"9"}'], ["unchanged", "updated"], "1"],
    ["a changed field, then a whole group with it", [["4"], '{"A":"4","B":"9"}'], ["updated", "updated"], "4"],
  ])("counts once beside its group: %s", async (_, given, outcomes, left) => {
    const { session } = await aUser();
    const { id } = await aGroup(session, '{"A":"1","B":"1"}');
    const entries = given.map((one) =>
      typeof one === "string"
        ? {
            category: "PostgreSQL",
            keyType: "group" as const,
            name: "billing",
            environment: "staging" as const,
            value: one,
          }
        : variable("A", one[0]),
    );
    for (const preview of [true, false])
      expect((await bring(session, entries, preview)).map((told) => told.split(" ")[0])).toEqual(outcomes);
    expect(await valueOf(session, id)).toMatchObject({ A: left });
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
