import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environments, keyTypes } from "@/lib/contracts/primitives";
import { sealedColumns } from "@/lib/crypto/sealed-columns";
import { storedInstant } from "@/lib/db/instant";
import { insertActivityHead } from "@/lib/db/queries/activity-chain";
import { bound, idsMax, type RegisteredQuery, registeredQueries } from "@/lib/db/queries/query";
import { listDueWebhooks } from "@/lib/db/queries/webhooks";
import type { Value } from "@/lib/db/sql";
import { delegateOf } from "@/lib/db/rows";
import { columnsOf, isOwned, tableNamed, tables } from "@/lib/db/tables";
import { byName } from "@/lib/db/wire";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { activityLikePrisma } from "./activity-like-prisma";
import { fingerprintsLikePrisma } from "./fingerprints-like-prisma";

// Every file of queries, so that all of them are registered.
await Promise.all(Object.values(import.meta.glob("../../../lib/db/queries/*.ts")).map((load) => load()));

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
      "leaveProjectVersions",
      "listValueIds",
      "listValueSizesInEnvFile",
      "listValueSizesInKeyEntry",
      "listValueSizesInTwoFactorToken",
      "lockCategory",
      "lockEntriesOfCategory",
      "lockEnvProject",
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
      "takeOut",
      "takeOutAlone",
    ]);
  });
});

