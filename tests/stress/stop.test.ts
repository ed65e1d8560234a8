import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { listCategories } from "@/lib/contracts/vault/categories";
import { scopes } from "@/lib/contracts/access/scopes";
import { aUser, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import { connect, requestBytes } from "../support/http/raw-http";

const { aFolder, aVault } = ownVaults();
const { stops, timeoutMs } = sizes;
const clients = 16;

test(
  `${stops} SIGTERMs under load cut off no accepted request, and lose nothing that was acknowledged`,
  async () => {
    const dataDir = aFolder();
    const acknowledged: string[] = [];
    let [admitted, cutOff, keyText, name] = [0, 0, "", 0];

    /**
     * Uploads in sequence, each on its own connection, until no more are admitted. The vault's 100 shows that one is
     * admitted.
     */
    const uploadUntilRefused = async (baseUrl: string, headers: Record<string, string>) => {
      for (;;) {
        const connection = connect(baseUrl);
        const body = JSON.stringify({ name: `upload ${(name += 1)}`, keyType: "json" });
        connection.write(
          requestBytes("POST", "/api/categories", {
            ...headers,
            "Content-Type": "application/json",
            Expect: "100-continue",
            "Content-Length": String(body.length),
          }),
        );
        try {
          const first = await connection.answer().catch(() => undefined);
          if (first?.status !== 100) return;
          admitted += 1;
          connection.write(body);
          const { status, body: text } = await connection.answer();
          if (status === 201) acknowledged.push((JSON.parse(text) as { id: string }).id);
          else cutOff += 1;
        } catch {
          cutOff += 1;
          return;
        } finally {
          connection.destroy();
        }
      }
    };

    for (let stop = 1; stop <= stops; stop += 1) {
      const vault = await aVault({ dataDir });
      if (stop === 1)
        keyText = (
          await (
            await aUser(vault.baseUrl)
          ).session.call(createAccessKey, { body: { name: "uploads", scopes: [...scopes] } })
        ).key;
      const before = acknowledged.length;
      const uploads = Array.from({ length: clients }, () =>
        uploadUntilRefused(vault.baseUrl, withKey(keyText).headers),
      );
      await expect
        .poll(() => acknowledged.length, { timeout: 30_000, interval: 1 })
        .toBeGreaterThan(before + ((stop * 7) % 50));
      expect(await vault.stop()).toBe(0);
      await Promise.all(uploads);
    }
    const vault = await aVault({ dataDir });
    const stored = new Set((await withKey(keyText, vault.baseUrl).call(listCategories)).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !stored.has(id)).length;
    report({ figure: "stops", stops, admitted, cutOff, acknowledged: acknowledged.length, lost });
    expect({ cutOff, lost, busy: admitted > stops * clients }).toEqual({ cutOff: 0, lost: 0, busy: true });
  },
  timeoutMs,
);
