import path from "node:path";
import type { Command } from "commander";
import { createActivityChain } from "../../crypto/macs/activity-chain";
import { createVault } from "../../crypto/sealing/vault";
import { processSettings } from "../../env";
import { databaseKind, databaseUrl } from "../../runtime";
import { createDatabase } from "../../runtime/create-database";
import { afterRestore } from "../../runtime/former-release";
import { loadKeyRing, masterKeyFile } from "../../runtime/master-key";
import { checkBackup, restoreRows } from "../../services/maintenance/backup/restore";
import type { AdminContext } from "../context";
import { ownMigrations } from "../open-vault";
import { printLine } from "../print";
import { progressBar } from "../progress-bar";
import { CliError } from "../cli-error";

export function addRestoreCommand(program: Command, context: AdminContext): void {
  program
    .command("restore")
    .description(
      "create a vault from a backup where there is none; the whole file is read and checked before anything is changed",
    )
    .argument("<file>")
    .action(async (file: string) => {
      const settings = processSettings();
      const ring = loadKeyRing(settings);
      if (!ring)
        throw new CliError(
          `No master key was given: put its file back at ${masterKeyFile(settings)}, or set VAULT_MASTER_KEYS_FILE.`,
        );
      const vault = createVault(ring);
      const source = path.resolve(file);
      const migrations = ownMigrations(settings, context).map(({ name }) => name);
      const { header, rows } = await checkBackup(vault, source, migrations);
      const bar = progressBar("restoring");
      bar.expect(rows);
      const chains = { kind: databaseKind(databaseUrl(settings)), link: createActivityChain(ring).link };
      const database = await createDatabase(databaseUrl(settings), context.migrationsFolder, (db) =>
        restoreRows(db, vault, source, {
          madeAt: new Date(header.madeAt),
          progress: bar,
          beyond: afterRestore(ring, header.migrations),
          chains,
        }),
      ).finally(() => bar.end());
      printLine(`${rows} rows of ${header.madeAt} restored into ${database}`);
      printLine(
        "everybody has to sign in again; access keys are as they were at that time: check which have been revoked since",
      );
      for (const [name, value] of Object.entries(header.settings)) printLine(`  was set then: ${name}=${value}`);
    });
}
