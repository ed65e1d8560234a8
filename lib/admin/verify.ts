import type { Command } from "commander";
import { verifyValues } from "../services/maintenance/verify";
import type { AdminContext } from "./context";
import { openVault } from "./open-vault";
import { printLine } from "./print";
import { progressBar } from "./progress-bar";
import { CliError } from "./cli-error";

const namedMax = 20;

export function addVerifyCommand(program: Command, context: AdminContext): void {
  program
    .command("verify")
    .description(
      "open every stored value in memory, check every row that gives rights, count what is wrong, change nothing; exit code 1 if any",
    )
    .action(async () => {
      const { vault } = await openVault(context);
      const bar = progressBar("verifying");
      const { opened, unopenable, byKey, signed } = await verifyValues(bar).finally(() => bar.end());
      printLine(`${opened} values open, ${unopenable.length} do not`);
      const tellKeys = (counts: Record<string, number>) => {
        for (const [keyId, count] of Object.entries(counts)) {
          const place =
            keyId === vault.sealingKeyId
              ? "the first master key"
              : vault.keyIds.includes(keyId)
                ? "an older master key"
                : "no master key given";
          printLine(`  ${count} under ${keyId}, ${place}`);
        }
      };
      tellKeys(byKey);
      for (const { table, rowId } of unopenable.slice(0, namedMax)) printLine(`  does not open: ${table} ${rowId}`);
      const genuine = Object.values(signed.byKey).reduce((sum, count) => sum + count, 0);
      printLine(`${genuine} rows that give rights are as the vault left them, ${signed.forged.length} are not`);
      tellKeys(signed.byKey);
      for (const { table, rowId } of signed.forged.slice(0, namedMax))
        printLine(`  not as the vault left it: ${table} ${rowId}`);
      if (unopenable.length > 0)
        throw new CliError(
          "Values that do not open were sealed under a key that is not given, or are damaged: give the key, or restore a backup.",
        );
      if (signed.forged.length > 0)
        throw new CliError(
          "Rows that are not as the vault left them give no rights. Somebody changed them without the master key, or damaged them: find out who writes to the database, then restore a backup.",
        );
    });
}
