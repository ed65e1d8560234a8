// npm run drill: a vault that survives the loss of any machine, tried on this one. docs/operate/high-availability.md says
// what it starts. --install adds Debian's packages that it needs; --faults=5 is shorter than its 20; --writes and --reads
// are what is asked a second; --keep leaves the folder with every program's output. --upgrade-from=COMMIT breaks nothing,
// but begins with the release of that commit and exchanges it for this one.
import { execFileSync } from "node:child_process";
import { cpSync, statSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { etcdLeader, makeCertificate, passwords, roles, startEtcd, startPatroni } from "./drill/cluster.mjs";
import { faultsOf, longestPause } from "./drill/faults.mjs";
import { isOnlyOne, leaveInOrder, whenLeaving } from "./drill/leaving.mjs";
import { clientOf, lostAmong, startLoad } from "./drill/load.mjs";
import { makeMachines } from "./drill/machines.mjs";
import { commandForMissing } from "./drill/programs.mjs";
import { buildRelease, upgrade } from "./drill/upgrade.mjs";
import { median, reasonsToFail } from "./drill/verdict.mjs";
import {
  isReady,
  leadsToPrimary,
  operate,
  shareMasterKey,
  startCaddy,
  startHaproxy,
  startVault,
} from "./drill/vaults.mjs";
import { assemble } from "./package.mjs";
import { fail, root } from "./setup.mjs";

const { values: options } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    faults: { type: "string", default: "20" },
    writes: { type: "string", default: "100" },
    reads: { type: "string", default: "200" },
    keep: { type: "string" },
    "upgrade-from": { type: "string" },
  },
});
const ownersCount = 20;
const healthyMsMax = 600_000;
const say = (line) => process.stdout.write(`${line}\n`);

for (const name of ["faults", "writes", "reads"])
  if (!(Number.isInteger(Number(options[name])) && Number(options[name]) > 0))
    fail(`--${name}=${options[name]} is not a whole number above 0.`);
leaveInOrder();
if (!(await isOnlyOne())) fail("Another drill runs on this machine. Two would take each other's addresses.");
const missing = commandForMissing(options);
if (missing)
  fail(`The drill needs programs that this machine lacks: ${missing} (or npm run drill -- --install, as root).`);
await assemble();
const former = options["upgrade-from"] ? await buildRelease(options["upgrade-from"]) : undefined;

const { machines, folder, canCut, here, remove } = makeMachines(["db1", "db2", "db3", "vault1", "vault2", "front"]);
whenLeaving(remove);
const isFolderOrLog = (name) => statSync(name).isDirectory() || name.endsWith(".log");
if (options.keep) whenLeaving(() => cpSync(folder, options.keep, { recursive: true, filter: isFolderOrLog }));
const databases = [machines.db1, machines.db2, machines.db3];
const vaults = [machines.vault1, machines.vault2];
const { front } = machines;
const addresses = [...databases.map(({ address }) => address), here, "127.0.0.1"];
const certificate = makeCertificate(folder, [...new Set(addresses)]);
const place = { databases, vaults, front, canCut, here, certificate };

async function until(what, isSo) {
  const began = Date.now();
  while (!(await isSo())) {
    if (Date.now() - began > healthyMsMax) fail(`${what} not after ${healthyMsMax / 1_000} seconds.`);
    await wait(250);
  }
}

const isClusterWhole = async () => {
  const [{ primary, streaming, synchronous }, { members, leader }] = [await roles(databases), await etcdLeader(place)];
  return Boolean(primary && leader) && streaming === 2 && synchronous && members === 3;
};
const isWhole = async () => (await isClusterWhole()) && (await Promise.all(vaults.map(isReady))).every(Boolean);

