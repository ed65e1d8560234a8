import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { type Actor, aUserWithKey, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { begin, operate } from "../support/programs/operator";
import { ownVaults } from "../support/vaults/own-vaults";
import { databaseSettings } from "../support/vaults/server";
import { readStore } from "../support/vaults/store";

const { aVault } = ownVaults();
const { rotatedValues, kills, timeoutMs } = sizes;
const editorsAtOnce = 2;

/** Runs `work` for 0 … count - 1, a few at once. */
async function times(count: number, work: (index: number) => Promise<void>, atOnce = 8): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

test(
  `of ${rotatedValues} values rotated over ${kills} kill -9 with concurrent edits, all open, no edit is lost, and none is left under the old key`,
  async () => {
    const first = await aVault();
    const { dataDir } = first;
    const { accessKey, key } = await aUserWithKey({ baseUrl: first.baseUrl });
    const { id: categoryId } = await key.call(createCategory, { body: { name: "Stripe", keyType: "json" } });
    const expected = new Map<string, string>();
    await times(rotatedValues, async (index) => {
      const value = JSON.stringify({ index });
      expected.set((await key.call(createEntry, { body: { categoryId, name: `entry ${index}`, value } })).id, value);
    });
    expect(await first.stop()).toBe(0);

    const oldKey = readFileSync(path.join(dataDir, "master.key"), "utf8").trim();
    const env = { ...(await databaseSettings(dataDir)), VAULT_MASTER_KEYS: `${newMasterKeyText()},${oldKey}` };
    const [newId = ""] = parseKeyRing(env.VAULT_MASTER_KEYS).ids;
    const second = await aVault({ dataDir, env });
    const countRotated = () =>
      Number(
        readStore<{ rotated: number | string }>(
          { dataDir },
          `SELECT count(*) AS rotated FROM "KeyEntry" WHERE substr("encryptedValue", 2, 8) = ?`,
          [Buffer.from(newId, "hex")],
        )[0]?.rotated,
      );

    let running = true;
    let edits = 0;
    const refusals: unknown[] = [];
    const ids = [...expected.keys()];
    const edit = async (who: Actor, editor: number) => {
      while (running) {
        // Each editor has its own entries, so that the last acknowledged value is the expected one.
        const id =
          ids[((Math.floor(Math.random() * ids.length) / editorsAtOnce) | 0) * editorsAtOnce + editor] ??
          ids[editor] ??
          "";
        const value = JSON.stringify({ edit: (edits += 1) });
        await who.call(updateEntry, { params: { id }, body: { value } }).then(
          () => expected.set(id, value),
          (refusal: unknown) => refusals.push(refusal),
        );
      }
    };
    const writer = withKey(accessKey.key, second.baseUrl);
    const editors = Array.from({ length: editorsAtOnce }, (_, editor) => edit(writer, editor));

    let killedAtWork = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = countRotated();
      const { child, ended } = begin(dataDir, ["rotate"], { env });
      // Somewhere in its work: after a random part of each kill's share.
      const share = Math.max(1, Math.floor(((rotatedValues - before) / (kills - kill + 2)) * Math.random()));
      await expect
        .poll(() => child.exitCode !== null || countRotated() >= before + share, { timeout: 120_000, interval: 2 })
        .toBe(true);
      if (child.exitCode === null) killedAtWork += 1;
      child.kill("SIGKILL");
      await ended;
    }
    const editsBefore = edits;
    const last = await operate(dataDir, ["rotate"], { env });
    running = false;
    await Promise.all(editors);
    expect(last).toMatchObject({ code: 0, err: "" });
    const { code, out } = await operate(dataDir, ["verify"], { env });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^(\\d+) values open, 0 do not\n  \\1 under ${newId}, the first master key\n(\\d+) rows that grant rights are as the vault wrote them, 0 are not\n  \\2 under ${newId}, the first master key\n\\d+ records of the activity of \\d+ vaults are as they were written, 0 chains are broken\n$`,
        ),
      ),
    ]);

    let lost = 0;
    await times(ids.length, async (index) => {
      const id = ids[index] ?? "";
      if ((await writer.call(revealEntry, { params: { id } })).value !== expected.get(id)) lost += 1;
    });
    expect({ lost, refusals, busy: killedAtWork > 0, edited: editsBefore > 0 }).toEqual({
      lost: 0,
      refusals: [],
      busy: true,
      edited: true,
    });
    report({
      figure: "rotation",
      values: rotatedValues,
      kills,
      killedAtWork,
      edits,
      refusals: refusals.length,
      lost,
      unopenable: 0,
      leftUnderOldKey: 0,
    });
  },
  timeoutMs,
);
