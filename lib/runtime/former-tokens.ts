import type { KeyRing } from "../crypto/sealing/keyring";
import { sealedIn } from "../crypto/sealing/sealed-columns";
import { algorithmName } from "../crypto/tokens/token-kind";
import { readSealedText } from "../crypto/tokens/token-secret";
import { createVault, type Vault } from "../crypto/sealing/vault";
import type { DataMigration, Steps } from "../db/steps";
import { SettingsError } from "../env";

/** This migration adds the columns. What an algorithm is, is sealed: reading it takes a master key. */
const migration = "0012_token_kinds";

/** Says of an older release's two-factor tokens which algorithm they have, in that migration's transaction. */
export const describeAfterMigration =
  (ring: KeyRing | null): DataMigration =>
  (applied) =>
    applied.includes(migration) ? describeFormerTokens(ring) : undefined;

/** Whether a database with these migrations says of its tokens how their codes are made. */
export const hadKinds = (migrations: readonly string[]): boolean => migrations.includes(migration);

/** Throws `SettingsError` if a master key is missing: what is not read now is never read again. */
export function* describeFormerTokens(ring: KeyRing | null): Steps {
  const tokens = yield { read: "TwoFactorToken", columns: ["id", "userId", "encryptedSecret"] };
  if (tokens.length === 0) return;
  const checks = yield { read: "KeyCheck", columns: ["keyId"] };
  const missing = checks.map(({ keyId }) => String(keyId)).filter((keyId) => !ring?.find(keyId));
  if (!ring || missing.length > 0)
    throw new SettingsError(
      `This start reads which algorithm each two-factor token has. That takes every master key that was ever used here, but ${missing.join(", ") || "none"} was not given: give it too (after the first one, if there is another). Nothing was changed.`,
    );
  const vault = createVault(ring);
  for (const { id, userId, encryptedSecret } of tokens) {
    const algorithm = algorithmIn(vault, String(id), String(userId), encryptedSecret as Uint8Array);
    if (algorithm && algorithm !== "SHA1")
      yield { change: "TwoFactorToken", key: "id", id: String(id), values: { algorithm } };
  }
}

/** Null for a secret that can't be decrypted. It makes no codes, whatever its row says. */
function algorithmIn(vault: Vault, id: string, userId: string, sealed: Uint8Array) {
  try {
    return algorithmName(readSealedText(vault.open(sealed, sealedIn("TwoFactorToken", id, userId))).algorithm);
  } catch {
    return null;
  }
}
