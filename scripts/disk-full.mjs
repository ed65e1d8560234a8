// npm run disk-full: what a vault does while a disk is full to the last byte, and once it has room again. In turn the disk of
// SQLite's file, that of PostgreSQL's data, and that of its write-ahead log. Needs root, to mount disks of memory, and
// Debian's package postgresql. Prints the answers, and ends with 1 if a promise was broken.
import { DatabaseSync } from "@photostructure/sqlite";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { build } from "./build.mjs";
import { fill, isFull, makePlace } from "./disk-full/disks.mjs";
import { clientOf, startLoad } from "./disk-full/load.mjs";
import { startPostgresql, startVault } from "./disk-full/servers.mjs";
import { postgresqlFolder } from "./drill/programs.mjs";
import { fail, root } from "./setup.mjs";

/** How long the disk has room, how long until a write is refused at most, and how long it is full. */
const [roomMs, fillingMs, fullMs] = [3_000, 60_000, 15_000];
const recoveryMsMax = 60_000;
const megabytes = { small: 64, large: 400 };
const say = (line) => process.stdout.write(`${line}\n`);

/** Which disk is full, and whether lists must go on. PostgreSQL ends if it can't write its log. */
const runs = [
  { name: "SQLite", isListing: true },
  { name: "PostgreSQL, its data", full: "data", isListing: true },
  { name: "PostgreSQL, its write-ahead log", full: "log", isListing: false },
];

async function startOn(place, disk, full) {
  if (!full) {
    const folder = disk("vault", megabytes.small, "root");
    const vault = await startVault(place, { VAULT_DATA_DIR: folder });
    const recorded = (sql) => {
      const database = new DatabaseSync(path.join(folder, "vault.db"), { readOnly: true });
      const rows = database.prepare(sql).all();
      database.close();
      return rows;
    };
    return { vault, disk: folder, recorded };
  }
  const size = (name) => (name === full ? megabytes.small : megabytes.large);
  const disks = { data: disk("data", size("data"), "postgres"), log: disk("log", size("log"), "postgres") };
  const server = await startPostgresql(place, disks);
  const settings = { VAULT_DATA_DIR: path.join(place, "vault"), DATABASE_URL: server.url };
  const recorded = async (sql) => {
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  return { vault: await startVault(place, settings), server, disk: disks[full], recorded };
}

async function until(isSo, msMax) {
  const began = performance.now();
  while (!isSo() && performance.now() - began < msMax) await wait(5);
  return Math.round(performance.now() - began);
}

/** Resolves to what broke a promise. */
async function run({ name, full, isListing }) {
  const { place, disk: makeDisk, remove } = makePlace();
  let started;
  const leave = () => {
    started?.vault.kill();
    started?.server?.kill();
    remove();
  };
  process.once("exit", leave);
  started = await startOn(place, makeDisk, full);
  const { vault, server, disk, recorded } = started;
  vault.operate(["user", "add", "full@example.com"], "not-a-real-password\n");
  const scopes = "entries:read,entries:write,entries:reveal,categories:write";
  const key = vault.operate(["key", "add", "full@example.com", "--scopes", scopes, "--name", "full"]);
  const ask = clientOf(vault.origin, key);
  const category = await ask("POST", "/categories", { name: "Full", keyType: "simple", envVarName: "FULL" });
  const { load, stop } = startLoad(ask, JSON.parse(category.text).id);
  await wait(roomMs);

  load.phase = "filling";
  const free = fill(disk);
  const refused = (what) => load.counts.filling?.[what]?.[503] > 0;
  await until(() => refused("create") && refused("reveal"), fillingMs);
  await wait(1_000);
  load.phase = "full";
  await wait(fullMs);
  const wasFull = isFull(disk);

  load.phase = "freed";
  const before = load.written.length;
  free();
  const recoveryMs = await until(() => load.written.length > before, recoveryMsMax);
  load.phase = "after";
  await wait(roomMs);
  await stop();

  const lost = [];
  for (const { id, value } of load.written) {
    const { status, text, id: requestId } = await ask("POST", `/entries/${id}/reveal`);
    if (status === 200 && JSON.parse(text).value === value) load.revealed.add(requestId);
    else lost.push(id);
  }
  const count = load.revealed.size;
  const sql = `SELECT "requestId" FROM "Activity" WHERE action = 'entry.reveal' AND outcome = 'done'`;
  for (const { requestId } of await recorded(sql)) load.revealed.delete(requestId);

  const verified = vault.operate(["verify"]).split("\n").at(-1);
  say(`\n${name}`);
  for (const [phase, asked] of Object.entries(load.counts))
    say(
      `  ${phase.padEnd(8)} ${Object.entries(asked)
        .map(
          ([what, statuses]) =>
            `${what} ${Object.entries(statuses)
              .map(([status, times]) => `${status}: ${times}`)
              .join(", ")}`,
        )
        .join(" · ")}`,
    );
  if (server) say(`  PostgreSQL started ${server.starts()} times`);
  say(`  a write was taken ${recoveryMs} ms after there was room again, the vault was not restarted`);
  say(
    `  ${lost.length} of ${load.written.length} acknowledged entries lost, ${load.revealed.size} of ${count} reveals without a record`,
  );
  say(`  verify: ${verified}`);
  const inFull = load.counts.full ?? {};
  const broken = [
    ...load.wrong.map((what) => `wrong answer ${JSON.stringify(what)}`),
    ...(lost.length > 0 ? ["acknowledged entries are lost"] : []),
    ...(load.revealed.size > 0 ? ["reveals have no record"] : []),
    ...(wasFull ? [] : ["the disk was not full"]),
    ...(inFull.reveal?.[503] ? [] : ["reveals were not refused"]),
    ...(isListing && (inFull.list?.[503] || inFull["one entry"]?.[503]) ? ["lists were refused"] : []),
    ...(vault.isAlive() && recoveryMs < recoveryMsMax ? [] : ["the vault did not recover"]),
    ...(/ 0 chains/.test(verified) ? [] : ["the activity is broken"]),
  ];
  leave();
  process.off("exit", leave);
  return broken.map((what) => `${name}: ${what}`);
}

if (process.getuid?.() !== 0) fail("Disks can be mounted by root only: sudo npm run disk-full");
if (!postgresqlFolder()) fail("This needs PostgreSQL: apt-get install -y --no-install-recommends postgresql");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
await build();
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
say(`At ${commit}, Node ${process.versions.node}`);
const broken = [];
for (const one of runs) broken.push(...(await run(one)));
for (const what of broken) say(what);
process.exit(broken.length > 0 ? 1 : 0);
