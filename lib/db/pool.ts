/** The number of connections to the database, of idle ones, and of requests that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

/** SQLite has one connection, and nobody waits for it. */
export const onlyConnection: PoolState = { total: 1, idle: 1, waiting: 0 };
