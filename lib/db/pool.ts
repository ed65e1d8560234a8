/** The number of connections to the database, of idle ones, and of requests that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

const states = new WeakMap<object, () => PoolState>();

/** Registers how to read a client's pool state. */
export function observePool<C extends object>(client: C, look: () => PoolState): C {
  states.set(client, look);
  return client;
}

/** SQLite has one connection, and nobody waits for it. */
export const poolState = (client: object): PoolState => states.get(client)?.() ?? { total: 1, idle: 1, waiting: 0 };