describe("a query reads no more than an index's rows, however large the tables grow", () => {
  const scan = /^SCAN |Seq Scan/m;
  const wholeNumbers =
    "minute count counter since least most kept number before from limit upTo afterNumber beforeNumber startNumber rotateEveryDays attempts status milliseconds samePlace".split(
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

const text = fc.string({ unit: "binary", maxLength: 20 }).filter((name) => name.isWellFormed() && !name.includes("\0"));
const instant = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((array) => new Uint8Array(array));
const rarely = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
const vault = fc.record({
  categories: fc.array(
    fc.record({
      name: text,
      keyType: fc.constantFrom(...keyTypes),
      envVarName: fc.option(text),
      icon: fc.option(text),
      description: fc.option(text),
      createdAt: instant,
      isTrashed: rarely,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      of: fc.nat(3),
      name: fc.oneof(text, fc.constant("billing")),
      environment: fc.option(fc.constantFrom(...environments)),
      notes: fc.option(text),
      fieldNames: fc.option(text),
      createdAt: instant,
      encryptedValue: bytes,
      expiresAt: fc.option(instant),
      rotateEveryDays: fc.option(fc.integer({ min: 1, max: 3_650 })),
      rotateAt: fc.option(instant),
      version: fc.integer({ min: 1, max: 9 }),
      isTrashed: rarely,
    }),
    { maxLength: 12 },
  ),
  tokens: fc.array(
    fc.record({
      service: text,
      accountName: text,
      notes: fc.option(text),
      encryptedSecret: bytes,
      createdAt: instant,
      isTrashed: rarely,
    }),
    { maxLength: 4 },
  ),
  file: bytes,
  isFileTrashed: rarely,
});

/** A random vault, inserted by Prisma. */
async function stored({
  categories,
  entries,
  tokens,
  file,
  isFileTrashed,
}: typeof vault extends fc.Arbitrary<infer V> ? V : never) {
  const { db } = own;
  const { id: userId } = await db.user.create({
    data: { email: randomUUID(), passwordHash: "not-a-hash", factors: "code" },
  });
  /** A new id, and if the row is in the trash, that of the item. */
  const newId = async (isTrashed: boolean, kind: string) => {
    const id = randomUUID();
    if (isTrashed) await db.trashItem.create({ data: { id, userId, kind, name: "name", deletedBy: "{}" } });
    return { id, userId, trashId: isTrashed ? id : null };
  };
  const stands: { id: string; trashId: string | null }[] = [];
  for (const { isTrashed, ...data } of categories)
    stands.push(await db.keyCategory.create({ data: { ...data, ...(await newId(isTrashed, "category")) } }));
  const categoryIds = stands.map(({ id }) => id);
  const entryIds: string[] = [];
  for (const { of, isTrashed, ...data } of entries) {
    const category = stands[of % stands.length] ?? expect.fail("there is a category");
    const own = await newId(isTrashed, "entry");
    const row = { ...data, ...own, categoryId: category.id, trashId: own.trashId ?? category.trashId };
    entryIds.push((await db.keyEntry.create({ data: row })).id);
  }
  const tokenIds: string[] = [];
  for (const { isTrashed, ...data } of tokens) {
    const row = { ...data, ...(await newId(isTrashed, "two-factor-token")) };
    tokenIds.push((await db.twoFactorToken.create({ data: row })).id);
  }
  const project = await db.envProject.create({
    data: {
      userId,
      name: "shop",
      files: { create: { ...(await newId(isFileTrashed, "env-file")), fileType: "env", encryptedContent: file } },
    },
    include: { files: true },
  });
  const session = await db.session.create({
    data: {
      userId,
      tokenHash: randomUUID(),
      method: "password",
      provenAt: new Date(1),
      expiresAt: new Date(2),
      mac: "not-a-mac",
    },
    omit: { tokenHash: false },
  });
  const key = await db.accessKey.create({
    data: { userId, name: "ci", keyHash: randomUUID(), keyPrefix: "svc_x", scopes: "entries:read", mac: "not-a-mac" },
    omit: { keyHash: false },
  });
  return {
    userId,
    categoryIds,
    entryIds,
    tokenIds,
    projectId: project.id,
    fileIds: project.files.map(({ id }) => id),
    session,
    key,
  };
}
type Stored = Awaited<ReturnType<typeof stored>>;

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

type Given = Record<string, Value | readonly string[]>;
/** The bounds that a query is asked with: what it takes for them, and the same as Prisma's conditions. */
type Within = {
  isBounded: boolean;
  /** What it limits. */
  reach: readonly string[];
  given: Given;
  entry: object;
  category: object;
  file: object;
};

const inUse = { trashId: null };
const projects = ["billing", "shop"];
const withinEnvironments = {
  entry: { OR: [{ environment: "production" }, { environment: null }] },
  file: { fileType: { in: ["env", "env.local", "env.production"] } },
};
const boundsOf: Record<string, { entry: object; file: object }> = {
  projects: { entry: { name: { in: projects } }, file: { project: { name: { in: projects } } } },
  environments: withinEnvironments,
  both: {
    entry: { name: { in: projects }, ...withinEnvironments.entry },
    file: { project: { name: { in: projects } }, ...withinEnvironments.file },
  },
};

function withinOf(reach: string | undefined): Within {
  const bounds = reach === undefined ? undefined : boundsOf[reach];
  if (!bounds) return { isBounded: false, reach: [], given: {}, entry: inUse, category: inUse, file: inUse };
  return {
    isBounded: true,
    reach: reach === "both" ? ["projects", "environments"] : [reach ?? ""],
    given: {
      projects,
      environments: ["production", "none"],
      fileTypes: ["env", "env.local", "env.production"],
    },
    entry: { ...inUse, AND: [bounds.entry] },
    category: { ...inUse, entries: { some: { ...inUse, ...bounds.entry } } },
    file: { ...inUse, AND: [bounds.file] },
  };
}

/** What is asked, and what Prisma answers to the same. */
type Cases = (mine: Stored, others: Stored, within: Within) => Promise<[given: Given, rows: object[]][]>;
const select = <const C extends string>(...columns: C[]) =>
  Object.fromEntries(columns.map((column) => [column, true])) as Record<C, true>;
/** For each id of either owner, requested by the first. */
const each = (
  ids: readonly string[],
  userId: string,
  ask: (where: { id: string; userId: string }) => Promise<object | null>,
) =>
  Promise.all(
    ids.map(
      async (id) => [{ id, userId }, [await ask({ id, userId })].filter((row) => row !== null)] as [Given, object[]],
    ),
  );
const ofEntry = [
  "id",
  "categoryId",
  "name",
  "environment",
  "notes",
  "fieldNames",
  "expiresAt",
  "rotateEveryDays",
  "valueAt",
  "createdAt",
  "updatedAt",
  "version",
] as const;
const ofSession = ["userId", "method", "provenAt", "lastSeenAt", "expiresAt", "mac"] as const;

/** Two values left by the key in the seventh minute of the epoch, and three in the ninth. */
async function countReveals(accessKeyId: string, userId: string): Promise<void> {
  await own.db.revealCount.deleteMany({ where: { accessKeyId } });
  const counts = [
    { minute: 7, count: 2 },
    { minute: 9, count: 3 },
  ];
  await own.db.revealCount.createMany({ data: counts.map((row) => ({ ...row, accessKeyId, userId })) });
}

/** The entries whose `column` lies before 2020, the earliest first. */
const dueLikePrisma =
  (column: "expiresAt" | "rotateAt"): Cases =>
  async ({ userId }, _, within) => {
    const until = new Date("2020-01-01");
    const rows = await own.db.keyEntry.findMany({
      where: { ...within.entry, userId, [column]: { lte: until } },
      orderBy: [{ [column]: "asc" }, { id: "asc" }],
      include: { category: true },
    });
    return [
      [
        { userId, untilAt: storedInstant(until) },
        rows.map((row) => ({
          id: row.id,
          name: row.name,
          environment: row.environment,
          categoryName: row.category.name,
          dueAt: row[column],
        })),
      ],
    ];
  };

const toldUntil = new Date("2020-01-01");

/** The entries that are due and were not told, of which one has been told meanwhile. */
async function untoldLikePrisma(
  userId: string,
  [column, told]: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"],
) {
  const where = { userId, ...inUse, [column]: { lte: toldUntil } };
  const rows = await own.db.keyEntry.findMany({ where, orderBy: [{ [column]: "asc" }, { id: "asc" }] });
  const [first] = rows;
  if (first) await own.db.keyEntry.update({ where: { id: first.id }, data: { [told]: first[column] } });
  const [, second] = rows;
  // Another date was told.
  if (second) await own.db.keyEntry.update({ where: { id: second.id }, data: { [told]: new Date("2050-01-01") } });
  return rows.slice(1);
}

const findUntoldLikePrisma =
  (...columns: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"]): Cases =>
  async ({ userId, entryIds }, others) => {
    const rows = (await untoldLikePrisma(userId, columns)).map((row) => ({ id: row.id, dueAt: row[columns[0]] }));
    const given = { userId, ids: [...entryIds, ...others.entryIds], untilAt: storedInstant(toldUntil) };
    return given.ids.length === 0 ? [] : [[given, rows]];
  };

/** It is asked for everybody's: nothing of other vaults is due. */
const listUntoldLikePrisma =
  (...columns: readonly ["expiresAt" | "rotateAt", "toldExpiresAt" | "toldRotateAt"]): Cases =>
  async ({ userId }) => {
    const [column] = columns;
    const ofOthers = { userId: { not: userId }, [column]: { lte: toldUntil } };
    await own.db.keyEntry.updateMany({ where: ofOthers, data: { [column]: null } });
    const rows = await untoldLikePrisma(userId, columns);
    // Of several with one date, whichever comes first.
    const isInOrder = new Set(rows.map((row) => row[column]?.getTime())).size === rows.length;
    const asked = { untilAt: storedInstant(toldUntil), limit: 100 };
    return isInOrder ? [[asked, rows.map(({ id }) => ({ id, userId }))]] : [];
  };

let expiries = 0;
/** Gives a key an expiry that no other has, and that was not told: an earlier one was. */
async function expiringKey(userId: string, id: string): Promise<Date> {
  const expiresAt = new Date(Date.UTC(2001, 0, 1) + (expiries += 1) * 60_000);
  await own.db.accessKey.update({ where: { id }, data: { expiresAt } });
  const told = { userId, accessKeyId: id, expiresAt: new Date(1) };
  await own.db.keyNotice.upsert({ where: { accessKeyId: id }, create: told, update: {} });
  return expiresAt;
}

/** No reply has it. */
const inTrash = { trashId: true } as const;

const aWebhook = (userId: string, more: object = {}) =>
  own.db.webhook.create({ data: { userId, sealedTarget: new Uint8Array([1]), position: -1, ...more } });
const aMail = (userId: string, more: object) =>
  own.db.mail.create({ data: { userId, sealedMessage: new Uint8Array([1]), ...more } });
const deliveryOf = (userId: string, webhookId: string) => ({
  userId,
  webhookId,
  number: 1,
  messageId: "msg_1",
  event: "entry.create",
  state: "pending",
  attempts: 1,
  milliseconds: 1,
  lastAttemptAt: new Date(),
});

const likePrisma: Record<string, Cases> = {
  ...activityLikePrisma(() => own.db),
  ...fingerprintsLikePrisma(() => own.db),
  listTrash: async ({ userId }, _, within) => {
    const items = await own.db.trashItem.findMany({
      where: { userId },
      orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
      omit: { userId: true },
    });
    const where = { userId, trashId: { not: null } };
    const entries = await own.db.keyEntry.findMany({
      where: { ...within.entry, ...where },
      include: { category: true },
    });
    const files = await own.db.envFile.findMany({ where: { ...within.file, ...where }, include: { project: true } });
    return [
      [
        { userId },
        items.flatMap((item) => {
          const place =
            entries.find(({ id }) => id === item.id)?.category.name ??
            files.find(({ id }) => id === item.id)?.project.name;
          return place === undefined && within.isBounded ? [] : [{ ...item, within: place ?? item.within }];
        }),
      ],
    ];
  },
  listEntries: async ({ userId }, _, within) => {
    const rows = await own.db.keyEntry.findMany({
      where: { ...within.entry, userId },
      orderBy: [...byName],
      select: { ...select(...ofEntry), category: true },
    });
    return [
      [
        { userId },
        rows.map(({ category: { name, keyType, envVarName, icon }, ...row }) => ({
          ...row,
          categoryName: name,
          keyType,
          envVarName,
          icon,
        })),
      ],
    ];
  },
  findEntry: (mine, others, within) =>
    each([...mine.entryIds, ...others.entryIds], mine.userId, (where) =>
      own.db.keyEntry.findFirst({ where: { ...where, ...within.entry }, select: select(...ofEntry) }),
    ),
  findSameEntry: async ({ userId, categoryIds: [categoryId = ""] }, _, within) =>
    Promise.all(
      [null, ...environments].map(async (environment) => {
        const row = await own.db.keyEntry.findFirst({
          where: { ...within.entry, userId, name: "billing", categoryId, environment },
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          select: select("id", "version"),
        });
        return [{ userId, name: "billing", categoryId, environment }, row ? [row] : []] as [Given, object[]];
      }),
    ),
  findSealedEntry: (mine, others, within) =>
    each([...mine.entryIds, ...others.entryIds], mine.userId, async (where) => {
      const row = await own.db.keyEntry.findFirst({
        where: { ...where, ...within.entry },
        select: {
          ...select("name", "environment", "encryptedValue", "version", "valueVersion", "valueId"),
          category: true,
        },
      });
      return (
        row && {
          name: row.name,
          environment: row.environment,
          encryptedValue: row.encryptedValue,
          version: row.version,
          valueVersion: row.valueVersion,
          valueId: row.valueId,
          keyType: row.category.keyType,
          category: row.category.name,
        }
      );
    }),
  findEntryIds: async ({ userId, entryIds }, others, within) =>
    entryIds.length === 0
      ? []
      : [
          [
            { userId, ids: [...entryIds, ...others.entryIds] },
            await own.db.keyEntry.findMany({
              where: { ...within.entry, userId },
              select: select("id"),
              orderBy: { id: "asc" },
            }),
          ],
        ],
  listExported: async ({ userId }, _, within) =>
    Promise.all(
      [{}, { environment: "staging" }, { name: "billing" }, { environment: "production", name: "billing" }].map(
        async (filter) => [
          { userId, environment: null, name: null, ...filter },
          await own.db.keyEntry.findMany({
            where: { ...within.entry, userId, ...filter, category: { keyType: { in: ["simple", "group"] } } },
            select: select("id"),
            orderBy: [{ category: { name: "asc" } }, ...byName],
          }),
        ],
      ),
    ),
  findSealedEntries: async ({ userId, entryIds }, others, within) => {
    const rows = await own.db.keyEntry.findMany({
      where: { ...within.entry, userId },
      select: { ...select("id", "name", "environment", "encryptedValue", "valueId"), category: true },
      orderBy: { id: "asc" },
    });
    return entryIds.length === 0
      ? []
      : [
          [
            { userId, ids: [...entryIds, ...others.entryIds] },
            rows.map(({ category: { name, keyType, envVarName }, ...row }) => ({
              ...row,
              category: name,
              keyType,
              envVarName,
            })),
          ],
        ];
  },
  listReferred: async ({ userId }, others, within) => {
    const rows = await own.db.keyEntry.findMany({ where: { ...within.entry, userId }, include: { category: true } });
    const inCategories = await own.db.keyCategory.findMany({ where: { userId: { in: [userId, others.userId] } } });
    const foreign = await own.db.keyEntry.findMany({ where: { userId: others.userId } });
    const names = [...new Set(["billing", ...rows.map(({ name }) => name), ...foreign.map(({ name }) => name)])];
    const of = (categories: readonly string[], wanted: readonly string[]) =>
      [
        { userId, categories, names: wanted },
        rows
          .filter(({ name, category }) => wanted.includes(name) && categories.includes(category.name))
          .map(({ id, name, environment, categoryId, fieldNames, category }) => ({
            id,
            name,
            environment,
            categoryId,
            fieldNames,
            category: category.name,
            keyType: category.keyType,
          }))
          .sort((one, other) => (one.id < other.id ? -1 : 1)),
      ] as [Given, object[]];
    const categories = inCategories.map(({ name }) => name);
    return [of(categories, names), of(categories.slice(0, 1), ["billing"]), of(["none at all"], names)];
  },
  listEntryNames: async ({ userId }, _, within) => {
    const rows = await own.db.keyEntry.findMany({
      where: { ...within.entry, userId, category: { keyType: { in: ["simple", "group"] } } },
      orderBy: [...byName],
      include: { category: true },
    });
    return [
      [
        { userId },
        rows.map(({ id, categoryId, name, environment, fieldNames, category }) => ({
          entryId: id,
          categoryId,
          category: category.name,
          entry: name,
          environment,
          fieldNames,
          envVarName: category.envVarName,
        })),
      ],
    ];
  },
  listCategories: async ({ userId }, _, within) => [
    [
      { userId },
      await own.db.keyCategory.findMany({ where: { ...within.category, userId }, orderBy: [...byName], omit: inTrash }),
    ],
  ],
  findCategory: (mine, others, within) =>
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, (where) =>
      own.db.keyCategory.findFirst({ where: { ...where, ...within.category }, omit: inTrash }),
    ),
  findCategoryType: (mine, others, within) =>
    each([...mine.categoryIds, ...others.categoryIds], mine.userId, (where) =>
      own.db.keyCategory.findFirst({ where: { ...where, ...within.category }, select: select("keyType", "name") }),
    ),
  findCategoryOfType: async ({ userId, categoryIds: [id = ""] }, _, within) =>
    Promise.all(
      keyTypes.map(async (keyType) => [
        { id, userId, keyType },
        await own.db.keyCategory.findMany({ where: { ...within.category, id, userId, keyType }, select: select("id") }),
      ]),
    ),
  listTwoFactorTokens: async ({ userId }) => [
    [
      { userId },
      await own.db.twoFactorToken.findMany({
        where: { userId, ...inUse },
        omit: { valueId: true, counter: true, ...inTrash },
        orderBy: [{ service: "asc" }, { accountName: "asc" }, { createdAt: "asc" }, { id: "asc" }],
      }),
    ],
  ],
  findKeyWithOwner: async ({ key }) => {
    const { owner, ...row } = await own.db.accessKey.findUniqueOrThrow({
      where: { id: key.id },
      select: {
        ...select("id", "userId", "name", "scopes", "expiresAt", "bounds", "makerId", "ruleId", "mac", "keyHash"),
        owner: { select: { user: { select: { revision: true } } } },
      },
    });
    return [
      [{ id: key.id }, [{ ...row, ...owner.user }]],
      [{ id: "none" }, []],
    ];
  },
  listExpiringEntries: dueLikePrisma("expiresAt"),
  listEntriesToRotate: dueLikePrisma("rotateAt"),
  findCalendarByHash: async ({ userId }) => {
    await own.db.calendarFeed.deleteMany({ where: { userId } });
    const tokenHash = randomUUID();
    const row = { userId, readerId: userId, mac: "not-a-mac" };
    const { id } = await own.db.calendarFeed.create({ data: { ...row, tokenHash } });
    return [
      [{ tokenHash }, [{ id, ...row }]],
      [{ tokenHash: "none" }, []],
    ];
  },
  findMembership: async ({ userId }) => {
    const { id: teamId, revision } = await own.db.team.create({ data: { name: "team" } });
    const row = { teamId, userId, role: "reader", bounds: "{}", mac: "not-a-mac" };
    const { id } = await own.db.membership.create({ data: row });
    return [
      [{ teamId, userId }, [{ id, ...row, revision }]],
      [{ teamId, userId: randomUUID() }, []],
      [{ teamId: randomUUID(), userId }, []],
    ];
  },
  findPreviousKey: async ({ key, userId }) => {
    const data = { userId, accessKeyId: key.id, keyHash: randomUUID(), expiresAt: new Date(3), mac: "not-a-mac" };
    const { id } = await own.db.previousAccessKey.create({ data });
    const { keyHash, ...row } = data;
    return [
      [{ keyHash }, [{ id, ...row }]],
      [{ keyHash: "none" }, []],
    ];
  },
  listRevealCounts: async ({ key, userId }, others) => {
    await countReveals(key.id, userId);
    const given = { userId, accessKeyId: key.id };
    return [
      [
        { ...given, since: 0 },
        [
          { minute: 7, count: 2 },
          { minute: 9, count: 3 },
        ],
      ],
      [{ ...given, since: 8 }, [{ minute: 9, count: 3 }]],
      [{ ...given, userId: others.userId, since: 0 }, []],
    ];
  },
  findOverspentKey: async ({ key, userId }, others) => {
    await countReveals(key.id, userId);
    const given = { userId, accessKeyId: key.id, since: 0 };
    return [
      [{ ...given, most: 4 }, [{ id: key.id }]],
      [{ ...given, most: 5 }, []],
      [{ ...given, since: 8, most: 2 }, [{ id: key.id }]],
      [{ ...given, since: 8, most: 3 }, []],
      [{ ...given, userId: others.userId, most: 0 }, []],
    ];
  },
  findKeyToCount: async ({ key, userId }, others) => [
    [{ userId, accessKeyId: key.id }, [{ id: key.id }]],
    [{ userId: others.userId, accessKeyId: key.id }, []],
  ],
  findSealedTwoFactorToken: (mine, others) =>
    each([...mine.tokenIds, ...others.tokenIds], mine.userId, (where) =>
      own.db.twoFactorToken.findFirst({
        where: { ...where, ...inUse },
        select: select("service", "accountName", "encryptedSecret", "valueId", "type", "counter"),
      }),
    ),
  findSealedEnvFile: async (mine, others, within) =>
    Promise.all(
      [mine, others].map(async ({ fileIds: [id = ""], projectId }) => {
        const where = { id, projectId, userId: mine.userId };
        return [
          where,
          (
            await own.db.envFile.findMany({
              where: { ...where, ...within.file },
              select: {
                ...select("fileType", "encryptedContent", "version", "valueId", "valueVersion"),
                project: { select: { name: true } },
              },
            })
          ).map(({ project, ...row }) => ({ ...row, project: project.name })),
        ] as [Given, object[]];
      }),
    ),
  countOwned: async ({ userId }, _, within) => {
    const where = { userId };
    const entries = await own.db.keyEntry.findMany({
      where: { ...where, ...within.entry },
      include: { category: true },
    });
    const groups = new Map<string, typeof entries>();
    for (const entry of entries) {
      const group = JSON.stringify([entry.category.keyType, entry.environment]);
      groups.set(group, [...(groups.get(group) ?? []), entry]);
    }
    const none = { keyType: null, environment: null };
    return [
      [
        where,
        [
          { what: "category", ...none, n: await own.db.keyCategory.count({ where: { ...where, ...within.category } }) },
          {
            what: "token",
            ...none,
            n: within.isBounded ? 0 : await own.db.twoFactorToken.count({ where: { ...where, ...inUse } }),
          },
          ...[...groups.values()].map((group) => ({
            what: "entry",
            keyType: group[0]?.category.keyType,
            environment: group[0]?.environment,
            n: group.length,
          })),
        ],
      ],
    ];
  },
  findKeyByHash: async ({ key }) => {
    const { owner, ...row } = await own.db.accessKey.findUniqueOrThrow({
      where: { id: key.id },
      select: {
        ...select("id", "userId", "name", "scopes", "expiresAt", "bounds", "makerId", "ruleId", "mac"),
        owner: { select: { user: { select: { revision: true } } } },
      },
    });
    return [
      [{ keyHash: key.keyHash }, [{ ...row, ...owner.user }]],
      [{ keyHash: "none" }, []],
    ];
  },
  findKeyById: async ({ key }) => [
    [
      { id: key.id },
      await own.db.accessKey.findMany({
        where: { id: key.id },
        select: select("id", "userId", "name", "scopes", "expiresAt", "bounds", "makerId", "ruleId", "mac", "keyHash"),
      }),
    ],
  ],
  ...Object.fromEntries(
    (["id", "tokenHash"] as const).flatMap((by) =>
      [false, true].map((account) => [
        `findSession${account ? "AndAccount" : ""}By${by === "id" ? "Id" : "Token"}`,
        (async ({ session }) => {
          const { user, ...row } = await own.db.session.findUniqueOrThrow({
            where: { id: session.id },
            select: {
              ...select(...ofSession),
              ...(by === "id" ? select("tokenHash") : select("id")),
              user: { select: select("revision", "name", "email", "passwordHash", "passwordMadeAt", "factors", "mac") },
            },
          });
          const { revision, name, email, mac: accountMac, ...rest } = user;
          return [
            [{ known: session[by] }, [{ ...row, revision, name, email, ...(account ? { ...rest, accountMac } : {}) }]],
            [{ known: "none" }, []],
          ];
        }) satisfies Cases,
      ]),
    ),
  ),
  findUser: async ({ userId }) => [
    [{ userId }, [{ id: userId }]],
    [{ userId: "none" }, []],
  ],
  findUserWithPassword: async ({ userId }) => [
    [{ userId, passwordHash: "not-a-hash" }, [{ id: userId }]],
    [{ userId, passwordHash: "another" }, []],
  ],
  listKeyChecks: async () => [
    [{}, await own.db.keyCheck.findMany({ select: select("keyId", "sealedCheck"), orderBy: { createdAt: "asc" } })],
  ],
  findKeyCheck: async () => {
    const [check = expect.fail("there is no check value")] = await own.db.keyCheck.findMany({
      select: select("keyId", "sealedCheck"),
    });
    return [[{ keyId: check.keyId }, [check]]];
  },
  findDueTrash: async () => {
    const before = new Date(Date.now() + 1_000);
    const where = { deletedAt: { lte: before } };
    const first = await own.db.trashItem.findFirst({
      where,
      orderBy: { deletedAt: "asc" },
      select: select("deletedAt"),
    });
    return [
      [{ dueAt: storedInstant(before) }, first ? [first] : []],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueLink: async ({ userId }) => {
    const expiresAt = new Date("2000-01-01");
    const row = { userId, makerId: userId, ciphertext: new Uint8Array(), views: 1, viewsLeft: 1, expiresAt };
    await own.db.shareLink.create({ data: { id: randomUUID(), ...row } });
    return [
      [{ dueAt: storedInstant(expiresAt) }, [{ expiresAt }]],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueIssuedKey: async ({ userId }) => {
    const expiresAt = new Date("2000-01-01");
    const common = { userId, name: "Deploy", scopes: "entries:read" };
    const asked = { issuer: "https://issuer.example.com", audience: "vault", claims: "{}", minutes: 5 };
    const { id: ruleId } = await own.db.trustRule.create({ data: { ...common, ...asked } });
    const key = { ...common, keyPrefix: "svc_", expiresAt };
    await own.db.accessKey.create({ data: { ...key, keyHash: randomUUID(), ruleId } });
    await own.db.accessKey.create({ data: { ...key, keyHash: randomUUID(), expiresAt: new Date("1999-01-01") } });
    return [
      [{ dueAt: storedInstant(expiresAt) }, [{ expiresAt }]],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  listUntoldExpiries: listUntoldLikePrisma("expiresAt", "toldExpiresAt"),
  listUntoldRotations: listUntoldLikePrisma("rotateAt", "toldRotateAt"),
  findUntoldExpiries: findUntoldLikePrisma("expiresAt", "toldExpiresAt"),
  findUntoldRotations: findUntoldLikePrisma("rotateAt", "toldRotateAt"),
  listUntoldKeys: async ({ userId, key }) => {
    const expiresAt = await expiringKey(userId, key.id);
    // Nobody else's key expires in that minute.
    const asked = {
      sinceAt: storedInstant(new Date(expiresAt.getTime() - 1)),
      untilAt: storedInstant(expiresAt),
      limit: 5,
    };
    return [
      [asked, [{ id: key.id, userId }]],
      [{ ...asked, sinceAt: asked.untilAt }, []],
    ];
  },
  findUntoldKeys: async ({ userId, key }, others) => {
    const dueAt = await expiringKey(userId, key.id);
    const ids = [key.id, others.key.id];
    return [
      [{ userId, ids, untilAt: storedInstant(dueAt) }, [{ id: key.id, name: "ci", bounds: null, dueAt }]],
      [{ userId, ids, untilAt: storedInstant(new Date(0)) }, []],
    ];
  },
  findDueDelivery: async ({ userId }) => {
    const { id: webhookId } = await aWebhook(userId);
    const createdAt = new Date("2000-01-01");
    await own.db.webhookDelivery.create({ data: { ...deliveryOf(userId, webhookId), createdAt } });
    return [
      [{ dueAt: storedInstant(createdAt) }, [{ createdAt }]],
      [{ dueAt: storedInstant(new Date(0)) }, []],
    ];
  },
  listDueWebhooks: async ({ userId }) => {
    const { id } = await aWebhook(userId);
    const [past, future] = [new Date(1_000), new Date(Date.now() + 60_000)];
    // Whatever the number of the newest record is, the webhook is behind it.
    await own.writes.run(bound(insertActivityHead, { userId }));
    const after = id.slice(0, -1);
    const asked = { after, nowAt: storedInstant(new Date()), limit: 1 };
    const cases: { data: object; due: boolean }[] = [
      { data: {}, due: true },
      { data: { nextAttemptAt: past, leaseUntil: past }, due: true },
      { data: { nextAttemptAt: future }, due: false },
      { data: { nextAttemptAt: null, leaseUntil: future }, due: false },
      { data: { leaseUntil: null, disabledAt: past }, due: false },
      { data: { disabledAt: null, position: 1_000_000 }, due: false },
      { data: { position: -1 }, due: true },
    ];
    for (const { data, due } of cases) {
      await own.db.webhook.update({ where: { id }, data });
      expect([data, await own.reads.all(listDueWebhooks, asked)]).toEqual([data, due ? [{ id, userId }] : []]);
    }
    return [[asked, [{ id, userId }]]];
  },
  findLeasedWebhook: async ({ userId }) => {
    const { id } = await aWebhook(userId, { leaseId: "mine" });
    const columns = select("id", "userId", "sealedTarget", "position", "attempts", "failingSince");
    return [
      [{ id, userId, leaseId: "mine" }, [await own.db.webhook.findUniqueOrThrow({ where: { id }, select: columns })]],
      [{ id, userId, leaseId: "another" }, []],
      [{ id, userId: "none", leaseId: "mine" }, []],
    ];
  },
  findDelivery: async ({ userId }) => {
    const { id: webhookId } = await aWebhook(userId);
    const { id } = await own.db.webhookDelivery.create({ data: deliveryOf(userId, webhookId) });
    return [
      [{ userId, webhookId, number: 1 }, [{ id, state: "pending" }]],
      [{ userId, webhookId, number: 2 }, []],
    ];
  },
  listDueMails: async ({ userId }) => {
    const [past, future] = [new Date(1_000), new Date(Date.now() + 60_000)];
    await own.db.mail.deleteMany();
    const { id } = await aMail(userId, { nextAttemptAt: past });
    await aMail(userId, { nextAttemptAt: future });
    return [
      [{ nowAt: storedInstant(past), limit: 1 }, [{ id }]],
      [{ nowAt: storedInstant(new Date(0)), limit: 1 }, []],
    ];
  },
  findLeasedMail: async ({ userId }) => {
    const { id } = await aMail(userId, { leaseId: "mine" });
    const columns = select("id", "userId", "sealedMessage", "attempts", "createdAt");
    return [
      [{ id, leaseId: "mine" }, [await own.db.mail.findUniqueOrThrow({ where: { id }, select: columns })]],
      [{ id, leaseId: "another" }, []],
    ];
  },
  listFormerSignIns: async ({ userId }) => {
    const record = {
      userId,
      at: new Date(0),
      action: "session.sign-in",
      actorKind: "session",
      outcome: "done",
      mac: "x",
    };
    const rows = [
      { number: 901, userAgent: "one" },
      { number: 902, userAgent: null },
      { number: 903, userAgent: "refused", outcome: "refused" },
      { number: 904, userAgent: "other", action: "session.sign-out" },
      { number: 905, userAgent: "late" },
    ];
    await own.db.activity.createMany({ data: rows.map((row) => ({ ...record, ...row })) });
    return [
      [{ userId, beforeNumber: 905, limit: 2 }, [{ userAgent: null }, { userAgent: "one" }]],
      [{ userId: "none", beforeNumber: 905, limit: 2 }, []],
    ];
  },
  findLostMail: async ({ userId }) => {
    const record = {
      userId,
      objectId: userId,
      action: "account.mail-lost",
      actorKind: "system",
      outcome: "done",
      mac: "x",
    };
    const rows = [
      { number: 911, at: new Date(1_000) },
      { number: 912, at: new Date(2_000) },
      { number: 913, at: new Date(3_000), objectId: "another" },
      { number: 914, at: new Date(3_000), action: "account.mail" },
    ];
    await own.db.activity.createMany({ data: rows.map((row) => ({ ...record, ...row })) });
    const where = { userId, objectId: userId, action: "account.mail-lost", at: { gte: new Date(1_500) } };
    const last = await own.db.activity.findFirstOrThrow({ where, orderBy: { number: "desc" }, select: select("at") });
    return [
      [{ userId, sinceAt: storedInstant(new Date(1_500)) }, [last]],
      [{ userId, sinceAt: storedInstant(new Date(2_500)) }, []],
    ];
  },
  findDueEntryVersion: async () => {
    const before = new Date(Date.now() + 1_000);
    const given = { where: { replacedAt: { lte: before } }, orderBy: { replacedAt: "asc" } } as const;
    const first = await own.db.entryVersion.findFirst({ ...given, select: select("replacedAt") });
    return [[{ dueAt: storedInstant(before) }, first ? [first] : []]];
  },
  findDueEnvFileVersion: async () => {
    const before = new Date(Date.now() + 1_000);
    const given = { where: { replacedAt: { lte: before } }, orderBy: { replacedAt: "asc" } } as const;
    const first = await own.db.envFileVersion.findFirst({ ...given, select: select("replacedAt") });
    return [[{ dueAt: storedInstant(before) }, first ? [first] : []]];
  },
  ...Object.fromEntries(
    Object.entries(sealedColumns).map(([name, { field: column }]) => [
      `listValueSizesIn${name}`,
      async (): Promise<[Given, object[]][]> => {
        const table = tableNamed(name);
        const rows = await delegateOf(own.db, table).findMany({
          select: { [table.key]: true, [column]: true },
          orderBy: { [table.key]: "asc" },
          take: 5,
        });
        return [[{ after: "", limit: 5 }, rows.map((row) => ({ bytes: (row[column] as Uint8Array).length }))]];
      },
    ]),
  ),
  findLastDone: async () => {
    await own.db.upkeep.upsert({ where: { name: "backup" }, create: { name: "backup", at: new Date(1) }, update: {} });
    return [[{ name: "backup" }, [{ at: new Date(1) }]]];
  },
  listActivityKeys: async () => {
    const keyId = randomUUID();
    await own.db.activityKey.create({ data: { keyId, sealedKey: new Uint8Array([1, 2, 3]) } });
    return [[{}, await own.db.activityKey.findMany({ select: select("keyId", "sealedKey") })]];
  },
  listAppliedMigrations: async () => {
    const rows = await own.db.$queryRawUnsafe<{ migration_name: string }[]>(
      'SELECT "migration_name" FROM "_prisma_migrations"',
    );
    return [[{}, rows.sort((one, other) => (one.migration_name < other.migration_name ? -1 : 1))]];
  },
};

describe("a query returns what Prisma returns", () => {
  test("every query that reads has its counterpart here", () => {
    expect(Object.keys(likePrisma).sort()).toEqual(
      all
        .filter(isRead)
        // A bounded query's variants share their counterpart, which is asked within the same bounds.
        .map(({ name }) => name.split(":")[0] ?? "")
        .filter((name, index, all) => all.indexOf(name) === index)
        .sort(),
    );
  });

  test("over random vaults", async () => {
    /** Ordered results are compared in order; for the others each database has its own. */
    const inOrder = (query: RegisteredQuery, rows: object[]) =>
      query.sql.includes("order by")
        ? rows
        : rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(vault, vault, async (one, other) => {
        const [mine, others] = [await stored(one), await stored(other)];
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
      { numRuns: 40 },
    );
  });
});

test("a query finds as many ids as it has places, and accepts no more", async () => {
  const { userId } = await stored({
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
