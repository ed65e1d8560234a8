import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedInstant } from "@/lib/db/instants";
import { idsMax, type RegisteredQuery, registeredQueries } from "@/lib/db/queries/query";
import type { Value } from "@/lib/db/sql";
import { columnsOf, isOwned, tables } from "@/lib/db/tables";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { accessKeysLikePrisma } from "./like-prisma/access-keys";
import { activityLikePrisma, namesLikePrisma } from "./like-prisma/activity";
import { type Cases, withinOf } from "./like-prisma/cases";
import { deliveriesLikePrisma } from "./like-prisma/deliveries";
import { entriesLikePrisma } from "./like-prisma/entries";
import { fingerprintsLikePrisma } from "./like-prisma/fingerprints";
import { listsLikePrisma } from "./like-prisma/lists";
import { maintenanceLikePrisma } from "./like-prisma/maintenance";
import { peopleLikePrisma } from "./like-prisma/people";
import { randomVault, stored } from "./like-prisma/random-vault";
import { remindersLikePrisma } from "./like-prisma/reminders";

// Every file of queries, so that all of them are registered.
await Promise.all(Object.values(import.meta.glob("../../../lib/db/queries/**/*.ts")).map((load) => load()));

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const all = registeredQueries();
const isRead = ({ sql, exceptions }: RegisteredQuery) => sql.startsWith("select") && exceptions.onlyOn === undefined;
const named = (queries: readonly RegisteredQuery[]) => queries.map((query) => [query.name, query] as const);
/** Inside the test's own process, each database gets the queries that it understands. */
const understood = () => all.filter(({ exceptions: { onlyOn = own.databaseKind } }) => onlyOn === own.databaseKind);

