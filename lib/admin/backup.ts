import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { writeBackup } from "../services/maintenance/backup";
import { noteBackup } from "../services/maintenance/note-backup";
import type { AdminContext } from "./context";
import { openVault } from "./open-vault";
import { printLine, tellLine } from "./print";
import { progressBar } from "./progress-bar";
import { CliError } from "./cli-error";

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
    .action(async (file: string, { replace }: { replace: boolean }) => {
      const target = path.resolve(file);
      if (existsSync(target) && !replace)
        throw new CliError(`${target} exists already: choose another name, or add --replace.`);
      const { vault } = await openVault(context, { without: [timeMigration] });
      const bar = progressBar("backing up");
      const { rows, madeAt } = await writeBackup(target, bar).finally(() => bar.end());
      printLine(
        `${rows} rows in ${target}, sealed under the master key ${vault.sealingKeyId}: keep that key, apart from the file`,
      );
      const fault = await noteBackup(madeAt);
      if (fault)
        tellLine(
          `The backup is complete, but the database did not store its time (${fault}): /metrics still shows the time of the one before.`,
        );
    });
}
