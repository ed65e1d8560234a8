import type { CallInput, CallOutput } from "../../../lib/contracts/contract";
import type { Operation } from "../../../lib/operations/operation";
import type * as operations from "../../../lib/operations";

type Operations = typeof operations;

/** Written out, which reads better in an editor. */
type Flat<T> = keyof T extends never ? Record<never, never> : { [K in keyof T]: T[K] };
type ContractOf<O> = O extends Operation<infer C> ? C : never;

/** What each operation takes, by its name. */
export type Inputs = { [K in keyof Operations]: Flat<CallInput<ContractOf<Operations[K]>>> };
/** What each operation returns, by its name. */
export type Outputs = { [K in keyof Operations]: CallOutput<ContractOf<Operations[K]>> };