describe("a query filters by owner", () => {
  const owned: string[] = tables.filter(isOwned).map(({ name }) => name);

  /** The parts of the SQL that don't: each select, insert or update of a table whose rows belong to a user. */
  function notByOwner({ sql, parameters }: Pick<RegisteredQuery, "sql" | "parameters">): string[] {
    let asked = 0;
    // Each placeholder says which value it gets.
    const text = sql.replace(/\?/g, () => `:${parameters[asked++]}`);
    return text.split(" union all ").filter((part) => {
      const table = /(?:from|insert into|update) "(\w+)"(?: as "(\w+)")?/.exec(part);
      if (!table) return true;
      const [, name = "", alias] = table;
      const column = (of: string) => (alias === undefined ? `"${of}"` : `"${alias}"."${of}"`);
      if (name === "User") return !part.includes(`${column("id")} = :userId`);
      if (name === "Team") return !part.includes(`${column("id")} = :teamId`);
      if (!owned.includes(name)) return false;
      // What is copied within a table or to another one keeps its owner.
      const copied = /^insert into "\w+" \("id", "userId",.*\) select :id as "id", "\w+"\."userId",.* (from .*)$/.exec(
        part,
      )?.[1];
      if (copied !== undefined) return notByOwner({ sql: copied, parameters: [] }).length > 0;
      if (part.startsWith("insert")) return !/\("id", "userId",.* values \(:id, :userId,/.test(part);
      return !part.includes(`${column("userId")} = :userId`);
    });
  }

  test.each(named(all))("%s", (_, query) => {
    if (query.exceptions.ofAnyOwner === undefined) expect(notByOwner(query)).toEqual([]);
    // An unnecessary exception would hide the next mistake.
    else expect(notByOwner(query)).not.toEqual([]);
  });

  test.each([
    ['select "name" from "KeyEntry" where "id" = ?', ["id"]],
    ['select "name" from "KeyEntry" where "userId" = ?', ["id"]],
    ['select "e"."name" from "KeyEntry" as "e" inner join "KeyCategory" as "c" where "c"."userId" = ?', ["userId"]],
    ['select 1 from "EnvFile" where "userId" = ? union all select 2 from "KeyEntry"', ["userId"]],
    ['update "KeyCategory" set "name" = ? where "id" = ?', ["userId", "id"]],
    ['insert into "KeyEntry" ("id", "userId", "name") values (?, ?, ?)', ["id", "name", "userId"]],
    ['insert into "EntryVersion" ("id", "userId") select ? as "id", "e"."userId" from "KeyEntry" as "e"', ["id"]],
  ])("%s is found not to", (sql, parameters) => {
    expect(notByOwner({ sql, parameters })).not.toEqual([]);
  });
});

describe("a query leaves out what is in the trash", () => {
  const inTrash = tables.filter((table) => columnsOf(table).includes("trashId")).map(({ name }) => name as string);

  /** A look at the project that a file belongs to is like a join. */
  const ofFile = /from "EnvProject" as "p" where "p"\."id" = "EnvFile"\."projectId"/g;

  /** The tables that the SQL reads or changes by themselves, without the condition. What is joined follows from them. */
  const withoutCondition = ({ sql }: Pick<RegisteredQuery, "sql">): string[] =>
    [...sql.replace(ofFile, "").matchAll(/(?:from|update) "(\w+)"(?: as "(\w+)")?/g)].flatMap(
      ([, name = "", alias]) => {
        const condition = alias === undefined ? '"trashId" is null' : `"${alias}"."trashId" is null`;
        return inTrash.includes(name) && !sql.includes(condition) ? [name] : [];
      },
    );

  test("five tables have a trash", () => {
    expect(inTrash).toEqual(["KeyCategory", "KeyEntry", "TwoFactorToken", "EnvProject", "EnvFile"]);
  });

  test.each(named(all))("%s", (_, query) => {
    if (query.exceptions.withTrash === undefined) expect(withoutCondition(query)).toEqual([]);
  });

  test.each([
    'select "name" from "KeyEntry" where "userId" = ?',
    'select "e"."name" from "KeyEntry" as "e" where "trashId" is null',
    'update "EnvFile" set "fileType" = ?',
    'select 1 from "KeyCategory" where "trashId" is null and exists (select 1 from "KeyEntry" as "e")',
    'delete from "TwoFactorToken" where "userId" = ?',
  ])("%s is found not to", (sql) => {
    expect(withoutCondition({ sql })).not.toEqual([]);
  });

  test("the exceptions are those that work on the trash, locks and maintenance", () => {
    const exceptions = all.filter((query) => withoutCondition(query).length > 0).map(({ name }) => name.split(":")[0]);
    expect([...new Set(exceptions)].sort()).toEqual([
      "dropTrashInside",
      "findValueNow",
      "giveOwnItem",
      "keepEnvFileContent",
      "leaveProjectVersions",
      "listEntriesBehind",
      "listTrash",
      "listValueIds",
      "listValueSizesInEnvFile",
      "listValueSizesInKeyEntry",
      "listValueSizesInTwoFactorToken",
      "lockEntriesOfCategory",
      "lockFilesOfProject",
      "lockFreeRows",
      "lockRow",
      "lockRowsOfOwner",
      "nameCategories",
      "nameEntries",
      "nameEnvFiles",
      "nameEnvProjects",
      "nameTokens",
      "replaceManySealed",
      "replaceSealed",
      "shareRow",
      "takeOut",
      "takeOutAlone",
    ]);
  });
});

describe("a query reads no more than an index's rows, however large the tables grow", () => {
  const scan = /^SCAN |Seq Scan/m;
  const wholeNumbers =
    "minute count counter since least most kept number before from limit upTo afterNumber beforeNumber endNumber startNumber rotateEveryDays attempts status milliseconds samePlace lockNumber".split(
      " ",
    );
  const given = Object.fromEntries(
    all
      .flatMap(({ parameters }) => parameters)
      .map((name) => [
        name,
        /sealed|encrypted/i.test(name)
          ? new Uint8Array(1)
          : /^at$|At$/.test(name)
            ? storedInstant(new Date())
            : name === "ids" ||
                name === "keys" ||
                name === "names" ||
                name === "categories" ||
                name === "projects" ||
                name === "environments" ||
                name === "fileTypes"
              ? ["a", "b"]
              : wholeNumbers.includes(name)
                ? 1
                : name === "records" || name === "rows"
                  ? "[]"
                  : "x",
      ]),
  );

  /**
   * How the database would find the rows. PostgreSQL may not scan the whole table, which it prefers for small tables.
   */
  async function planOf({ sql, numberedSql, bind }: RegisteredQuery): Promise<string> {
    const values: Value[] = bind(given);
    if (own.databaseKind === "sqlite")
      return (await own.db.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, ...values))
        .map(({ detail }) => detail)
        .join("\n");
    const [, rows] = await own.db.$transaction([
      own.db.$executeRawUnsafe("SET LOCAL enable_seqscan = off"),
      own.db.$queryRawUnsafe<Record<string, string>[]>(`EXPLAIN ${numberedSql}`, ...values),
    ]);
    return rows.flatMap((row) => Object.values(row)).join("\n");
  }

  test("every one that the database understands", async () => {
    const scanning: string[] = [];
    for (const query of understood()) if (scan.test(await planOf(query))) scanning.push(query.name);
    expect(scanning).toEqual(
      understood()
        .filter(({ exceptions }) => exceptions.wholeTable)
        .map(({ name }) => name),
    );
  });

  test("a list of entries with their categories says that both have one owner", () => {
    const lists = all.filter(
      ({ sql }) =>
        sql.includes('from "KeyEntry" as "e" inner join "KeyCategory" as "c"') && !/"e"\."id" (=|in) /.test(sql),
    );
    expect(new Set(lists.map(({ name }) => name.split(":")[0]))).toEqual(
      new Set([
        ...["listEntries", "listExported", "listEntryNames", "listReferred", "countOwned"],
        ...["listExpiringEntries", "listEntriesToRotate"],
      ]),
    );
    const unsaid = lists.filter(
      ({ sql }) => !sql.includes('on "c"."id" = "e"."categoryId" and "c"."userId" = "e"."userId"'),
    );
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  test("lists of the activity find nothing by time", () => {
    const lists = all.filter(({ name }) => name.startsWith("listActivity") && !/Heads|Keys/.test(name));
    expect(lists).toHaveLength(16);
    for (const { name, sql } of lists)
      expect([name, sql]).toEqual([name, expect.stringContaining('("a"."at" >= ?) is true')]);
  });

  test.each([
    ["listActivity", "userId_number_key"],
    ["listActivityOfObject", "userId_objectId_number_idx"],
    ["listActivityOfPerson", "userId_actorUserId_number_idx"],
    ["listActivityOfKey", "userId_actorKeyId_number_idx"],
  ])("on SQLite, %s has its own index", async (name, index) => {
    if (own.databaseKind !== "sqlite") return;
    for (const query of understood().filter((one) => one.name.split(":")[0] === name))
      expect([query.name, await planOf(query)]).toEqual([query.name, expect.stringContaining(`Activity_${index}`)]);
  });

  test("a vault's entries behind one are read from its place in their order on", async () => {
    const query =
      understood().find(({ name }) => name === "listEntriesBehind") ?? expect.fail("there is no such query");
    const plan = await planOf(query);
    expect(plan).toContain("KeyEntry_userId_name_createdAt_id_idx");
    expect(plan).toContain(
      own.databaseKind === "sqlite"
        ? "(userId=? AND (name,createdAt,id)>(?,?,?))"
        : `Index Cond: (("userId" = 'x'::text) AND (ROW(name, "createdAt", id) > ROW('x'::text,`,
    );
    expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
  });

  test.each(["listExpiringEntries", "listEntriesToRotate"])(
    "on SQLite, %s reads no entry that is not due, within whatever bounds",
    async (name) => {
      // PostgreSQL decides by what it knows of its tables, which are empty here.
      if (own.databaseKind !== "sqlite") return;
      const column = name === "listExpiringEntries" ? "expiresAt" : "rotateAt";
      for (const query of understood().filter((one) => one.name.split(":")[0] === name))
        expect([query.name, await planOf(query)]).toEqual([
          query.name,
          expect.stringContaining(`KeyEntry_userId_${column}_idx`),
        ]);
    },
  );

  test.each([
    ["listUntoldExpiries", "KeyEntry_untold_expiresAt_idx"],
    ["listUntoldRotations", "KeyEntry_untold_rotateAt_idx"],
    ["listUntoldKeys", "AccessKey_ruleId_expiresAt_idx"],
  ])("on SQLite, %s reads nothing of any vault that is not due or was told", async (name, index) => {
    if (own.databaseKind !== "sqlite") return;
    const query = understood().find((one) => one.name === name) ?? expect.fail("there is no such query");
    expect((await planOf(query)).split("\n")[0]).toContain(index);
  });

  // PostgreSQL knows how many rows an owner has.
  test("on SQLite, a list of ids is not looked for among all rows of their owner", async () => {
    if (own.databaseKind !== "sqlite") return;
    const reading: string[] = [];
    for (const query of understood())
      if (query.parameters.includes("ids") && (await planOf(query)).includes("(userId=?")) reading.push(query.name);
    expect(reading).toEqual([]);
  });
});

/** Rows in one form for both: instants, bytes and counts. */
const comparable = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]: [string, unknown]) => [
        column,
        value instanceof Date || (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(value))
          ? new Date(value).toISOString()
          : value instanceof Uint8Array
            ? Buffer.from(value).toString("hex")
            : typeof value === "bigint"
              ? Number(value)
              : value,
      ]),
    ),
  );

