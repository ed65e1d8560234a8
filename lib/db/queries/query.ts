import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Bound, Query, Value } from "../sql";
import type { Schema } from "./schema";

/** Makes texts alone: nothing is ever sent through it. Both databases take what it writes, but for the placeholders. */
const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Stands for a value while a query's text is made; `index` says which one of a list. */
class Parameter {
  constructor(
    readonly name: string,
    readonly index?: number,
  ) {}
}

type Given = Readonly<Record<string, Value | readonly string[]>>;

/** Why a rule that every query obeys does not hold for this one. The guards read it. */
export type Exceptions = {
  /** It does not ask by owner. */
  ofAnyOwner?: string;
  /** It goes through a whole table, or more than its owner's part of one. */
  wholeTable?: string;
  /** Its text is understood by PostgreSQL alone. */
  postgresqlOnly?: true;
};

export type RegisteredQuery = Query<Given, unknown> & { readonly exceptions: Exceptions };
const registry = new Map<string, RegisteredQuery>();

/** Every query that there is, once its file was loaded. */
export const registeredQueries = (): readonly RegisteredQuery[] => [...registry.values()];

/**
 * A query by name, typed from the schema: what it takes and what it brings. Its text is made once, when its file is
 * loaded, so that a request costs what a text written by hand would (measured: docs/decisions/storage.md).
 */
export function query<G extends Given, Row>(
  name: string,
  build: (db: Kysely<Schema>, given: G) => Compilable<Row>,
  exceptions: Exceptions = {},
): Query<G, Row> {
  if (registry.has(name)) throw new RangeError(`there are two queries named ${name}`);
  const given = new Proxy({} as G, { get: (_, key) => new Parameter(String(key)) });
  const { sql, parameters } = build(builder, given).compile();
  const made: Query<G, Row> = {
    name,
    sql,
    numberedSql: numbered(sql),
    parameters: parameters.map((parameter) => {
      if (!(parameter instanceof Parameter))
        throw new RangeError(`${name} has a value of its own: write it as a literal`);
      return parameter.name;
    }),
    bind: (values) => parameters.map((parameter) => valueOf(parameter as Parameter, values)),
  };
  registry.set(name, { ...(made as unknown as Query<Given, unknown>), exceptions });
  return made;
}

function valueOf({ name, index }: Parameter, given: Given): Value {
  const value = given[name];
  if (index === undefined) return value as Value;
  const list = value as readonly string[];
  if (list.length < 1 || list.length > idsMax) throw new RangeError(`a query takes 1 to ${idsMax} of ${name}`);
  // The last one again in the places that are left: what is asked for stays the same.
  return list[Math.min(index, list.length - 1)] ?? null;
}

/** `?` as PostgreSQL counts it. No text of ours has one inside a literal. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
}

/** As many ids as one query takes: its text has that many places. */
export const idsMax = 100;

/** Places for a list of at least one and at most `idsMax` ids. */
export const placesOf = (ids: readonly string[]): readonly string[] =>
  // While the text is made, the list is the parameter that stands for it.
  Array.from(
    { length: idsMax },
    (_, index) => new Parameter((ids as unknown as Parameter).name, index) as unknown as string,
  );

/** A query with its values. */
export const bound = <G extends Given>(query: Query<G, unknown>, given: G): Bound => ({
  sql: query.sql,
  numberedSql: query.numberedSql,
  values: query.bind(given),
});
