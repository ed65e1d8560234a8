import { readdirSync } from "node:fs";
import pg from "pg";
import { storedInstant } from "@/lib/db/instants";
import { type RegisteredQuery, registeredQueries } from "@/lib/db/queries/query";
import type { Value } from "@/lib/db/sql";
import type { Owner } from "./seeds/account";

/*
 * What each registered query really reads in either database, with the values of one owner: as planned for these values, and
 * as planned for any, which is what a prepared statement may get.
 */

type Reading = {
  /** Pages of 8 KB. */
  pages: number;
  /** Tables that were read from the first row on, with how many rows that was. */
  scanned: string[];
};
export type QueryPlan = { name: string; mode: string; base: Reading; vault: Reading };
export type Plans = { asked: number; refused: string[]; plans: QueryPlan[] };

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
};

const modes = ["force_custom_plan", "force_generic_plan"] as const;
const dayMs = 24 * 60 * 60_000;

async function allQueries(): Promise<readonly RegisteredQuery[]> {
  for (const file of readdirSync("lib/db/queries")) await import(`../../lib/db/queries/${file.slice(0, -3)}.ts`);
  return registeredQueries().filter(({ exceptions }) => exceptions.onlyOn !== "sqlite");
}

export async function queryPlans(urls: { base: string; vault: string }, owner: Owner): Promise<Plans> {
  const queries = (await allQueries()).filter(({ sql }) => !/^insert into .* values /.test(sql));
  const [base, vault] = [await connected(urls.base), await connected(urls.vault)];
  const found: Plans = { asked: queries.length, refused: [], plans: [] };
  try {
    for (const query of queries) {
      const given = await valuesFor(vault, query, owner);
      for (const mode of modes) {
        try {
          const readings = {
            base: await readingOf(base, query, given, mode, "off"),
            vault: await readingOf(vault, query, given, mode, "on"),
          };
          found.plans.push({ name: query.name, mode, ...readings });
        } catch (error) {
          found.refused.push(`${query.name}: ${(error as Error).message}`);
        }
      }
    }
  } finally {
    for (const client of [base, vault]) await client.end();
  }
  return found;
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * Whatever it changes is taken back. The small database may not read whole tables, which takes fewer pages there than any
 * index does.
 */
async function readingOf(
  client: pg.Client,
  query: RegisteredQuery,
  given: Given,
  mode: string,
  scans: "on" | "off",
): Promise<Reading> {
  const literals = query.bind(given).map(literal);
  await client.query(
    `BEGIN; SET LOCAL enable_seqscan = ${scans}; SET LOCAL plan_cache_mode = ${mode}; SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = '120s'`,
  );
  try {
    await client.query(`PREPARE asked AS ${query.numberedSql}`);
    const asked = literals.length > 0 ? `asked(${literals.join(", ")})` : "asked";
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${asked}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (!plan) throw new Error("there is no plan");
    return { pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], scanned: scannedBy(plan) };
  } finally {
    await client.query("ROLLBACK; DEALLOCATE ALL");
  }
}

function scannedBy(node: Node): string[] {
  const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  const own = node["Node Type"] === "Seq Scan" ? [`${node["Relation Name"]} (${Math.round(rows)} rows)`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)];
}

const literal = (value: Value): string =>
  value === null
    ? "NULL"
    : typeof value === "string"
      ? pg.escapeLiteral(value)
      : value instanceof Uint8Array
        ? `'\\x${Buffer.from(value).toString("hex")}'`
        : String(value);

type Given = Readonly<Record<string, Value | readonly string[]>>;

