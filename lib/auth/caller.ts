import type { Scope } from "../contracts/scopes";

/**
 * Who sent the request. Services see nothing else of it. `revision` counts the writes to the user's data at the moment
 * the caller was looked up.
 */
export type Caller = SessionCaller | KeyCaller;

export type SessionCaller = {
  kind: "session";
  userId: string;
  sessionId: string;
  /** When the session's user last authenticated. */
  provenAt: Date;
  /**
   * The second factor that the vault requires and this session lacks: the user has none yet, or did not use their
   * passkey.
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
