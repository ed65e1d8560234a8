import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { accountRows, type Row, sealingWith, type Size } from "./account";
import { copyRows } from "./copy-in";

/*
 * Makes accounts and brings them into a PostgreSQL database. Several threads do so at once.
 */

export type Work = { url: string; masterKeys: string; accounts: number; size: Size };

/** The rows of so many accounts lie mixed, as they do where all of them are used at the same time. */
const mixedAccounts = 20;

const { url, masterKeys, accounts, size } = workerData as Work;
const sealing = sealingWith(parseKeyRing(masterKeys));
const client = new pg.Client({ connectionString: url });
await client.connect();
// The rows are right: no key is looked up in another table, and no trigger runs for each.
await client.query("SET session_replication_role = replica");
for (let made = 0; made < accounts; made += mixedAccounts) {
  const count = Math.min(mixedAccounts, accounts - made);
  const each = Array.from({ length: count }, () => accountRows(sealing, size)[1]);
  for (const rows of each)
    rows.set(
      "Owner",
      (rows.get("User") ?? []).map(({ id = null }) => ({ id, userId: id })),
    );
  const tables = [...new Set(each.flatMap((rows) => [...rows.keys()]))];
  for (const table of tables) await copyRows(client, table, mixed(each.map((rows) => rows.get(table) ?? [])));
  parentPort?.postMessage(count);
}
await client.end();

/** One row of each, and so on. */
function mixed(lists: readonly (readonly Row[])[]): Row[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list): Row[] => list.slice(at, at + 1))).flat();
}
