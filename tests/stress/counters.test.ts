import { expect, test } from "vitest";
import { listActivity } from "@/lib/contracts/access/activity";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { type Actor, aUser, withKey } from "../support/callers/actors";
import { expectedHotp } from "../support/sign-in/totp";
import { ownVaults } from "../support/vaults/own-vaults";

const secret = "JBSWY3DPEHPK3PXP";
const kills = 4;
const readersAtOnce = 8;
const codesBetweenKills = 30;
const { aFolder, aVault } = ownVaults();

test("no code of a counter is given twice over kill -9, and each that was given is on record", async () => {
  const dataDir = aFolder();
  const given: number[] = [];
  let [keyText, id] = ["", ""];
  const readUntilKilled = async (key: Actor): Promise<void> => {
    for (;;) {
      try {
        const { code, counter = -1 } = await key.call(revealTwoFactorCode, { params: { id } });
        expect(code).toBe(expectedHotp(secret, counter));
        given.push(counter);
      } catch (error) {
        if (error instanceof Error && error.name === "AssertionError") throw error;
        return;
      }
    }
  };
  for (let round = 1; round <= kills; round += 1) {
    const vault = await aVault({ dataDir });
    if (round === 1) {
      const { session } = await aUser(vault.baseUrl);
      const scopes = ["2fa:reveal", "activity:read"] as const;
      keyText = (await session.call(createAccessKey, { body: { name: "reader", scopes: [...scopes] } })).key;
      const body = { service: "Door", accountName: "ada", secret, type: "hotp" } as const;
      id = (await session.call(createTwoFactorToken, { body })).id;
    }
    const key = withKey(keyText, vault.baseUrl);
    const readers = Array.from({ length: readersAtOnce }, () => readUntilKilled(key));
    const wanted = codesBetweenKills * round;
    await expect.poll(() => given.length, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(wanted);
    expect(await vault.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(readers);
  }
  const { baseUrl } = await aVault({ dataDir });
  const key = withKey(keyText, baseUrl);
  const { counter: next = -1 } = await key.call(revealTwoFactorCode, { params: { id } });
  expect(new Set(given).size).toBe(given.length);
  expect(next).toBeGreaterThan(Math.max(...given));
  // A code whose answer the kill cut off was taken anyway: it has a record, and nobody gets it again.
  let records = 0;
  for (let before: string | undefined; ;) {
    const query = { objectId: id, action: "two-factor-token.reveal", limit: "200", ...(before && { before }) } as const;
    const page = await key.call(listActivity, { query });
    records += page.length;
    before = page.at(-1)?.id;
    if (page.length < 200) break;
  }
  expect(records).toBe(next + 1);
}, 180_000);
