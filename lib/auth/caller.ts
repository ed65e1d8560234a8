import type { Scope } from "../contracts/scopes";

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
  revision?: number;
};

export type KeyCaller = {
  kind: "key";
  userId: string;
  keyId: string;
  keyPrefix: string;
  scopes: ReadonlySet<Scope>;
  revision?: number;
};
