import type { Scope } from "../contracts/scopes";

/**
 * Who calls. Services get nothing else of a request than this. `revision` counts the writes to what the user owns, as of
 * the moment that the caller was looked up.
 */
export type Caller = SessionCaller | KeyCaller;

export type SessionCaller = {
  kind: "session";
  userId: string;
  sessionId: string;
  /** When this session's user last proved who they are. */
  provenAt: Date;
  /** The second factor that the vault asks for and this session lacks: its user has none yet, or a passkey that was not used. */
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
