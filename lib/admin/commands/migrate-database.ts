import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { whileNoVaultRuns } from "../../db/postgresql/migrate";
import { isDatabaseUrl, processSettings, type Settings } from "../../env";
import { databaseKind, databaseUrl } from "../../runtime";
import { createDatabase } from "../../runtime/create-database";
import { lockDatabase } from "../../runtime/lock";
import { copyDatabase } from "../../services/maintenance/backup/copy";
import type { AdminContext } from "../context";
import { assertOwner, databaseFileOf, isThere, openVault } from "../open-vault";
import { printLine } from "../print";
import { progressBar } from "../progress-bar";
import { UsageError } from "../cli-error";

export function addMigrateDatabaseCommand(program: Command, context: AdminContext): void {
  program
    .command("migrate-database")
    .description(
      "copy the whole database into an empty one of the other kind, and compare every row; stop the vault first",
    )
    .option(
      "--to <url>",
      "where to: file:/path/to/vault.db, or postgresql://… without a password (PGPASSWORD and the like are for that)",
    )
    .option("--to-file <file>", "a file that holds the URL, for one with a password")
    .action(async ({ to, toFile }: { to?: string; toFile?: string }) => {
      const target = readTarget(to, toFile);
      const settings = processSettings();
      if (databaseKind(databaseUrl(settings)) === databaseKind(target))
        throw new UsageError("Both databases are of the same kind: use backup and restore for that.");
      const bar = progressBar("copying");
      const copy = async () => {
        await openVault(context);
        let rows = 0;
        const name = await createDatabase(target, context.migrationsFolder, async (db) => {
          rows = await copyDatabase(db, bar);
        });
        printLine(
          `${rows} rows copied into ${name} and compared: set DATABASE_URL to it, keep the same master keys, and start the vault`,
        );
      };
      await whileStopped(settings, copy).finally(() => bar.end());
    });
}

/** What a vault writes meanwhile would be lost, so none may run. Behind a pooler, only its writes show it. */
async function whileStopped(settings: Settings, work: () => Promise<void>): Promise<void> {
  assertOwner(settings.VAULT_DATA_DIR);
  const file = databaseFileOf(settings);
  if (file === null) return whileNoVaultRuns(databaseUrl(settings), work);
  // Without one, there is nothing that could run: the command says so.
  if (!isThere(file)) return work();
  const lock = lockDatabase(file);
  return work().finally(() => lock.release());
}

function readTarget(to: string | undefined, toFile: string | undefined): string {
  if ((to === undefined) === (toFile === undefined))
    throw new UsageError("Name the target with either --to or --to-file.");
  if (to !== undefined && URL.canParse(to) && new URL(to).password !== "")
    throw new UsageError(
      "Everybody on this machine can read a password on the command line: put the URL into a file and use --to-file.",
    );
  const url = to ?? readFileSync(toFile ?? "", "utf8").trim();
  if (!isDatabaseUrl(url))
    throw new UsageError(
      `${to === undefined ? `What ${toFile} holds` : "What --to names"} is not a database: expected file:/path/to/vault.db or postgresql://user@host:5432/database.`,
    );
  return url;
}
