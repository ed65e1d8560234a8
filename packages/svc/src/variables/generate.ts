import { randomInt } from "node:crypto";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";

/** The kinds of random values, with the usual lengths of the vault's pages. None needs quotes in a shell or a file. */
const kinds = {
  base64url: { characters: `${letters}${digits}-_`, usual: 43 },
  hex: { characters: `${digits}abcdef`, usual: 64 },
  alphanumeric: { characters: `${letters}${digits}`, usual: 32 },
} as const;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** A random value, drawn evenly. */
export function generate(kind: Kind, length: number = kinds[kind].usual): string {
  const { characters } = kinds[kind];
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
}
