import { existsSync, lstatSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { sealer } from "../../age";
import type { Vault } from "../../crypto/sealing/vault";
import type { Db } from "../../db/client";
import { missingMasterKey } from "../../runtime/master-key";
import { writeBackup } from "../../services/maintenance/backup/backup";
import { writePlainBackup } from "../../services/maintenance/backup/plain-backup";
import { tellEveryVault } from "../../services/maintenance/tell-every-vault";
import { noteBackup } from "../../services/maintenance/backup/note-backup";
import type { AdminContext } from "../context";
import { keysOf, openVault } from "../open-vault";
import { printLine, tellLine } from "../print";
import { progressBar } from "../progress-bar";
import { CliError, UsageError } from "../cli-error";
import { askPassphrase } from "../ask";

type Options = { replace: boolean; ageRecipient: string[]; agePassphrase: boolean };

/** Adds the table for the last backup's time, which no backup contains. Before an upgrade it may not exist yet. */
const timeMigration = "0007_upkeep";

export function addBackupCommand(program: Command, context: AdminContext): void {
  program
    .command("backup")
    .description(
      "write the database and the non-secret settings into one encrypted file, while the vault runs; never the master key",
    )
    .argument("<file>")
    .option("--replace", "replace the file if it exists, once the new one is complete", false)
    .option(
      "--age-recipient <recipient>",
      "instead, write everything that people and teams stored, readable without any vault, sealed for this age recipient (age1…); may be given several times",
      (one: string, others: string[]) => [...others, one],
      [] as string[],
    )
    .option(
      "--age-passphrase",
      "the same, sealed with a passphrase, which is asked for or read from standard input",
      false,
    )
    .action(async (file: string, { replace, ageRecipient, agePassphrase }: Options) => {
      const target = path.resolve(file);
      assertTarget(target, { replace });
      const asked = { recipients: ageRecipient, passphrase: agePassphrase };
      if (ageRecipient.length > 0 || agePassphrase) return writeReadable(context, target, asked);
      const { vault, db } = await openVault(context, { without: [timeMigration] });
      const needed = await neededKeys(db, vault);
      const bar = progressBar("backing up");
      const { rows, madeAt } = await writeBackup(target, bar).finally(() => bar.end());
      printLine(
        `${rows} rows in ${target}, sealed under the master key ${needed.join(" and ")}: keep ${needed.length === 1 ? "that key" : "those keys"}, apart from the file`,
      );
      const fault = await noteBackup(madeAt);
      if (fault)
        tellLine(
          `The backup is complete, but the database did not store its time (${fault}): /metrics still shows the time of the one before.`,
        );
    });
}

/** Only an ordinary file may be replaced: the new one takes its name, and a device or a link would be gone. */
function assertTarget(target: string, { replace }: { replace: boolean }): void {
  const folder = path.dirname(target);
  if (!existsSync(folder)) throw new CliError(`The folder ${folder} does not exist, or this user may not use it.`);
  const standing = lstatSync(target, { throwIfNoEntry: false });
  if (standing && !standing.isFile()) throw new CliError(`${target} is not a regular file: choose another name.`);
  if (standing && !replace) throw new CliError(`${target} already exists: choose another name, or add --replace.`);
}

/**
 * The ids of the master keys without which the backup can't be restored: the one that seals it, and those that values are
 * sealed under. Throws if one was not given: nobody could open such a backup with the keys at hand.
 */
async function neededKeys(db: Db, vault: Vault): Promise<string[]> {
  const { used, missing } = await keysOf(db, vault);
  if (missing.length > 0) throw missingMasterKey(missing, vault.keyIds);
  return [...new Set([vault.sealingKeyId, ...used])];
}

/** The backup that needs no vault to be read. `restore` does not read it, so it is not the last backup in `/metrics`. */
async function writeReadable(
  context: AdminContext,
  target: string,
  { recipients, passphrase }: { recipients: string[]; passphrase: boolean },
): Promise<void> {
  if (recipients.length > 0 && passphrase)
    throw new UsageError("Choose --age-recipient or --age-passphrase: age opens a file with one or the other.");
  const { db, databaseKind, activity } = await openVault(context);
  const key = passphrase ? { passphrase: await askPassphrase() } : { recipients };
  const seal = toldPlainly(() => sealer(key));
  const bar = progressBar("backing up");
  const { vaults, values, unreadable } = await writePlainBackup(target, seal, bar, () =>
    tellEveryVault(db, { kind: databaseKind, link: activity.link }, "backup --age"),
  ).finally(() => bar.end());
  printLine(
    `${values} values of ${vaults} vaults in ${target}, sealed with age: whoever can open it has every value, so keep its key apart from it`,
  );
  if (unreadable > 0)
    throw new CliError(
      `${unreadable} values can't be decrypted and are not in it: verify names them. Keep every master key until they can.`,
    );
}

function toldPlainly<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}
