import type { NewRecord } from "../db/activity/chain";
import type { Tx } from "../db/client";
import type { Caller } from "./caller";

/** The context in which a request starts: its caller, or null at a public endpoint. */
export type RequestContext<C extends Caller | null = Caller> = {
  readonly caller: C;
  readonly tx?: undefined;
  readonly records?: undefined;
  /** For a caller whose credential can be taken away: throws in a transaction of theirs if it was. */
  readonly assertStands?: (tx: Tx) => Promise<void>;
};

/** Inside a transaction: what it adds to the activity at its end. */
export type InTransaction<C extends Caller = Caller> = {
  readonly caller: C;
  readonly tx: Tx;
  readonly records: NewRecord[];
};

/** The context in which a service works: its caller and, if another service called it, the transaction they share. */
export type Context<C extends Caller = Caller> = RequestContext<C> | InTransaction<C>;
