import { scrypt as nodeScrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Scrypt } from "../../../../lib/share/envelope";

const derive = promisify<Uint8Array, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  nodeScrypt,
);

/** Node's, which is faster than one in JavaScript. Its default limit of memory is 32 MiB. */
export const scrypt: Scrypt = (passphrase, salt, { logN, r, p }) =>
  derive(passphrase, salt, 32, { N: 2 ** logN, r, p, maxmem: 128 * r * (2 ** logN + p + 2) });
