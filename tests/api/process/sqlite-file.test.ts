import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listCategories } from "@/lib/contracts/vault/categories";
import { lockDatabase } from "@/lib/runtime/lock";
import { aRegisteredUser, aUserWithKey } from "../../support/callers/actors";
import { operate } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { startVault } from "../../support/vaults/server";
import { endedStart, expectSentence } from "../../support/vaults/starts";

const { aFolder, aVault } = ownVaults();

describe("a start on SQLite", () => {
  test("uses the database file that DATABASE_URL names", async () => {
    const file = path.join(aFolder(), "else where", "other.db");
    const vault = await aVault({ env: { DATABASE_URL: `file:${file}` } });
    await aRegisteredUser(vault.baseUrl);
    expect(existsSync(file)).toBe(true);
    expect(readdirSync(vault.dataDir)).toEqual(["master.key"]);
    expect(vault.output()).toContain(file);
  });

  test("beside what an interrupted restore or move left makes no new vault, and says what to do; so does doctor", async () => {
    const dataDir = aFolder();
    writeFileSync(path.join(dataDir, "vault.db.restoring"), "");
    const sentence =
      /A restore or move to \S+vault\.db was interrupted: run it again, or delete every file whose name begins with \S+vault\.db\.restoring to start/;
    expectSentence(await endedStart({ dataDir }), sentence);
    expect(await operate(dataDir, ["doctor"])).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });
    expect(existsSync(path.join(dataDir, "vault.db"))).toBe(false);
  });

  test("doctor says that a restore is running rather than that it was interrupted", async () => {
    const dataDir = aFolder();
    const file = path.join(dataDir, "vault.db");
    writeFileSync(`${file}.restoring`, "");
    const lock = lockDatabase(file);
    try {
      expect(await operate(dataDir, ["doctor"])).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /^to do {2}database: a restore, .* is creating \S+vault\.db: wait until it is done$/m,
        ),
      });
    } finally {
      lock.release();
    }
  });

  test("creates every file for its user only, and removes others' access to older files; the folder's mode is the operator's", async () => {
    const dataDir = aFolder();
    const modes = () =>
      Object.fromEntries(
        readdirSync(dataDir).map((file) => [file, (statSync(path.join(dataDir, file)).mode & 0o777).toString(8)]),
      );
    const all = Object.fromEntries(
      ["master.key", "vault.db", "vault.db-shm", "vault.db-wal", "vault.db.lock", "vault.db.lock-journal"].map(
        (file) => [file, "600"],
      ),
    );
    const before = process.umask(0o022);
    try {
      const vault = await aVault({ dataDir });
      await aRegisteredUser(vault.baseUrl);
      expect(modes()).toEqual(all);
      await vault.stop("SIGKILL");
      for (const file of readdirSync(dataDir)) chmodSync(path.join(dataDir, file), 0o644);
      chmodSync(dataDir, 0o750);
      chmodSync(path.join(dataDir, "master.key"), 0o600);
      await aRegisteredUser((await aVault({ dataDir })).baseUrl);
      expect(modes()).toEqual(all);
      expect((statSync(dataDir).mode & 0o777).toString(8)).toBe("750");
    } finally {
      process.umask(before);
    }
  });

  test("while another vault runs on the folder is refused with a message, and the other continues", async () => {
    const vault = await aVault();
    const before = await aRegisteredUser(vault.baseUrl);
    expectSentence(await endedStart({ dataDir: vault.dataDir }), /already running on .*VAULT_DATA_DIR/);
    // Even if the database's name is given instead of the folder's.
    expectSentence(
      await endedStart({ dataDir: aFolder(), env: { DATABASE_URL: `file:${path.join(vault.dataDir, "vault.db")}` } }),
      /already running on /,
    );
    expect(await before.session.call(listCategories)).toEqual([]);
    expect((await fetch(`${vault.baseUrl}/readyz`)).status).toBe(200);
  });

  test("of two that start at once on a new folder one succeeds and the other is refused", async () => {
    const dataDir = aFolder();
    const starts = await Promise.allSettled([startVault({ dataDir }), startVault({ dataDir })]);
    const up = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    await Promise.all(up.map((vault) => vault.stop()));
    const refusals = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
    expect([up.length, refusals]).toEqual([1, [expect.stringMatching(/ended with 1:[\s\S]*already running/)]]);
  });

  test("with WORKERS is refused with a message: the file belongs to one process", async () => {
    expectSentence(
      await endedStart({ dataDir: aFolder(), env: { WORKERS: "2" } }),
      /WORKERS=2 needs PostgreSQL.*DATABASE_URL/,
    );
  });
});

describe("a stop on SQLite", () => {
  test("leaves one complete database file, and nothing in a journal", async () => {
    const vault = await aVault();
    await aUserWithKey({ baseUrl: vault.baseUrl });
    expect(readdirSync(vault.dataDir)).toContain("vault.db-wal");
    expect(await vault.stop()).toBe(0);
    expect(readdirSync(vault.dataDir).filter((file) => /-(wal|shm|journal)$/.test(file))).toEqual([]);
  });
});
