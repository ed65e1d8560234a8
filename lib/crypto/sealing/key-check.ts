import { type EnvelopeVersion, newestEnvelope } from "./envelope";
import type { KeyRing } from "./keyring";
import { sealedIn } from "./sealed-columns";
import { createVault, sealedUnder, type Vault } from "./vault";

/** A master key's check value: a known text sealed under it. `former`: from a vault whose rows have no MACs yet. */
export type KeyCheck = { keyId: string; sealedCheck: Uint8Array };

/** The text states that rows have MACs, so nobody without the key can pretend that the vault never had any. */
const text = "this key opens this vault, whose rows that give rights carry a MAC";
const formerText = "this key opens this vault";

/** What a check value states; null if it can't be opened. */
export function readKeyCheck(vault: Vault, { keyId, sealedCheck }: KeyCheck): "current" | "former" | null {
  try {
    const opened = vault.open(sealedCheck, sealedIn("KeyCheck", keyId));
    return opened === text ? "current" : opened === formerText ? "former" : null;
  } catch {
    return null;
  }
}

/** The check value of the key that this vault seals with. */
export const sealOwnKeyCheck = (vault: Vault): Uint8Array<ArrayBuffer> =>
  vault.seal(text, sealedIn("KeyCheck", vault.sealingKeyId));

/** The check value of one of the ring's keys, in the form that values are to be sealed in. */
export function sealKeyCheck(ring: KeyRing, keyId: string, version: EnvelopeVersion): Uint8Array<ArrayBuffer> {
  const key = ring.find(keyId);
  if (!key) throw new RangeError("a check value is sealed under its own key");
  return sealOwnKeyCheck(createVault({ ...ring, sealing: key }, version));
}

/**
 * The form that this database's values are sealed in: that of its newest check value. A release that can't open a form
 * can't open its check value either, and so does not start. Without check values, nothing is sealed yet.
 */
export const envelopeOf = (checks: readonly KeyCheck[]): EnvelopeVersion =>
  checks.length === 0
    ? newestEnvelope
    : (Math.max(...checks.map(({ sealedCheck }) => sealedUnder(sealedCheck)?.version ?? 1)) as EnvelopeVersion);
