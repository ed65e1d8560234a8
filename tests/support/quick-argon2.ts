import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

// By its path, since the name leads here.
const real = createRequire(import.meta.url)("../../node_modules/@node-rs/argon2/index.js") as typeof Argon2;

/**
 * The real argon2 at a fraction of its cost, for tests of when and why it runs. A request for 64 MiB and 3 passes takes
 * 1 MiB and 1 pass, and its PHC string still states the requested parameters. Anything else is unchanged.
 */
const asked = "$m=65536,t=3,";
const done = "$m=1024,t=1,";
const isFull = (options?: Argon2.Options | null) => options?.memoryCost === 64 * 1024 && options.timeCost === 3;

export const hash: typeof Argon2.hash = async (password, options, signal) =>
  isFull(options)
    ? (await real.hash(password, { ...options, memoryCost: 1024, timeCost: 1 }, signal)).replace(done, asked)
    : real.hash(password, options, signal);

export const verify: typeof Argon2.verify = (stored, ...rest) =>
  real.verify(typeof stored === "string" ? stored.replace(asked, done) : stored, ...rest);
