import type { Command } from "commander";
import { verifyValues } from "../services/upkeep/verify";
import type { Place } from "./main";
import { openVault } from "./open-vault";
import { progressBar } from "./progress-bar";
import { Refusal } from "./refusal";

const namedMax = 20;

export function addVerifyCommand(program: Command, place: Place): void {
  program
    .command("verify")
    .description("open every stored value in memory, count what does not open, change nothing; exit code 1 if any")
    .action(async () => {
      const { vault } = await openVault(place);
      const bar = progressBar("verifying");
      const { opened, unopenable, byKey } = await verifyValues(bar).finally(() => bar.end());
      process.stdout.write(`${opened} values open, ${unopenable.length} do not\n`);
      for (const [keyId, count] of Object.entries(byKey)) {
        const place = keyId === vault.sealingKeyId ? "the first master key" : vault.keyIds.includes(keyId) ? "an older master key" : "no master key given";
        process.stdout.write(`  ${count} under ${keyId}, ${place}\n`);
      }
      for (const { table, rowId } of unopenable.slice(0, namedMax)) process.stdout.write(`  does not open: ${table} ${rowId}\n`);
      if (unopenable.length > 0) throw new Refusal("Values that do not open were sealed under a key that is not given, or are damaged: give the key, or restore a backup.");
    });
}
