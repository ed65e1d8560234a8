export { type CallOptions, type ClientOptions, createClient, type VaultClient } from "./client";
export { VaultError, VaultUnreachableError, VaultUsageError } from "./errors";
export { loadEnv, type LoadEnvOptions } from "./load-env";
export type { Inputs, Outputs } from "./operations";
export type { ValuesOptions } from "./values";
export { watchEnv, type WatchedEnv, type WatchEnvOptions } from "./watch-env";
