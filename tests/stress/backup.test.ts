import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { aUserWithKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { operate } from "../support/programs/operator";
import { ownVaults } from "../support/vaults/own-vaults";
import { faultsOfStore, readStore } from "../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const { backups, backupWritesPerSecond, timeoutMs } = sizes;
const inFlightMax = 32;

test(
  `each of ${backups} backups under ${backupWritesPerSecond} writes a second restores, with every write that was acknowledged before it began`,
  async () => {
    const vault = await aVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { id: categoryId } = await key.call(createCategory, {
      body: { name: "Stripe", keyType: "simple", envVarName: "KEY" },
    });
    const acknowledged: string[] = [];
    let sent = 0;
    let refused = 0;
    let inFlight = 0;
    const began = Date.now();
    const write = () => {
      const value = `value-${(sent += 1)}`;
      inFlight += 1;
      const written = key.call(createEntry, { body: { categoryId, name: `entry ${sent}`, value } }).then(
        ({ id }) => acknowledged.push(id),
        () => (refused += 1),
      );
      void written.finally(() => (inFlight -= 1));
    };
    const pace = setInterval(() => {
      // A machine that can't keep up builds up no backlog.
      while (inFlight < inFlightMax && sent < ((Date.now() - began) / 1000) * backupWritesPerSecond) write();
    }, 10);

    let missing = 0;
    try {
      for (let backup = 1; backup <= backups; backup += 1) {
        const before = [...acknowledged];
        const file = path.join(aFolder(), "vault.backup");
        expect(await operate(vault.dataDir, ["backup", file])).toMatchObject({ code: 0, err: "" });

        const dataDir = aFolder();
        writeFileSync(path.join(dataDir, "master.key"), readFileSync(path.join(vault.dataDir, "master.key")), {
          mode: 0o600,
        });
        expect(await operate(dataDir, ["restore", file])).toMatchObject({ code: 0, err: "" });
        expect(await operate(dataDir, ["verify"])).toMatchObject({ code: 0 });
        const restored = new Set(
          readStore<{ id: string }>({ dataDir }, 'SELECT "id" FROM "KeyEntry"').map(({ id }) => id),
        );
        expect(faultsOfStore({ dataDir })).toEqual([]);
        missing += before.filter((id) => !restored.has(id)).length;
      }
    } finally {
      clearInterval(pace);
    }
    const writesPerSecond = Math.round(acknowledged.length / ((Date.now() - began) / 1000));
    report({ figure: "backups", backups, writesPerSecond, acknowledged: acknowledged.length, refused, missing });
    expect({ missing, wrote: acknowledged.length > 0 }).toEqual({ missing: 0, wrote: true });
  },
  timeoutMs,
);
