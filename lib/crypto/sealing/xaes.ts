import { type Cipher, createCipheriv, type KeyObject } from "node:crypto";

const blockBytes = 16;

/**
 * The key of one message in XAES-256-GCM (c2sp.org/XAES-256-GCM): of a key of 32 bytes and the first 12 bytes of the
 * message's nonce. The nonce's other 12 bytes are that of AES-256-GCM. It is NIST SP 800-108r1's KDF in counter mode with
 * AES-CMAC: of two blocks, each one call of AES.
 */
export function xaesMessageKey(key: KeyObject, nonce: Buffer): Buffer {
  const { cipher, subkey } = stateOf(key);
  const blocks = Buffer.concat([first, nonce, second, nonce]);
  for (let at = 0; at < blocks.length; at += 1) blocks[at] = (blocks[at] ?? 0) ^ (subkey[at] ?? 0);
  return cipher.update(blocks);
}

/** A block's number, and the label "X". */
const first = Buffer.of(0, 1, 0x58, 0);
const second = Buffer.of(0, 2, 0x58, 0);

/** CMAC's first subkey, once for each of the two blocks. */
type State = { cipher: Cipher; subkey: Buffer };

/** Each key's cipher stays open: a new one for each message would take longer than the two blocks do. */
const states = new WeakMap<KeyObject, State>();

function stateOf(key: KeyObject): State {
  const known = states.get(key);
  if (known) return known;
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  const once = doubled(cipher.update(Buffer.alloc(blockBytes)));
  const state = { cipher, subkey: Buffer.concat([once, once]) };
  states.set(key, state);
  return state;
}

/** Twice this block in GF(2¹²⁸) (NIST SP 800-38B, 6.1). */
function doubled(block: Buffer): Buffer {
  const number = BigInt(`0x${block.toString("hex")}`);
  const shifted = BigInt.asUintN(128, number << 1n) ^ (number >> 127n === 1n ? 0x87n : 0n);
  return Buffer.from(shifted.toString(16).padStart(2 * blockBytes, "0"), "hex");
}
