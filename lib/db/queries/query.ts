import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  sql,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { DatabaseKind } from "../client";
import type { Bound, Query, Value } from "../sql";
import type { Schema } from "./schema";

/**
 * Only builds SQL text; nothing is ever sent through it. Both databases accept the text, apart from the placeholders.
 */
const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Stands for a value while the SQL is being built; `place` is its position in a list, and how many there are. */
class Parameter {
  constructor(
    readonly name: string,
    readonly place?: { index: number; of: number },
  ) {}
}

export type Given = Readonly<Record<string, Value | readonly string[]>>;

/** Why a query is exempt from a rule for all queries. The guard tests read it. */
export type Exceptions = {
  /** It does not filter by owner. */
  ofAnyOwner?: string;
  /** It reads a whole table, or more than its owner's part of it. */
  wholeTable?: string;
  /** It reads or changes what is in the trash, too. */
  withTrash?: string;
  /** The only database that understands it. */
  onlyOn?: DatabaseKind;
};

export type RegisteredQuery = Query<Given, unknown> & { readonly exceptions: Exceptions };
const registry = new Map<string, RegisteredQuery>();

/** Every query whose file has been loaded. */
export const registeredQueries = (): readonly RegisteredQuery[] => [...registry.values()];

type Built = Pick<RegisteredQuery, "sql" | "numberedSql" | "parameters" | "bind">;

/** Builds its SQL when it is first needed: all of them at once would take a tenth of every start and every command. */
class BuiltOnce implements RegisteredQuery {
  private built: Built | undefined;

  constructor(
    readonly name: string,
    private readonly build: () => Built,
    readonly exceptions: Exceptions,
  ) {}

  get sql() {
    return (this.built ??= this.build()).sql;
  }
  get numberedSql() {
    return (this.built ??= this.build()).numberedSql;
  }
  get parameters() {
    return (this.built ??= this.build()).parameters;
  }
  get bind() {
    return (this.built ??= this.build()).bind;
  }
}

/**
 * A named query, with its input and rows typed from the schema. The SQL is built once, so that a request costs no more
 * than with handwritten SQL (measured: docs/decisions/storage.md).
 */
export function query<G extends Given, Row>(
  name: string,
  build: (db: Kysely<Schema>, given: G) => Compilable<Row>,
  exceptions: Exceptions = {},
): Query<G, Row> {
  if (registry.has(name)) throw new RangeError(`there are two queries named ${name}`);
  const made = new BuiltOnce(
    name,
    () => {
      const given = new Proxy({} as G, { get: (_, key) => new Parameter(String(key)) });
      const { sql: text, parameters } = build(builder, given).compile();
      return {
        sql: text,
        numberedSql: numbered(text),
        parameters: parameters.map((parameter) => {
          if (!(parameter instanceof Parameter))
            throw new RangeError(`${name} has a value of its own: write it as a literal`);
          return parameter.name;
        }),
        bind: binding(parameters as readonly Parameter[]),
      };
    },
    exceptions,
  );
  registry.set(name, made);
  return made as unknown as Query<G, Row>;
}

/** The usual query takes no list: then its values are picked by their names, without a look at each parameter. */
function binding(parameters: readonly Parameter[]): (given: Given) => Value[] {
  if (parameters.some(({ place }) => place !== undefined))
    return (given) => parameters.map((parameter) => valueOf(parameter, given));
  const names = parameters.map(({ name }) => name);
  return (given) => {
    const values = new Array<Value>(names.length);
    for (let index = 0; index < names.length; index += 1) values[index] = given[names[index] as string] as Value;
    return values;
  };
}

function valueOf({ name, place }: Parameter, given: Given): Value {
  const value = given[name];
  if (place === undefined) return value as Value;
  const list = value as readonly string[];
  if (list.length < 1 || list.length > place.of) throw new RangeError(`a query takes 1 to ${place.of} of ${name}`);
  // Repeats the last item in the unused places, which does not change the result.
  return list[Math.min(place.index, list.length - 1)] ?? null;
}

/** Numbers the placeholders for PostgreSQL. None of our queries has a `?` inside a literal. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
}

/** The most ids that one query takes: its SQL has this many placeholders. */
export const idsMax = 100;

/** Placeholders for a list of at least one text and at most so many. */
export const placesOf = (list: readonly string[], of = idsMax): readonly string[] =>
  // While the SQL is being built, the list is the parameter that stands for it.
  Array.from(
    { length: of },
    (_, index) => new Parameter((list as unknown as Parameter).name, { index, of }) as unknown as string,
  );

/**
 * A condition that no index is used for. For a list of ids, SQLite would otherwise read all rows of their owner: it expects
 * an owner to have few.
 */
export const checked = (condition: Expression<SqlBool>): Expression<SqlBool> => sql<SqlBool>`(${condition}) is true`;

/**
 * A condition of joined rows that is evaluated where no row was joined, too: neither database concludes from it that
 * there must be one.
 */
export const checkedAnyway = (condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`coalesce(${condition}, false)`;

/**
 * Joins entries `e` to their categories `c`. That both have one owner is so anyway, and says that the categories are few:
 * otherwise PostgreSQL looks for one after the other, once for each entry, or reads the categories of everybody.
 */
export const categoryOfEntry = sql<SqlBool>`"c"."id" = "e"."categoryId" and "c"."userId" = "e"."userId"`;

/** A query with its values. */
export const bound = <G extends Given>(query: Query<G, unknown>, given: G): Bound => ({
  sql: query.sql,
  numberedSql: query.numberedSql,
  values: query.bind(given),
});