/** What they return follows from what a random vault holds. */
const ofRandomVaults: Record<string, Cases> = {
  ...fingerprintsLikePrisma(() => own),
  ...entriesLikePrisma(() => own),
  ...listsLikePrisma(() => own),
  ...remindersLikePrisma(() => own),
  ...maintenanceLikePrisma(() => own),
  ...namesLikePrisma(() => own),
};
/** These write the rows that they are asked for, the same ones in each vault. */
const ofOwnRows: Record<string, Cases> = {
  ...activityLikePrisma(() => own),
  ...accessKeysLikePrisma(() => own),
  ...peopleLikePrisma(() => own),
  ...deliveriesLikePrisma(() => own),
};

describe("a query returns what Prisma returns", () => {
  test("every query that reads has its counterpart here", () => {
    expect([...Object.keys(ofRandomVaults), ...Object.keys(ofOwnRows)].sort()).toEqual(
      all
        .filter(isRead)
        // A bounded query's variants share their counterpart, which is asked within the same bounds.
        .map(({ name }) => name.split(":")[0] ?? "")
        .filter((name, index, all) => all.indexOf(name) === index)
        .sort(),
    );
  });

  /** Ordered results are compared in order; for the others each database has its own. */
  const inOrder = (query: RegisteredQuery, rows: object[]) =>
    query.sql.includes("order by")
      ? rows
      : rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

  test.each([
    ["over random vaults", ofRandomVaults, 40],
    ["of rows that are the same in each vault", ofOwnRows, 2],
  ])("%s", async (_, likePrisma, numRuns) => {
    await fc.assert(
      fc.asyncProperty(randomVault, randomVault, async (one, other) => {
        const [mine, others] = [await stored(own, one), await stored(own, other)];
        for (const query of all.filter(isRead)) {
          const [name = "", reach] = query.name.split(":");
          const within = withinOf(reach);
          for (const [given, rows] of (await likePrisma[name]?.(mine, others, within)) ?? []) {
            const found = await own.reads.all(query, { ...given, ...within.given });
            expect([query.name, inOrder(query, comparable(found as object[]))]).toEqual([
              query.name,
              inOrder(query, comparable(rows)),
            ]);
          }
        }
      }),
      { numRuns },
    );
  });
});

