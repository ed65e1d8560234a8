import { existsSync, statfsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { readKeyCheck } from "../../crypto/sealing/key-check";
import type { KeyRing } from "../../crypto/sealing/keyring";
import { createVault } from "../../crypto/sealing/vault";
import { openDatabase } from "../../db/client";
import { isMissingTable } from "../../db/failures";
import { type Migration, MigrationError, onlyAdds } from "../../db/migrate";
import { assertReachable, assertSettingsKept } from "../../db/postgresql/migrate";
import { appliedMigrations } from "../../db/rows";
import { isSound } from "../../db/sqlite/check";
import { misspelledSettings, processSettings, type Settings, SettingsError } from "../../env";
import { optionsOf } from "../../mail/server";
import { mailServerFault } from "../../mail/server-fault";
import { databaseUrl } from "../../runtime";
import { assertNotUnfinished } from "../../runtime/create-database";
import { readServerCertificate } from "../../runtime/certificate";
import { databaseIsHeld } from "../../runtime/lock";
import { loadKeyRing, masterKeyFile } from "../../runtime/master-key";
import { storageFault } from "../../runtime/storage-fault";
import type { AdminContext } from "../context";
import type { Finding } from "../finding";
import { databaseFileOf, isThere, ownMigrations } from "../open-vault";
import { permissions } from "../permissions";
import { printLine } from "../print";
import { CliError } from "../cli-error";

const freeBytesMin = 256 * 1024 * 1024;
/** Certificates are normally renewed earlier than this. */
const certificateDaysMin = 7;
/** Earlier than the first vault: a clock that says so would accept expired keys. */
const earliestTime = Date.parse("2026-11-01T00:00:00Z");

export function addDoctorCommand(program: Command, context: AdminContext): void {
  program
    .command("doctor")
    .description(
      "check settings, permissions, disk, clock, mail server, database and master keys, and say what to do; exit code 1 if there is anything to do",
    )
    .action(async () => {
      const settings = processSettings();
      const findings = [
        { what: "settings", todo: null },
        ...misspelledSettings().map(({ name, meant }): Finding => ({
          what: `setting ${name}`,
          todo: `there is no such setting, so it does nothing: ${meant} is one`,
        })),
        clock(),
        ...permissions(settings),
        ...freeSpace(settings),
        ...tlsCertificate(settings),
        ...(await mailServer(settings)),
        ...(await database(settings, context)),
      ];
      for (const { what, todo, detail } of findings)
        printLine(
          `${todo === null ? "ok    " : "to do "} ${what}${detail ? ` (${detail})` : ""}${todo === null ? "" : `: ${todo}`}`,
        );
      const todo = findings.filter((finding) => finding.todo !== null).length;
      if (todo > 0) throw new CliError(`${todo} of ${findings.length} checks found something to do.`);
    });
}

function clock(): Finding {
  const now = new Date();
  return {
    what: "clock",
    detail: now.toISOString(),
    todo:
      now.getTime() < earliestTime
        ? "it is behind: set the time (TOTP codes and expiries depend on it), and let NTP keep it"
        : null,
  };
}

function freeSpace(settings: Settings): Finding[] {
  const folder = path.dirname(databaseFileOf(settings) ?? path.join(settings.VAULT_DATA_DIR, "x"));
  if (!existsSync(folder)) return [];
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return [
    {
      what: "free disk space",
      detail: `${Math.floor(free / 1024 / 1024)} MiB`,
      todo: free < freeBytesMin ? "make room: a full disk refuses every write" : null,
    },
  ];
}

function tlsCertificate(settings: Settings): Finding[] {
  const what = "TLS certificate";
  try {
    const certificate = readServerCertificate(settings);
    if (!certificate) return [];
    const days = Math.floor((certificate.validUntil.getTime() - Date.now()) / 86_400_000);
    return [
      {
        what,
        detail: `until ${certificate.validUntil.toISOString()}`,
        todo:
          days < certificateDaysMin
            ? `it expires in ${days} days: renew it; a running vault picks up the new files by itself`
            : null,
      },
    ];
  } catch (error) {
    if (error instanceof SettingsError) return [{ what, todo: withoutStop(error) }];
    throw error;
  }
}

async function mailServer({ SMTP_URL }: Settings): Promise<Finding[]> {
  if (SMTP_URL === undefined) return [];
  // As written there: an IPv6 address is in brackets.
  const { hostname } = new URL(SMTP_URL);
  const { port } = optionsOf(SMTP_URL);
  const fault = await mailServerFault(SMTP_URL);
  const todo = `mail can't be sent as SMTP_URL says (${fault}): check its address and login, and that this machine trusts the server's certificate`;
  return [{ what: "mail server", detail: `${hostname}:${port}`, todo: fault === null ? null : todo }];
}

async function database(settings: Settings, context: AdminContext): Promise<Finding[]> {
  const file = databaseFileOf(settings);
  try {
    if (file && !isThere(file) && databaseIsHeld(file))
      return [
        { what: "database", todo: `a restore, a move or a first start is creating ${file}: wait until it is done` },
      ];
    if (file) assertNotUnfinished(file);
    if (file && !isThere(file))
      return [
        {
          what: "database",
          todo: `there is none at ${file}: set VAULT_DATA_DIR to where it is, restore a backup, or start a new vault`,
        },
      ];
    return await openedDatabase(settings, context, file);
  } catch (error) {
    const fault =
      error instanceof SettingsError || error instanceof MigrationError
        ? error
        : file
          ? storageFault(error, path.dirname(file))
          : // A setting in the URL, say, that the server doesn't take.
            await assertReachable(databaseUrl(settings)).catch((reason: unknown) => reason as Error);
    const unknown = file
      ? "it can't be opened: check that it is one, and that this user may use it"
      : isMissingTable(error)
        ? "there is no vault in it: set DATABASE_URL to the one you mean, or start the vault on it once"
        : "it can't be read: check that this user owns its tables, or may use them";
    return [{ what: "database", todo: fault ? withoutStop(fault) : unknown }];
  }
}

const withoutStop = ({ message }: Error) => (message.endsWith(".") ? message.slice(0, -1) : message);

async function openedDatabase(settings: Settings, context: AdminContext, file: string | null): Promise<Finding[]> {
  if (!file) await assertReachable(databaseUrl(settings));
  const db = openDatabase(databaseUrl(settings));
  try {
    const findings: Finding[] = [];
    if (file) {
      findings.push({ what: "vault", detail: databaseIsHeld(file) ? "running" : "not running", todo: null });
      findings.push({
        what: "database integrity",
        todo: (await isSound(db))
          ? null
          : "it is damaged: stop the vault and restore the latest backup into an empty folder",
      });
    } else {
      const connections = await connectionSettings(settings);
      findings.push(connections);
      // No question could be asked through such a pooler.
      if (connections.todo !== null) return findings;
    }
    const applied = await appliedMigrations(db);
    const pending = ownMigrations(settings, context).filter(({ name }) => !applied.includes(name));
    findings.push({
      what: "database version",
      detail: applied.at(-1) ?? "none",
      todo: pending.length > 0 ? firstStart(pending, file === null) : null,
    });
    findings.push(...(await masterKeys(settings, db)));
    return findings;
  } finally {
    await db.$disconnect();
  }
}

/** What to do before this version can be used; on a server's database others may still be running. */
function firstStart(pending: readonly Migration[], isShared: boolean): string {
  const does = `it applies ${pending.map(({ name }) => name).join(", ")}`;
  if (!isShared) return `start this version of the vault once: ${does}`;
  return pending.every(onlyAdds)
    ? `start this version of the vault once: ${does}, which only ${pending.length === 1 ? "adds" : "add"}, so that vaults of the previous version may run beside it`
    : `stop all vaults on this database, then start this version once: ${does}, which does more than add, so vaults of the previous version can't run beside it`;
}

async function connectionSettings(settings: Settings): Promise<Finding> {
  const what = "settings of database connections";
  try {
    await assertSettingsKept(databaseUrl(settings));
    return { what, todo: null };
  } catch (error) {
    if (error instanceof MigrationError) return { what, todo: error.message };
    throw error;
  }
}

async function masterKeys(settings: Settings, db: ReturnType<typeof openDatabase>): Promise<Finding[]> {
  const what = "master key";
  let ring: KeyRing | null;
  try {
    ring = loadKeyRing(settings);
  } catch (error) {
    if (error instanceof SettingsError) return [{ what, todo: withoutStop(error) }];
    throw error;
  }
  if (!ring)
    return [
      { what, todo: `there is none: put its file back at ${masterKeyFile(settings)}, or set VAULT_MASTER_KEYS_FILE` },
    ];
  const vault = createVault(ring);
  const checks = await db.keyCheck.findMany({ omit: { sealedCheck: false } });
  const closed = checks.filter((check) => readKeyCheck(vault, check) === null);
  const findings: Finding[] = [
    {
      what: "master keys",
      detail: ring.ids.join(", "),
      todo:
        closed.length > 0
          ? `${closed.map(({ keyId }) => keyId).join(", ")} is needed and not among the given ones, or its check value is damaged: give it, after the first one if you are changing the key, or else in its place`
          : null,
    },
  ];
  const older = checks.filter(({ keyId }) => keyId !== ring.sealing.id).length;
  // Only whoever has all of them can rotate.
  if (older > 0 && closed.length === 0)
    findings.push({
      what: "older master keys",
      todo: `${older} may still encrypt values: rotate re-encrypts them under the first one`,
    });
  return findings;
}
