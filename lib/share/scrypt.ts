import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { Scrypt } from "./envelope";

/** For browsers, whose Web Crypto has no function that is slow for guesses by special hardware. */
export const scrypt: Scrypt = (passphrase, salt, { logN, r, p }) =>
  scryptAsync(passphrase, salt, { N: 2 ** logN, r, p, dkLen: 32, asyncTick: 50 });
