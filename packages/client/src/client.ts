import { type Operation, pathOf, type Sent } from "../../../lib/operations/operation";
import * as operations from "../../../lib/operations";
import type { Inputs, Outputs } from "./operations";
import { type Answer, jsonOf, notAVault, send } from "./send";
import { type Target, targetOf } from "./target";

export interface ClientOptions {
  /** Such as `https://vault.example.com`. */
  url: string;
  /** An access key of the vault. */
  key: string;
  /** For each call with all its repetitions. 30,000 unless given. */
  timeoutMs?: number;
  /** Allows `http://` to other machines: anyone on the network path can then read the key and all values. */
  insecureHttp?: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** A write happens only if this is still the version of what is stored. Otherwise: VaultError CHANGED_MEANWHILE. */
  ifVersion?: number;
  /** A write happens only if nothing is stored there yet. Otherwise: VaultError CHANGED_MEANWHILE. */
  onlyIfNew?: boolean;
}

type Call<I, O> = object extends I
  ? (input?: I, options?: CallOptions) => Promise<O>
  : (input: I, options?: CallOptions) => Promise<O>;

/** One method for each operation that an access key may do. */
export type VaultClient = { [K in keyof Inputs]: Call<Inputs[K], Outputs[K]> };

/**
 * Calls a vault. Each method throws VaultError for a refusal of the vault, VaultUnreachableError if the vault did not answer, and
 * the signal's reason if it is aborted. The key is in no error.
 */
export function createClient(options: ClientOptions): VaultClient {
  const target = targetOf(options.url, options.key, options.insecureHttp ?? false);
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault;
  const calls = Object.entries<Operation>(operations).map(([name, operation]) => [
    name,
    async (input: Sent = {}, how: CallOptions = {}) =>
      contentOf(target, operation, await send(target, { ...requestOf(operation, input, how), timeoutMs })),
  ]);
  return Object.fromEntries(calls) as VaultClient;
}

export const timeoutMsDefault = 30_000;

function requestOf(operation: Operation, input: Sent, how: CallOptions) {
  return {
    method: operation.method,
    path: pathOf(operation, input),
    body: input.body,
    signal: how.signal,
    headers: {
      ...(how.ifVersion === undefined ? {} : { "If-Match": `"${how.ifVersion}"` }),
      ...(how.onlyIfNew ? { "If-None-Match": "*" } : {}),
    },
  };
}

function contentOf(target: Target, operation: Operation, answer: Answer): unknown {
  if (operation.answer === "none") return undefined;
  if (operation.answer === "text") return answer.text;
  const json = jsonOf(answer);
  if (json === undefined) throw notAVault(target, answer);
  return json;
}
