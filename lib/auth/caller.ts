import type { Scope } from "../contracts/scopes";
import type { Bounds } from "./bounds";

/**
 * Who sent the request; services see nothing else of it. `revision` counts the writes to the user's data as of the
 * caller's look-up.
 */
export type Caller = SessionCaller | KeyCaller;

export type SessionCaller = {
  kind: "session";
  userId: string;
  sessionId: string;
  /** When the session's user last authenticated. */
  provenAt: Date;
  /**
   * The second factor that the vault requires and this session lacks: either the user has none yet, or they did not
   * sign in with their passkey.
   */
  missingFactor?: "none-yet" | "passkey";
  /** A session reaches all of its user's vault. */
  bounds?: null;
  revision?: number;
};

export type KeyCaller = {
  kind: "key";
  userId: string;
  keyId: string;
  /** The SHA-256 of the key that was sent: the current one, or the one before a rotation. */
  keyHash: string;
  keyPrefix: string;
  scopes: ReadonlySet<Scope>;
  /** The part of the vault that the key reaches; null for all of it. */
  bounds: Bounds | null;
  /** IP addresses and CIDR ranges that the key may be used from; null for any. */
  addresses: readonly string[] | null;
  /** How many values may leave by this key in any 24 hours; null for any number. */
  revealsPerDay: number | null;
  revision?: number;
};
