import type { Role } from "../contracts/people/roles";
import type { Scope } from "../contracts/access/scopes";
import type { Bounds } from "./grants/bounds";

/**
 * Who sent the request; services see nothing else of it. `revision` counts the writes to the user's data as of the
 * caller's look-up.
 */
export type Caller = SessionCaller | KeyCaller;

/** The request that a caller sent, as activity records tell of it. */
export type RequestFacts = { readonly id: string; readonly address: string | null; readonly userAgent: string | null };

/** The team whose vault a caller acts in, and the person's role there. */
export type TeamPart = { readonly id: string; readonly role: Role };

/** Whose vault the caller acts in: the team's, or their own. */
export const ownerOf = ({ team, userId }: Pick<Caller, "team" | "userId">): string => team?.id ?? userId;

export type SessionCaller = {
  kind: "session";
  userId: string;
  /** The person's name, or their e-mail address if they gave none. */
  name?: string | null;
  team?: TeamPart;
  sessionId: string;
  /** When the session's user last authenticated. */
  provenAt: Date;
  /** It is the operator who acts in the person's vault, by a command at the server. */
  isOperator?: true;
  /**
   * The second factor that the vault requires and this session lacks: either the user has none yet, or they did not
   * sign in with their passkey.
   */
  missingFactor?: "none-yet" | "passkey";
  /** The part of the team's vault that the role reaches; null for all of it, and in the user's own vault. */
  bounds?: Bounds | null;
  revision?: number;
  request?: RequestFacts | null;
};

export type KeyCaller = {
  kind: "key";
  /** Who made it. */
  userId: string;
  /** The key's name. */
  name?: string | null;
  team?: TeamPart;
  keyId: string;
  /** The SHA-256 of the key that was sent: the current one, or the one before a rotation. */
  keyHash: string;
  keyPrefix: string;
  /** In a team, only those that its creator's role has too. */
  scopes: ReadonlySet<Scope>;
  /** The part of the vault that the key reaches, and in a team its creator's role too; null for all of it. */
  bounds: Bounds | null;
  /** IP addresses and CIDR ranges that the key may be used from; null for any. */
  addresses: readonly string[] | null;
  /** How many values may leave by this key in any 24 hours; null for any number. */
  revealsPerDay: number | null;
  revision?: number;
  request?: RequestFacts | null;
};
