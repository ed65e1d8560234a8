import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";

// By its path, since in unit tests the name leads here. As CommonJS, whose exports can be replaced (preloaded-argon2.mjs).
const real = createRequire(import.meta.url)("../../node_modules/@node-rs/argon2/index.js");
const { hash: realHash, verify: realVerify } = real;

/**
 * The real argon2 at a fraction of its cost, for tests of when and why it runs. A request for 64 MiB and 3 passes takes
 * 1 MiB and 1 pass, and its PHC string still states the requested parameters; its salt says that it was quick. Anything
 * else is unchanged, the check of a real hash too.
 */
const asked = "$m=65536,t=3,";
const done = "$m=1024,t=1,";
const isFull = (options) => options?.memoryCost === 64 * 1024 && options.timeCost === 3;
/** How the salt begins; in the string in base64. */
const sign = Buffer.from("quick!");
const isQuick = (stored) => typeof stored === "string" && stored.includes(`$${sign.toString("base64")}`);

export async function hash(password, options, signal) {
  if (!isFull(options)) return realHash(password, options, signal);
  const salt = Buffer.concat([sign, randomBytes(16 - sign.length)]);
  return (await realHash(password, { ...options, salt, memoryCost: 1024, timeCost: 1 }, signal)).replace(done, asked);
}

export const verify = (stored, ...rest) => realVerify(isQuick(stored) ? stored.replace(asked, done) : stored, ...rest);

/** From here on, whoever in this process loads argon2 gets the quick one. Nobody may have imported it before. */
export const replaceArgon2 = () => Object.assign(real, { hash, verify });
