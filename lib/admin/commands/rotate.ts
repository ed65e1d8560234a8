import type { Command } from "commander";
import { tellEveryVault } from "../../services/maintenance/tell-every-vault";
import { rotateKeys } from "../../services/maintenance/rotate";
import type { AdminContext } from "../context";
import { openVault } from "../open-vault";
import { printLine } from "../print";
import { progressBar } from "../progress-bar";
import { CliError } from "../cli-error";

export function addRotateCommand(program: Command, context: AdminContext): void {
  program
    .command("rotate")
    .description(
      "re-encrypt every value and re-sign every row that grants rights under the first master key, while the vault runs; can be interrupted and started again",
    )
    .action(async () => {
      const { vault, db, databaseKind, activity } = await openVault(context, { prepared: "alone" });
      const bar = progressBar("rotating");
      const { resealed, resigned, unopenable, forged, removedKeys } = await rotateKeys(bar, () =>
        printLine(
          "values get a new form, which earlier releases can't open. Running vaults keep writing the old form until they restart: restart every vault on this database, then rotate again",
        ),
      ).finally(() => bar.end());
      await tellEveryVault(db, { kind: databaseKind, link: activity.link }, "rotate");
      printLine(`${resealed} values re-encrypted under ${vault.sealingKeyId}`);
      printLine(`${resigned} rows that grant rights re-signed`);
      for (const keyId of removedKeys)
        printLine(
          `nothing is left under ${keyId}: keep that key for older backups, and remove it from the vault's settings`,
        );
      if (forged > 0)
        printLine(
          `${forged} rows that grant rights are not as the vault wrote them: they grant none, and verify names them`,
        );
      if (unopenable > 0)
        throw new CliError(
          `${unopenable} values can't be decrypted and were left as they are: verify names them. Keep every master key until they can.`,
        );
    });
}
