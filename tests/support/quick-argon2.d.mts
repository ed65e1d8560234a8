import type * as Argon2 from "@node-rs/argon2";

export const hash: typeof Argon2.hash;
export const verify: typeof Argon2.verify;
export function replaceArgon2(): void;