/** Runs `work` on the primary, as the superuser. */
async function onPrimary(database, work) {
  const { primary } = await roles(databases);
  const client = new pg.Client({
    host: primary.address,
    user: "postgres",
    password: passwords.superuser,
    database,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each machine's vault. */
const running = new Map();

async function startAll() {
  for (const machine of databases) startEtcd(machine, place);
  await until("etcd is whole", async () => (await etcdLeader(place)).members === 3);
  for (const machine of databases) startPatroni(machine, place);
  await until("PostgreSQL is whole", isClusterWhole);
  await onPrimary("postgres", async (client) => {
    await client.query(`CREATE ROLE vault LOGIN PASSWORD '${passwords.vault}'`);
    await client.query("CREATE DATABASE vault OWNER vault ENCODING 'UTF8' TEMPLATE template0");
  });
  for (const machine of vaults) startHaproxy(machine, databases);
  await until("HAProxy leads to the primary", () => vaults.every(leadsToPrimary));
  running.set(machines.vault1, startVault(machines.vault1, front, former));
  await until("the first vault is ready", () => isReady(machines.vault1));
  shareMasterKey(machines.vault1, machines.vault2);
  running.set(machines.vault2, startVault(machines.vault2, front, former));
  startCaddy(front, vaults);
  await until("all is whole", isWhole);
}

/** Accounts with an access key and a category each. */
async function makeOwners(client) {
  const owners = [];
  for (let number = 1; number <= ownersCount; number += 1) {
    const email = `drill-${number}@example.com`;
    operate(machines.vault1, front, ["user", "add", email], `${passwords.accounts}\n`, former);
    const scopes = "entries:read,entries:write,entries:reveal,categories:write";
    const added = ["key", "add", email, "--scopes", scopes, "--name", "drill"];
    const key = operate(machines.vault1, front, added, "", former).trim();
    const { json } = await client("POST", "/categories", key, {
      name: "Drill",
      keyType: "simple",
      envVarName: "DRILL",
    });
    owners.push({ key, categoryId: json.id });
  }
  return owners;
}

/** Breaks one thing after the other. Returns how long (s) no write was acknowledged each time. */
async function breakAll() {
  const faults = faultsOf(place);
  const pauses = [];
  for (let number = 0; number < Number(options.faults); number += 1) {
    const fault = faults[number % faults.length];
    const isCut = Math.floor(number / faults.length) % 2 === 1;
    let machine;
    await until("a machine to break is found", async () => (machine = await fault.choose(isCut)) !== undefined);
    const at = Date.now();
    await fault.break(machine, isCut);
    const mended = Date.now();
    await until("all is whole again", isWhole);
    await wait(5_000);
    const pause = pauseSince(at);
    pauses.push(pause);
    say(
      `${number + 1}. ${fault.what} (${machine.name}) ${isCut && canCut && fault.what !== "proxy" ? "cut off" : "killed"}: no write for ${pause.toFixed(1)} s; whole again ${((Date.now() - mended - 5_000) / 1_000).toFixed(0)} s after it was mended`,
    );
  }
  return pauses;
}

const pauseSince = (at) => longestPause(tally.writtenAt, at, Date.now());

say(
  canCut
    ? "Six machines, each in a network namespace."
    : "Six machines, as addresses of this one: what would be cut off is killed.",
);
await startAll();
const client = clientOf({ address: front.address, certificate: front.certificate });
const owners = await makeOwners(client);
const load = startLoad(client, owners, {
  writesPerSecond: Number(options.writes),
  readsPerSecond: Number(options.reads),
});
const { tally } = load;
await wait(10_000);

const pauses = former
  ? await upgrade({ vaults, front, running, former, isReady, until, say, pauseSince })
  : await breakAll();
const seconds = (Date.now() - tally.began) / 1_000;
await load.stop();

const lost = await lostAmong(client, tally.written);
const revealed = new Set(tally.revealed);
const recorded = await onPrimary("vault", (database) =>
  database.query(`SELECT "requestId" FROM "Activity" WHERE action = 'entry.reveal' AND outcome = 'done'`),
);
for (const { requestId } of recorded.rows) revealed.delete(requestId);
const verified = operate(machines.vault1, front, ["verify"]).trim();

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
const perSecond = (count) => (count / seconds).toFixed(0);
const writes = tally.written.length + tally.changed;
say(`
At ${commit} on ${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}:
${former ? "vaults exchanged" : "faults          "}                     ${pauses.length}
seconds under load                   ${seconds.toFixed(0)}
requests sent                        ${tally.sent} (${perSecond(tally.sent)} a second; ${tally.notSent} not sent, since ${1_000} were open)
  acknowledged writes                ${writes} of ${tally.planned.writes} planned (${perSecond(writes)} a second; ${tally.changed} changed a value)
  reveals answered                   ${tally.revealed.length} of ${tally.planned.reveals} planned (${perSecond(tally.revealed.length)} a second)
  refused (429, 502, 503, 504)       ${tally.refused}
  without an answer                  ${tally.unanswered}
acknowledged writes lost             ${lost.length}
reveals answered without a record    ${revealed.size}
wrong answers                        ${tally.wrong.length}
seconds without a write, median      ${median(pauses).toFixed(1)} (longest ${Math.max(...pauses).toFixed(1)})
svc-admin verify                     ${verified.split("\n").find((line) => line.includes(" chains "))}`);
if (tally.wrong.length > 0) say(JSON.stringify(tally.wrong.slice(0, 20), null, 1));
if (lost.length > 0) say(JSON.stringify(lost.slice(0, 20), null, 1));
const reasons = reasonsToFail({
  tally,
  lost: lost.length,
  unrecorded: revealed.size,
  pauses,
  isUpgrade: Boolean(former),
});
for (const reason of reasons) say(`Failed: ${reason}.`);
process.exit(reasons.length === 0 ? 0 : 1);
