export type Alphabet = "hex" | "base64url" | "alphanumeric" | "symbols" | "passphrase";

const digits = "0123456789";
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Without quotes, backslash, backtick and $, which have a meaning in .env files and shells. */
const symbols = "!#%&()*+,-./:;<=>?@[]^_{|}~";

const characters: Record<Exclude<Alphabet, "passphrase">, string> = {
  hex: `${digits}abcdef`,
  base64url: `${letters}${digits}-_`,
  alphanumeric: `${letters}${digits}`,
  symbols: `${letters}${digits}${symbols}`,
};

/** `unit`: what the length counts. */
export const alphabets: Record<
  Alphabet,
  { label: string; unit: "characters" | "words"; min: number; max: number; usual: number }
> = {
  base64url: { label: "Base64url", unit: "characters", min: 8, max: 128, usual: 43 },
  hex: { label: "Hex", unit: "characters", min: 8, max: 128, usual: 64 },
  alphanumeric: { label: "Letters and digits", unit: "characters", min: 8, max: 128, usual: 32 },
  symbols: { label: "With symbols", unit: "characters", min: 8, max: 128, usual: 24 },
  passphrase: { label: "Passphrase", unit: "words", min: 4, max: 16, usual: 8 },
};

/** A uniform random integer below `bound`: biased draws are rejected. */
export function randomBelow(bound: number, draw: () => number = drawUint32): number {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  let drawn = draw();
  while (drawn >= limit) drawn = draw();
  return drawn % bound;
}

const drawUint32 = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

async function choices(alphabet: Alphabet): Promise<readonly string[]> {
  return alphabet === "passphrase" ? (await import("./words")).words : [...characters[alphabet]];
}

/** A new secret and its bits of entropy. */
export async function generate(alphabet: Alphabet, length: number): Promise<{ text: string; bits: number }> {
  const from = await choices(alphabet);
  const parts = Array.from({ length }, () => from[randomBelow(from.length)] ?? "");
  return { text: parts.join(alphabet === "passphrase" ? "-" : ""), bits: Math.floor(length * Math.log2(from.length)) };
}

/** In words; 128 bits can't be guessed offline. */
export const strength = (bits: number): string =>
  bits < 64 ? "weak" : bits < 96 ? "fair" : bits < 128 ? "strong" : "very strong";
