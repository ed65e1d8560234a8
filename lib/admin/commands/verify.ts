import type { Command } from "commander";
import type { Progress } from "../../services/maintenance/progress";
import { verifyValues } from "../../services/maintenance/verify/verify";
import { countActivity, type PinnedHead, verifyActivity } from "../../services/maintenance/verify/verify-activity";
import type { AdminContext } from "../context";
import { keysOf, openVault } from "../open-vault";
import { printLine, tellLine } from "../print";
import { progressBar } from "../progress-bar";
import { CliError } from "../cli-error";
import { readHeads } from "../read-heads";

const namedMax = 20;

export function addVerifyCommand(program: Command, context: AdminContext): void {
  program
    .command("verify")
    .description(
      "decrypt every stored value in memory, check every row that grants rights, count what is wrong, and change nothing; exit code 1 if anything is wrong",
    )
    .option("--heads <file>", "numbers and MACs of the activity from before, as JSON lines, to find what was cut off")
    .action(async ({ heads }: { heads?: string }) => {
      const { db, vault } = await openVault(context);
      const { missing } = await keysOf(db, vault);
      if (missing.length > 0)
        tellLine(
          `The master key ${missing.join(", ")} was not given: what it sealed or signed counts as wrong below. Give it too.`,
        );
      const pinned = heads === undefined ? [] : readHeads(heads);
      const bar = progressBar("verifying");
      const [{ opened, unopenable, byKey, inFormerForm, signed }, activity] = await verifyAll(bar, pinned).finally(() =>
        bar.end(),
      );
      printLine(`${opened} values open, ${unopenable.count} do not`);
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
      for (const { table, rowId } of unopenable.first) printLine(`  does not open: ${table} ${rowId}`);
      const genuine = Object.values(signed.byKey).reduce((sum, count) => sum + count, 0);
      printLine(`${genuine} rows that grant rights are as the vault wrote them, ${signed.forged.count} are not`);
      tellKeys(signed.byKey);
      for (const { table, rowId } of signed.forged.first) printLine(`  not as the vault wrote it: ${table} ${rowId}`);
      printLine(
        `${activity.records} records of the activity of ${activity.vaults} vaults are as they were written, ${activity.broken.length} chains are broken`,
      );
      for (const { vaultId, number, recordId, fault } of activity.broken.slice(0, namedMax))
        printLine(`  broken: vault ${vaultId}, record ${number}${recordId ? ` (${recordId})` : ""}: ${fault}`);
      for (const { vaultId, number } of activity.tooOld)
        printLine(`  not checked: vault ${vaultId}, record ${number}: it is older than what is kept`);
      if (inFormerForm > 0)
        printLine(`${inFormerForm} values have the form of an earlier release: rotate seals them in the newest one`);
      if (unopenable.count > 0)
        throw new CliError(
          "Values that can't be decrypted were encrypted under a key that is not given, or are damaged: give the key, or restore a backup.",
        );
      if (signed.forged.count > 0)
        throw new CliError(
          "Rows that are not as the vault wrote them grant no rights. Somebody changed them without the master key, or damaged them: find out who writes to the database, then restore a backup.",
        );
      if (activity.broken.length > 0)
        throw new CliError(
          "The activity is not as the vault wrote it from those records on: somebody changed or removed records. Find out who writes to the database, and keep it as it is until then.",
        );
    });
}

/** One after the other, under one progress: what is ahead is counted before. */
async function verifyAll(progress: Progress, pinned: readonly PinnedHead[]) {
  progress.expect(await countActivity());
  return [await verifyValues(progress), await verifyActivity(progress, pinned)] as const;
}
