import { describe, test } from "vitest";
import { postgresqlUrlOf } from "./database";

const left = Object.assign(() => {}, { each: () => () => {} });
const isOnPostgresql = postgresqlUrlOf("") !== undefined;

/**
 * Tests of what no database has a part in: texts, headers, addresses, other servers. Of a file that runs with SQLite
 * and with PostgreSQL they run once, with SQLite.
 */
export const testOnce = isOnPostgresql ? (left as unknown as typeof test) : test;
export const describeOnce = isOnPostgresql ? (left as unknown as typeof describe) : describe;
