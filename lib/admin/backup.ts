import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { writeBackup } from "../services/upkeep/backup";
import type { AdminContext } from "./context";
import { openVault } from "./open-vault";
import { printLine } from "./print";
import { progressBar } from "./progress-bar";
import { Refusal } from "./refusal";

export function addBackupCommand(program: Command, context: AdminContext): void {
  program
    .command("backup")
    .description("write the database and the settings that are no secrets into one sealed file, while the vault serves; never the master key")
    .argument("<file>")
    .option("--replace", "replace the file if it exists, once the new one is whole", false)
    .action(async (file: string, { replace }: { replace: boolean }) => {
      const target = path.resolve(file);
      if (existsSync(target) && !replace) throw new Refusal(`${target} exists already: choose another name, or add --replace.`);
      const { vault } = await openVault(context);
      const bar = progressBar("backing up");
      const rows = await writeBackup(target, bar).finally(() => bar.end());
      printLine(`${rows} rows in ${target}, sealed under the master key ${vault.sealingKeyId}: keep that key, apart from the file`);
    });
}
