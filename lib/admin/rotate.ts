import type { Command } from "commander";
import { rotateKeys } from "../services/maintenance/rotate";
import type { AdminContext } from "./context";
import { openVault } from "./open-vault";
import { printLine } from "./print";
import { progressBar } from "./progress-bar";
import { CliError } from "./cli-error";

export function addRotateCommand(program: Command, context: AdminContext): void {
  program
    .command("rotate")
    .description(
      "seal every value, and sign every row that gives rights, anew under the first master key, while the vault serves; may be interrupted and begun again",
    )
    .action(async () => {
      const { vault } = await openVault(context, { prepared: "alone" });
      const bar = progressBar("rotating");
      const { resealed, resigned, unopenable, forged, removedKeys } = await rotateKeys(bar).finally(() => bar.end());
      printLine(`${resealed} values sealed anew under ${vault.sealingKeyId}`);
      printLine(`${resigned} rows that give rights signed anew`);
      for (const keyId of removedKeys)
        printLine(
          `nothing is left under ${keyId}: keep that key for older backups, and take it out of the vault's settings`,
        );
      if (forged.length > 0)
        printLine(
          `${forged.length} rows that give rights are not as the vault left them: they give none, and verify names them`,
        );
      if (unopenable.length > 0)
        throw new CliError(
          `${unopenable.length} values do not open and were left as they are: verify names them. Keep every master key until they do.`,
        );
    });
}
