import { createHash, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { createShareLink, listShareLinks, openShareLink } from "@/lib/contracts/transfer/links";
import { newMasterKeyText } from "@/lib/crypto/sealing/keyring";
import { openShared, sealShared } from "@/lib/share/envelope";
import { scrypt } from "@/packages/svc/src/transfer/scrypt";
import { toldTo } from "../../support/callers/activity";
import { anonymous, aUser } from "../../support/callers/actors";
import { ownVaults } from "../../support/vaults/own-vaults";
import { readStore, storedBytes } from "../../support/vaults/store";

const { aVault } = ownVaults();

/** Each 32 bytes in a row, as a link's key. */
const windowsOf = (bytes: Uint8Array) =>
  Array.from({ length: Math.max(0, bytes.length - 31) }, (_, at) =>
    Buffer.from(bytes.subarray(at, at + 32)).toString("base64url"),
  );

test("what the vault stores, logs and tells of a link opens with nothing that it has: not its master key, nor anything made from that", async () => {
  const masterKey = newMasterKeyText();
  const vault = await aVault({ env: { VAULT_MASTER_KEYS: masterKey } });
  const { session } = await aUser(vault.baseUrl);
  const secret = "sk_test_not_a_real_key";
  const { ciphertext, key } = await sealShared(secret, null, scrypt);
  const bareKey = Buffer.from(key, "base64url").subarray(0, 32);
  const made = await session.call(createShareLink, {
    body: { ciphertext, views: 2, expiresInHours: 1, hint: "For Grace" },
  });
  const answered = [
    made,
    await session.call(listShareLinks),
    await anonymous(vault.baseUrl).call(openShareLink, { params: { id: made.id } }),
    await toldTo(session),
  ];
  const rows = readStore<Record<string, unknown>>(vault, 'SELECT * FROM "ShareLink"');
  const stored = storedBytes(vault);
  expect(await vault.stop()).toBe(0);

  const columns = rows.flatMap((row) =>
    Object.values(row).map((value) => (value instanceof Uint8Array ? value : Buffer.from(String(value)))),
  );
  expect(columns.some((bytes) => Buffer.from(bytes).toString("ascii") === ciphertext)).toBe(true);
  const had = [
    ...columns,
    Buffer.from(masterKey, "base64"),
    Buffer.from(vault.output()),
    Buffer.from(JSON.stringify(answered)),
  ];
  const purposes = ["seal", "backup", "session-token", "key-id", "rights", "activity", "throttle", "share"];
  const derived = had.flatMap((bytes) => [
    createHash("sha256").update(bytes).digest(),
    ...purposes.map((purpose) => Buffer.from(hkdfSync("sha256", bytes, "", `svc/v1/${purpose}`, 32))),
  ]);
  const candidates = [...new Set([...had, ...derived].flatMap(windowsOf))];
  expect(candidates.length).toBeGreaterThan(1_000);
  const opening = await Promise.all(
    candidates.map((candidate) =>
      openShared(ciphertext, candidate, null, scrypt).then(
        () => candidate,
        () => null,
      ),
    ),
  );
  expect(opening.filter((candidate) => candidate !== null)).toEqual([]);
  for (const bytes of [stored, ...had])
    expect(
      [key, bareKey.toString("base64url"), bareKey, secret].filter((text) => Buffer.from(bytes).includes(text)),
    ).toEqual([]);
  // The key that was only in the link does open it, and would have been found.
  expect(await openShared(ciphertext, bareKey.toString("base64url"), null, scrypt)).toBe(secret);
  expect(windowsOf(Buffer.concat([Buffer.alloc(3), bareKey]))).toContain(bareKey.toString("base64url"));
});
