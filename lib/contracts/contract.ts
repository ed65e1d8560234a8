import type { z } from "zod";
import type { ErrorCode } from "../errors";
import type { Precondition, PreconditionHeader } from "./precondition";
import type { Scope } from "./access/scopes";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call: anyone, a browser session alone, a session as well as every access key, or a session as well as an access
 * key that has the scope, or all of the scopes.
 */
export type Access = "public" | "session" | "any" | { scope: Scope; and?: Scope | readonly Scope[] };

/** The reply: JSON of a schema, text, or nothing. With two statuses, the handler chooses. */
type Reply =
  | { status: 200 | 201 | readonly [200, 201]; json: z.ZodType }
  | { status: 200; text: string; headers: Record<string, string> }
  | { status: 204 };

export type ContractSpec = {
  /** Operation id: verb and resource. */
  id: string;
  method: Method;
  /** Below `/api`, with `{name}` for path parameters. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /**
   * A session acts where `X-Team-Id` says: in a team's vault, or without it in its own. True of all operations that
   * access keys may call, which act where the key belongs; of the others, only if it is said here.
   */
  inVault?: true;
  /**
   * In a team, only owners may call: of the team whose vault it acts in, otherwise of the one that `{id}` names.
   * `or-oneself`: and the person whom `{userId}` names. The service checks it once more, in its transaction.
   */
  ownersOnly?: true | "or-oneself";
  /**
   * Sessions must have authenticated within the last 10 minutes. Access keys are exempt: their scopes were granted for
   * this.
   */
  recentAuthentication?: true;
  /**
   * What a session without the required second factor may still do: `any` always, `set-up` while its user has no factor
   * at all.
   */
  mfaExempt?: "any" | "set-up";
  /** Path ids are UUIDs; anything else gets this error, byte-identical to a missing row. */
  notFound?: ErrorCode;
  /** Another such error for some of the path's parameters, by their names. */
  notFoundBy?: Readonly<Record<string, ErrorCode>>;
  /** Path parameters that are whole numbers from 1 on, and no ids. */
  numbers?: readonly string[];
  /** Path parameters that are 128 random bits in base64url, and no UUIDs. */
  tokens?: readonly string[];
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: true;
  /** The largest request body in bytes; default 1 MiB, or 16 KiB for public operations. */
  bodyBytesMax?: number;
  /** How many items a list in the body may have before it is validated at all; default 2,000. */
  itemsMax?: number;
  reply: Reply;
  /** Errors specific to this operation; those of authentication, validation and transport are implied. */
  errors?: readonly ErrorCode[];
  /**
   * The reply depends only on the user's data (of a public operation, on nothing): it is cached in memory until their
   * next write, and has an ETag.
   */
  cacheable?: true;
  /** The handler's result, or its `data`, has a `version`, which becomes the ETag. */
  versioned?: true;
  /** The preconditions it honours. If one fails, nothing is written: CHANGED_MEANWHILE. */
  conditional?: readonly PreconditionHeader[];
  /** With `Accept: application/x-ndjson`, the items of its list as they are found, one in each line. */
  streamed?: true;
  /** The handler writes the JSON itself, in pieces, since it may be longer than memory should hold. */
  runInSlices?: true;
  /** The reply sets the session cookie with a new token. */
  renewsSession?: true;
  /** The reply contains decrypted secrets. A test pins the list, so no contract gains this unnoticed. */
  plaintext?: true;
};

/** The scopes that an access key needs; none of them says that it may not call. */
export const scopesOf = ({ access }: Pick<ContractSpec, "access">): Scope[] =>
  typeof access === "object" ? [access.scope, ...[access.and ?? []].flat()] : [];

/** Whether `X-Team-Id` counts. */
export const actsInVault = ({ access, inVault }: Pick<ContractSpec, "access" | "inVault">): boolean =>
  inVault === true || access === "any" || typeof access === "object";

export const bodyBytesMaxDefault = 1024 * 1024;
/** Small for unauthenticated callers: parsing a body blocks everybody else. */
export const bodyBytesMaxPublic = 16 * 1024;

/** How many bytes a body of this contract may have. */
export const bodyBytesMaxOf = ({ bodyBytesMax, access }: Pick<ContractSpec, "bodyBytesMax" | "access">): number =>
  bodyBytesMax ?? (access === "public" ? bodyBytesMaxPublic : bodyBytesMaxDefault);

/** Formats a limit: whole MiB, or KiB below one. */
export const inBinaryUnits = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;

/** Declares one endpoint. The server's `route()`, the browser's `call()` and the OpenAPI document all read this object. */
export function contract<const S extends ContractSpec>(spec: S): Readonly<S> {
  return Object.freeze(spec);
}

/** The names between braces in a contract's path, in their order. */
export const pathParameters = ({ path }: Pick<ContractSpec, "path">): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParams<Rest> : never;

/** A handler's input: path parameters, parsed query and body, and the write's precondition. */
export type Input<C extends ContractSpec> = {
  params: { [K in PathParams<C["path"]>]: string };
  query: C["query"] extends z.ZodObject ? z.output<C["query"]> : undefined;
  body: C["body"] extends z.ZodObject ? z.output<C["body"]> : undefined;
  precondition: C["conditional"] extends readonly PreconditionHeader[] ? Precondition : undefined;
};

/** What a client sends. */
export type CallInput<C extends ContractSpec> = ([PathParams<C["path"]>] extends [never]
  ? object
  : { params: { [K in PathParams<C["path"]>]: string } }) &
  (C["query"] extends z.ZodObject ? { query?: z.input<C["query"]> } : object) &
  (C["body"] extends z.ZodObject ? { body: z.input<C["body"]> } : object);

/** What a client gets back. */
export type CallOutput<C extends ContractSpec> = C["reply"] extends { json: infer J extends z.ZodType }
  ? z.output<J>
  : C["reply"] extends { text: string }
    ? string
    : undefined;

/** The reply's schema may omit the version: it is in the ETag anyway. */
type WithVersion<C extends ContractSpec> = C["versioned"] extends true
  ? { version: number } | { data: { version: number } }
  : unknown;

/** What a handler returns; `reply` strips fields that the schema does not name. */
export type HandlerOutput<C extends ContractSpec> = C extends { runInSlices: true }
  ? { pieces: AsyncIterable<string> }
  : C extends { streamed: true; reply: { json: infer J extends z.ZodArray } }
    ? z.input<J> | { pages: AsyncIterable<z.input<J>> }
    : ListedOutput<C>;

type ListedOutput<C extends ContractSpec> = C["reply"] extends {
  status: readonly [200, 201];
  json: infer J extends z.ZodType;
}
  ? { status: 200 | 201; json: z.input<J> & WithVersion<C> }
  : C["reply"] extends { json: infer J extends z.ZodType }
    ? z.input<J> & WithVersion<C>
    : C["reply"] extends { text: string }
      ? { text: string; headers?: Record<string, string> }
      : C["renewsSession"] extends true
        ? { sessionCookie: string }
        : void;
