import type { Tx } from "../db/client";
import type { Caller } from "./caller";

/** What a request's work begins in: who calls; null at a public endpoint. */
export type RequestContext<C extends Caller | null = Caller> = { readonly caller: C; readonly tx?: undefined };

/** What any work is done in: who calls and, where one verb calls another, the transaction that they share. */
export type Context<C extends Caller = Caller> = { readonly caller: C; readonly tx?: Tx | undefined };
