import { type Expression, expressionBuilder, type Compilable, type Kysely, sql, type SqlBool } from "kysely";
import type { Query } from "../sql";
import { type Exceptions, type Given, placesOf, query } from "./query";
import type { Schema } from "./schema";

/** Which limits a grant has: none, projects, environments, or both. */
export type Reach = "all" | "projects" | "environments" | "both";

/** The limits' values. A query takes only those of its reach; the other list may be empty. */
export type BoundsGiven = {
  projects: readonly string[];
  environments: readonly string[];
  /** The types of the env files that lie within the environments. */
  fileTypes: readonly string[];
};

/** One query for each reach, so that a caller without limits pays nothing for them and one with limits uses the index. */
export type BoundedQuery<G, Row> = Readonly<Record<Reach, Query<G & BoundsGiven, Row>>>;

/** The conditions of a reach. */
export type Within = {
  readonly isBounded: boolean;
  /** Of an entry `e`. */
  readonly entry: Expression<SqlBool>;
  /** Of an `EnvFile` under its own name. */
  readonly file: Expression<SqlBool>;
  /** Of an `Activity` `a`: what belongs to no project lies outside of every limit. */
  readonly record: Expression<SqlBool>;
  /** Of an `EnvProject` under its own name. */
  readonly project: Expression<SqlBool>;
};

/** How many environments there are, `none` included, and as many types of env files. A longer list is refused. */
const environmentsMax = 4;

function entryWithin(reach: Reach, given: BoundsGiven): Expression<SqlBool> {
  const eb = expressionBuilder<{ e: Schema["KeyEntry"] }, "e">();
  const conditions = [];
  if (reach !== "environments") conditions.push(eb("e.name", "in", placesOf(given.projects)));
  if (reach !== "projects")
    conditions.push(
      eb(eb.fn.coalesce("e.environment", sql.lit("none")), "in", placesOf(given.environments, environmentsMax)),
    );
  return eb.and(conditions);
}

function fileWithin(reach: Reach, given: BoundsGiven): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "EnvFile">();
  const conditions = [];
  if (reach !== "environments")
    conditions.push(
      eb.exists(
        eb
          .selectFrom("EnvProject as p")
          .select("p.id")
          .whereRef("p.id", "=", "EnvFile.projectId")
          .where("p.name", "in", placesOf(given.projects)),
      ),
    );
  if (reach !== "projects") conditions.push(eb("EnvFile.fileType", "in", placesOf(given.fileTypes, environmentsMax)));
  return eb.and(conditions);
}

function recordWithin(reach: Reach, given: BoundsGiven): Expression<SqlBool> {
  const eb = expressionBuilder<{ a: Schema["Activity"] }, "a">();
  const conditions = [eb("a.project", "is not", null)];
  if (reach !== "environments") conditions.push(eb("a.project", "in", placesOf(given.projects)));
  // An env project lies in no environment, and is seen whatever the limit to some of them. What was done with all that has a
  // project's name is not: there may be nothing of it within, and its numbers tell of what lies outside.
  if (reach !== "projects")
    conditions.push(
      eb.or([
        eb.and([eb("a.environment", "is", null), eb("a.objectKind", "=", sql.lit("env-project"))]),
        eb("a.environment", "in", placesOf(given.environments, environmentsMax)),
      ]),
    );
  return eb.and(conditions);
}

function projectWithin(reach: Reach, given: BoundsGiven): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, "EnvProject">();
  return eb.and(reach === "environments" ? [] : [eb("EnvProject.name", "in", placesOf(given.projects))]);
}

/** Like `query`, for rows that a grant may keep out of its holder's reach. */
export function boundedQuery<G extends Given, Row>(
  name: string,
  build: (db: Kysely<Schema>, given: G, within: Within) => Compilable<Row>,
  exceptions: Exceptions = {},
): BoundedQuery<G, Row> {
  const of = (reach: Reach): Query<G & BoundsGiven, Row> =>
    query(
      reach === "all" ? name : `${name}:${reach}`,
      (db, given: G & BoundsGiven) =>
        build(db, given, {
          isBounded: reach !== "all",
          entry: entryWithin(reach, given),
          file: fileWithin(reach, given),
          record: recordWithin(reach, given),
          project: projectWithin(reach, given),
        }),
      exceptions,
    );
  return { all: of("all"), projects: of("projects"), environments: of("environments"), both: of("both") };
}
