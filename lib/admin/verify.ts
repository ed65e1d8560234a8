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
      "decrypt every stored value in memory, check every row that grants rights, count what is wrong, change nothing; exit code 1 if anything is",
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
      printLine(`${genuine} rows that grant rights are as the vault wrote them, ${signed.forged.length} are not`);
      tellKeys(signed.byKey);
      for (const { table, rowId } of signed.forged.slice(0, namedMax))
        printLine(`  not as the vault wrote it: ${table} ${rowId}`);
      if (unopenable.length > 0)
        throw new CliError(
          "Values that can't be decrypted were encrypted under a key that is not given, or are damaged: give the key, or restore a backup.",
        );
      if (signed.forged.length > 0)
        throw new CliError(
          "Rows that are not as the vault wrote them grant no rights. Somebody changed them without the master key, or damaged them: find out who writes to the database, then restore a backup.",
        );
    });
}
