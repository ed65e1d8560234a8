import type { Tx } from "../db/client";
import type { Caller } from "./caller";

/** The context in which a request starts: its caller, or null at a public endpoint. */
export type RequestContext<C extends Caller | null = Caller> = { readonly caller: C; readonly tx?: undefined };

/** The context in which a service works: its caller and, if another service called it, the transaction they share. */
export type Context<C extends Caller = Caller> = { readonly caller: C; readonly tx?: Tx | undefined };
