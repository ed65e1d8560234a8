/** Connections to the database: all, those at rest, and requests that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

const states = new WeakMap<object, () => PoolState>();

/** Leaves word of how to look at a client's connections. */
export function observePool<C extends object>(client: C, look: () => PoolState): C {
  states.set(client, look);
  return client;
}

/** SQLite has one handle, and nobody waits to get it. */
export const poolState = (client: object): PoolState => states.get(client)?.() ?? { total: 1, idle: 1, waiting: 0 };