/** What the owner has, for every name that a query's parameters have. */
async function valuesFor(client: pg.Client, { sql, parameters }: RegisteredQuery, owner: Owner): Promise<Given> {
  const table = /(?:from|update|into) "(\w+)"/.exec(sql)?.[1] ?? "KeyEntry";
  const all = await idsIn(client, table, owner.userId);
  const ids = all.length === 0 ? ["none"] : all.slice(0, sql.length < 1_000 ? 20 : 100);
  const { rows: keys } = await client.query<{ id: string; keyHash: string }>(
    `SELECT "id", "keyHash" FROM "AccessKey" WHERE "userId" = $1 ORDER BY "id" LIMIT 1`,
    [owner.userId],
  );
  const now = Date.now();
  const known: Record<string, Value | readonly string[]> = {
    ...{ userId: owner.userId, personId: owner.userId, actorUserId: owner.userId, actorId: keys[0]?.id ?? "" },
    ...{
      id: ids[0] ?? null,
      of: ids[0] ?? null,
      key: ids[0] ?? null,
      ids,
      keys: ids,
    },
    ...{
      keyId: keys[0]?.id ?? "",
      accessKeyId: keys[0]?.id ?? "",
      keyHash: keys[0]?.keyHash ?? "",
      objectId: owner.entryId,
    },
    ...{ entryId: owner.entryId, categoryId: owner.categoryId, projectId: owner.projectId, fileId: owner.fileId },
    ...{
      projects: ["billing"],
      environments: ["production", "none"],
      fileTypes: ["env"],
      names: ["billing"],
      categories: ["Provider 1"],
    },
    ...{
      before: 2_147_483_647,
      beforeNumber: 2_147_483_647,
      afterNumber: 0,
      from: 0,
      upTo: 500,
      limit: 100,
      number: 500,
    },
    ...{
      action: null,
      hidden: [""],
      after: "",
      ...{ records: "[]", rows: "[]" },
      environment: null,
      name: null,
      fieldNames: null,
      samePlace: 1,
      kept: 50,
    },
  };
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter,
      parameter in known
        ? (known[parameter] ?? null)
        : /^(sealed|formerSealed|encrypted\w+)$/.test(parameter)
          ? new Uint8Array(1)
          : /^sinceAt$/.test(parameter)
            ? storedInstant(new Date(now - 30 * dayMs))
            : /^at$|At$/.test(parameter)
              ? storedInstant(new Date(now))
              : /^(minute|count|counter|since|most|version|startNumber|rotateEveryDays|attempts|status|milliseconds)$/.test(
                    parameter,
                  )
                ? 1
                : "none",
    ]),
  );
}

const idsByTable = new Map<string, string[]>();
async function idsIn(client: pg.Client, table: string, userId: string): Promise<string[]> {
  const known = idsByTable.get(table);
  if (known) return known;
  const of = table === "User" || table === "Team" || table === "Owner" ? "id" : "userId";
  const { rows } = await client
    .query<{ id: string }>(`SELECT "id" FROM "${table}" WHERE "${of}" = $1 ORDER BY "id" LIMIT 100`, [userId])
    .catch(() => ({ rows: [] }));
  const ids = rows.map(({ id }) => id);
  idsByTable.set(table, ids);
  return ids;
}

/** Pages beyond what the small database needs, whose indexes have fewer levels. More take a millisecond. */
const morePages = 1_000;
/** Reading so many rows to find a few is no whole table yet. */
const fewRows = 1_000;

const grows = ({ base, vault }: QueryPlan): boolean => vault.pages > base.pages + morePages;
const isScan = (scanned: string): boolean => Number(/\((\d+) rows/.exec(scanned)?.[1]) > fewRows;

export function plansText({ asked, refused, plans }: Plans): string {
  const told = plans.filter((plan) => grows(plan) || plan.vault.scanned.some(isScan));
  const lines = told.map(
    ({ name, mode, base, vault }) =>
      `| ${name} | ${mode.split("_")[1]} | ${vault.pages} | ${base.pages} | ${vault.scanned.join(", ") || "–"} |`,
  );
  const whole = told.length === 0 ? "none" : "only these";
  return [
    "## What each query reads",
    `${asked} registered queries, each run with one owner's values in both databases (\`EXPLAIN (ANALYZE, BUFFERS)\`), planned for these\nvalues and planned for any. Of all plans, ${whole} read over ${morePages.toLocaleString("en")} pages more than in the small database, or a whole table of over\n${fewRows.toLocaleString("en")} rows.${refused.length > 0 ? ` ${refused.length} plans could not be made.` : ""}`,
    ...(told.length > 0
      ? [
          ["| query | plan | pages with others | with none | whole tables |", "|---|---|---|---|---|", ...lines].join(
            "\n",
          ),
        ]
      : []),
  ].join("\n\n");
}
