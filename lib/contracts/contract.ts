import type { z } from "zod";
import type { ErrorCode } from "../errors";
import type { Precondition, PreconditionHeader } from "./precondition";
import type { Scope } from "./scopes";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who may call: anyone, a browser session alone, or a session as well as an access key that holds the scope. */
export type Access = "public" | "session" | { scope: Scope };

/** What comes back: JSON of a schema, text, or nothing. A contract with two statuses lets its handler choose. */
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
  /** Sessions must have proven their user within the last 10 minutes. Access keys are not asked: their scopes were granted for it. */
  recentAuthentication?: true;
  /** Where the vault asks for a second factor, a session without one may do this: `any`, or `set-up`, while its user has no factor of any kind. Nothing else. */
  mfaExempt?: "any" | "set-up";
  /** Path ids are UUIDs; anything else is this refusal, byte-identical to a missing row. */
  notFound?: ErrorCode;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Counted bytes of the request body; unless told 1 MiB, and 16 KiB where anyone may call. */
  bodyBytesMax?: number;
  reply: Reply;
  /** Refusals of this operation's own; those of authentication, validation and transport are implied. */
  errors?: readonly ErrorCode[];
  /** The reply depends on nothing but what the user owns, or, of a public operation, on nothing at all: its bytes are kept in memory until a write of theirs, and have an ETag. */
  cacheable?: true;
  /** What the handler returns, or its `data`, has a `version`: that is the reply's ETag. */
  versioned?: true;
  /** The preconditions that it honours. Where one does not hold, nothing is written: CHANGED_MEANWHILE. */
  conditional?: readonly PreconditionHeader[];
  /** The reply sets the session's cookie anew: its token is another one from then on. */
  renewsSession?: true;
  /** The reply carries decrypted secrets. Pinned by a test: no contract gains this unnoticed. */
  plaintext?: true;
};

export const bodyBytesMaxDefault = 1024 * 1024;
/** Whoever has proven nothing gets little read: parsing a body holds everybody up. */
export const bodyBytesMaxPublic = 16 * 1024;

/** How many bytes a body of this contract may have. */
export const bodyBytesMaxOf = ({ bodyBytesMax, access }: Pick<ContractSpec, "bodyBytesMax" | "access">): number =>
  bodyBytesMax ?? (access === "public" ? bodyBytesMaxPublic : bodyBytesMaxDefault);

/** As limits are told: whole MiB, or KiB below one. */
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

/** What a handler receives: path parameters, the query and body as their schemas put them out, and what must hold for a write. */
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

/** A version may be left out of the reply's schema: its ETag has it all the same. */
type WithVersion<C extends ContractSpec> = C["versioned"] extends true
  ? { version: number } | { data: { version: number } }
  : unknown;

/** What a handler returns; `reply` strips whatever the schema does not name. */
export type HandlerOutput<C extends ContractSpec> = C["reply"] extends {
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