test("a query finds as many ids as it has places, and accepts no more", async () => {
  const { userId } = await stored(own, {
    categories: [
      {
        name: "c",
        keyType: "simple",
        envVarName: "A",
        icon: null,
        description: null,
        createdAt: new Date(0),
        isTrashed: false,
      },
    ],
    entries: [],
    tokens: [],
    file: new Uint8Array(1),
    isFileTrashed: false,
    trashed: null,
  });
  const category = await own.db.keyCategory.findFirstOrThrow({ where: { userId } });
  const ids = Array.from({ length: idsMax }, () => randomUUID());
  await own.db.keyEntry.createMany({
    data: ids.map((id) => ({ id, userId, categoryId: category.id, name: "n", encryptedValue: new Uint8Array(1) })),
  });
  const findEntryIds = all.find(({ name }) => name === "findEntryIds") ?? expect.fail("there is no such query");
  expect(await own.reads.all(findEntryIds, { userId, ids })).toHaveLength(idsMax);
  expect(await own.reads.all(findEntryIds, { userId, ids: ids.slice(0, 3) })).toHaveLength(3);
  expect(() => findEntryIds.bind({ userId, ids: [...ids, "one more"] })).toThrow(RangeError);
  expect(() => findEntryIds.bind({ userId, ids: [] })).toThrow(RangeError);
});
