import type { KeyRing } from "./keyring";
import { sealedIn } from "./sealed-columns";
import { createVault, type Vault } from "./vault";

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

/** The check value of one of the ring's keys. */
export function sealKeyCheck(ring: KeyRing, keyId: string): Uint8Array<ArrayBuffer> {
  const key = ring.find(keyId);
  if (!key) throw new RangeError("a check value is sealed under its own key");
  return createVault({ ...ring, sealing: key }).seal(text, sealedIn("KeyCheck", keyId));
}
