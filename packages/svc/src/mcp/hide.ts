import { inspect } from "node:util";

/** Shorter encoded forms are too common a text to be worth hiding. */
const lengthMin = 8;

/**
 * A value as programs may print it: in JSON, URL-encoded, quoted for a shell, in hexadecimal, and in base64, also
 * inside of a longer text that is encoded as a whole.
 */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const encoded = encodeURIComponent(value.toWellFormed());
  const doubled = value.replaceAll("\\", "\\\\");
  const quoted = ['"', "$", "`"].reduce((text, character) => text.replaceAll(character, `\\${character}`), doubled);
  const forms = [
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll("%20", "+"),
    new URLSearchParams({ v: value.toWellFormed() }).toString().slice(2),
    quoted,
    // As Node's console shows it, and Python.
    inspect(value).slice(1, -1),
    doubled,
    doubled.replaceAll("'", "\\'"),
    // As bash and dash quote it.
    value.replaceAll("'", `'\\''`),
    value.replaceAll("'", `'"'"'`),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...[0, 1, 2].flatMap((before) => base64Of(bytes, before)),
  ].filter((form) => form.length >= lengthMin);
  return [...new Set([value, value.trim(), ...forms])].filter((form) => form !== "");
}

/** The characters of base64 that depend on these bytes alone, if so many others stand before them (modulo 3). */
function base64Of(bytes: Buffer, before: number): string[] {
  const bits = [before * 8, (before + bytes.length) * 8];
  const [from = 0, to = 0] = [Math.ceil((bits[0] ?? 0) / 6), Math.floor((bits[1] ?? 0) / 6)];
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
  return [shifted.toString("base64").slice(from, to), shifted.toString("base64url").slice(from, to)];
}

const blanks = new Set([" ", "\t", "\r", "\n"]);
const mask = "***";

/**
 * Hides values that are broken by blanks, as `base64` and `fold` do it, and the beginning of one at the end, where
 * output was cut off. Texts have one character per byte.
 */
export function hideBroken(text: string, forms: Iterable<string>): string {
  const byStart = new Map<string, string[]>();
  for (const form of forms) {
    const { packed } = withoutBlanks(form);
    if (packed.length < lengthMin) continue;
    const start = packed.slice(0, lengthMin);
    byStart.set(start, [...(byStart.get(start) ?? []), packed]);
  }
  const { packed, places } = withoutBlanks(text);
  const out: string[] = [];
  let kept = 0;
  for (let at = 0; at + lengthMin <= packed.length;) {
    const rest = packed.length - at;
    const lengths = (byStart.get(packed.slice(at, at + lengthMin)) ?? [])
      .filter((form) => packed.startsWith(form.slice(0, rest), at))
      .map((form) => Math.min(form.length, rest));
    if (lengths.length === 0) {
      at += 1;
      continue;
    }
    const length = Math.max(...lengths);
    out.push(text.slice(kept, places[at]), mask);
    kept = (places[at + length - 1] ?? 0) + 1;
    at += length;
  }
  return out.join("") + text.slice(kept);
}

function withoutBlanks(text: string): { packed: string; places: number[] } {
  const places: number[] = [];
  const packed: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (blanks.has(character)) continue;
    places.push(at);
    packed.push(character);
  }
  return { packed: packed.join(""), places };
}
