import { copyFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { aFormerVault } from "../../support/vaults/former-vault";
import { lastBackup, metricsOn } from "../../support/rows/last-backup";
import { operate, refused } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore } from "../../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const aWatchedVault = (dataDir = aFolder()) => aVault({ dataDir, env: metricsOn });

/** A folder with the same master key, for restoring a backup of that vault. */
function aPlaceFor({ dataDir }: { dataDir: string }): string {
  const place = aFolder();
  copyFileSync(path.join(dataDir, "master.key"), path.join(place, "master.key"));
  return place;
}

/** A vault as the last release before this time was stored left it. */
function takeTableAway(store: { dataDir: string }): void {
  changeStore(store, 'DROP TABLE "Upkeep"');
  changeStore(store, "DELETE FROM \"_prisma_migrations\" WHERE migration_name = '0007_upkeep'");
}

describe("the time of the last backup", () => {
  test("is 0 before the first, then the time of the last one, and in a restored vault the time of its backup", async () => {
    const vault = await aWatchedVault();
    expect(await lastBackup(vault)).toBe(0);

    const [file, later] = [path.join(aFolder(), "first"), path.join(aFolder(), "second")];
    const began = Date.now();
    expect(await operate(vault.dataDir, ["backup", file])).toMatchObject({ code: 0, err: "" });
    const first = await lastBackup(vault);
    expect(first).toBeGreaterThanOrEqual(began / 1000);
    expect(first).toBeLessThanOrEqual(Date.now() / 1000);

    expect(await operate(vault.dataDir, ["backup", file])).toEqual(refused(/already exists/));
    expect(await lastBackup(vault)).toBe(first);
    expect(await operate(vault.dataDir, ["backup", later])).toMatchObject({ code: 0, err: "" });
    const second = await lastBackup(vault);
    expect(second).toBeGreaterThan(first ?? 0);

    const restored = aPlaceFor(vault);
    expect(await operate(restored, ["restore", later])).toMatchObject({ code: 0 });
    expect(await lastBackup(await aWatchedVault(restored))).toBe(second);
  });

  test("if the database can't store it, the backup is still complete and a message says so; if it can't be read, the metric is missing", async () => {
    const vault = await aWatchedVault();
    changeStore(vault, 'ALTER TABLE "Upkeep" RENAME COLUMN "at" TO "gone"');
    const file = path.join(aFolder(), "vault.backup");
    expect(await operate(vault.dataDir, ["backup", file])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ rows in /),
      err: expect.stringMatching(/^The backup is complete, but the database did not store its time \(.+\): .+\.\n$/),
    });
    expect(await lastBackup(vault)).toBeUndefined();
    expect((await operate(aPlaceFor(vault), ["restore", file])).code).toBe(0);
  });
});

describe("a vault of the previous release", () => {
  test("can be backed up, says that its database stores no time, and shows 0 after the upgrade; its backup restores with its time", async () => {
    const vault = await aWatchedVault();
    await vault.stop();
    takeTableAway(vault);
    const file = path.join(aFolder(), "vault.backup");
    const began = Date.now();
    expect(await operate(vault.dataDir, ["backup", file])).toMatchObject({
      code: 0,
      err: expect.stringContaining("(it is of an older version, which keeps none)") as string,
    });
    expect(await lastBackup(await aWatchedVault(vault.dataDir))).toBe(0);

    const restored = aPlaceFor(vault);
    expect(await operate(restored, ["restore", file])).toMatchObject({ code: 0 });
    expect(await lastBackup(await aWatchedVault(restored))).toBeGreaterThanOrEqual(began / 1000);
  });

  test("two releases back shows 0, and then the time of its first backup; only then can it be backed up at all", async () => {
    const { dataDir } = await aFormerVault(aFolder());
    const file = path.join(aFolder(), "vault.backup");
    expect(await operate(dataDir, ["backup", file])).toEqual(
      refused(/from an older version than this command: start this version/),
    );
    const vault = await aWatchedVault(dataDir);
    expect(await lastBackup(vault)).toBe(0);
    const began = Date.now();
    expect(await operate(dataDir, ["backup", file])).toMatchObject({ code: 0, err: "" });
    expect(await lastBackup(vault)).toBeGreaterThanOrEqual(began / 1000);
  });
});
