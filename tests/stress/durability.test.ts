import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, getEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { scopes } from "@/lib/contracts/access/scopes";
import { type Actor, aUser, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import { randomFrom } from "../support/random";
import { faultsOfStore } from "../support/vaults/store";

const { acknowledgedWrites: acknowledgedMin, writeKills: kills, timeoutMs } = sizes;
const writersAtOnce = 4;
const seed = 20261121;

const { aFolder, aVault } = ownVaults();

/** Values of any length, so that some fill many pages of the database. */
const valueOf = (index: number, random: () => number) => `value-${index}-${"é".repeat(Math.floor(random() * 4_000))}`;

test(
  `of ${acknowledgedMin} acknowledged writes over ${kills} kill -9 none is lost or half-written, and the database is intact`,
  async () => {
    const random = randomFrom(seed);
    const dataDir = aFolder();
    /** Acknowledged writes: entry id → value. */
    const acknowledged = new Map<string, string>();
    /**
     * The allowed contents of the one file that is overwritten again and again: the last acknowledged one, or one sent
     * since.
     */
    let possible: string[] = [];
    let tried = 0;
    let keyText = "";
    let categoryId = "";
    let projectId = "";

    const writeUntilKilled = async (key: Actor): Promise<void> => {
      for (;;) {
        const value = valueOf((tried += 1), random);
        try {
          const { id } = await key.call(createEntry, { body: { categoryId, name: `entry ${tried}`, value } });
          acknowledged.set(id, value);
        } catch {
          return;
        }
      }
    };
    const overwriteUntilKilled = async (key: Actor): Promise<void> => {
      for (;;) {
        const content = `VERSION=${(tried += 1)}\n${"#".repeat(Math.floor(random() * 20_000))}\n`;
        possible.push(content);
        try {
          await key.call(saveEnvFile, { params: { id: projectId }, body: { fileType: "env", content } });
          possible = [content];
        } catch {
          return;
        }
      }
    };

    for (let round = 1; round <= kills; round += 1) {
      const vault = await aVault({ dataDir });
      if (round === 1) {
        const { session } = await aUser(vault.baseUrl);
        keyText = (await session.call(createAccessKey, { body: { name: "writer", scopes: [...scopes] } })).key;
        categoryId = (
          await session.call(createCategory, {
            body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY" },
          })
        ).id;
        projectId = (await session.call(createEnvProject, { body: { name: "billing" } })).data.id;
      }
      const key = withKey(keyText, vault.baseUrl);
      // The kill happens at one writer's acknowledgement, and so anywhere in the others' requests.
      const wanted = Math.ceil((acknowledgedMin * round) / kills) + Math.floor(random() * 20);
      const writers = [
        ...Array.from({ length: writersAtOnce }, () => writeUntilKilled(key)),
        overwriteUntilKilled(key),
      ];
      await expect.poll(() => acknowledged.size, { timeout: timeoutMs, interval: 1 }).toBeGreaterThanOrEqual(wanted);
      expect(await vault.stop("SIGKILL")).toBe("SIGKILL");
      await Promise.all(writers);
    }

    const vault = await aVault({ dataDir });
    const key = withKey(keyText, vault.baseUrl);
    expect(acknowledged.size).toBeGreaterThanOrEqual(acknowledgedMin);
    const listed = new Set((await key.call(listEntries)).map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !listed.has(id))).toEqual([]);
    for (const [id, value] of acknowledged)
      expect((await key.call(revealEntry, { params: { id } })).value === value).toBe(true);
    // Writes in progress at a kill exist completely or not at all: everything that is listed opens.
    for (const id of listed) expect((await key.call(revealEntry, { params: { id } })).value).toMatch(/^value-\d+-é*$/);
    const { data: project } = await key.call(getEnvProject, { params: { id: projectId } });
    expect(project.files).toHaveLength(1);
    const { data: file } = await key.call(revealEnvFile, {
      params: { id: projectId, fileId: project.files[0]?.id ?? "" },
    });
    expect(possible.includes(file.content)).toBe(true);
    expect(await vault.stop()).toBe(0);

    expect(faultsOfStore({ dataDir })).toEqual([]);
    report({
      figure: "durability",
      kills,
      acknowledged: acknowledged.size,
      tried,
      lost: 0,
      halfWritten: 0,
      faultsOfDatabase: 0,
    });
  },
  timeoutMs,
);
