import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { isDatabaseUrl } from "../../env";
import { databaseKind, databaseUrl } from "../../runtime";
import { createDatabase } from "../../runtime/create-database";
import { lockDatabase } from "../../runtime/lock";
import { copyDatabase } from "../../services/maintenance/copy";
import type { AdminContext } from "../context";
import { databaseFileOf, openVault } from "../open-vault";
import { printLine } from "../print";
import { progressBar } from "../progress-bar";
import { CliError, UsageError } from "../cli-error";

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
      const { settings } = await openVault(context);
      const source = databaseUrl(settings);
      if (databaseKind(source) === databaseKind(target))
        throw new UsageError("Both databases are of the same kind: use backup and restore for that.");
      // A vault that is running now could write data that would be lost. On SQLite this can be detected; elsewhere the
      // operator has to take care.
      const file = databaseFileOf(settings);
      const lock = file === null ? null : lockDatabase(file);
      const bar = progressBar("copying");
      try {
        let rows = 0;
        const name = await createDatabase(target, context.migrationsFolder, async (db) => {
          rows = await copyDatabase(db, bar);
        });
        printLine(
          `${rows} rows copied into ${name} and compared: set DATABASE_URL to it, keep the same master keys, and start the vault`,
        );
      } finally {
        bar.end();
        lock?.release();
      }
    });
}

function readTarget(to: string | undefined, toFile: string | undefined): string {
  if ((to === undefined) === (toFile === undefined))
    throw new UsageError("Name the target with either --to or --to-file.");
  if (to !== undefined && URL.canParse(to) && new URL(to).password !== "")
    throw new CliError(
      "Everybody on this machine can read a password on the command line: put the URL into a file and use --to-file.",
    );
  const url = to ?? readFileSync(toFile ?? "", "utf8").trim();
  if (!isDatabaseUrl(url))
    throw new UsageError(
      `${to === undefined ? `What ${toFile} holds` : "What --to names"} is no database: expected file:/path/to/vault.db or postgresql://user@host:5432/database.`,
    );
  return url;
}
