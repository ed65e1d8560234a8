import { createHmac, randomBytes } from "node:crypto";

export type Finding = { line: number; label: string };

/** Shorter values, such as "true" or "3000", are common text. */
const bytesMin = 8;

/**
 * Finds values in texts without keeping them: it stores only an HMAC of each value under a key of this run, and its
 * length, indexed by a rolling hash of its first 8 bytes. Reads a text once, whatever the number of values.
 */
export class Fingerprints {
  private readonly key = randomBytes(32);
  /** Odd and random, so that nobody can prepare texts full of collisions. */
  private readonly base = randomBytes(4).readUInt32LE() | 1;
  private readonly baseToLast: number;
  private readonly lengths = new Map<number, Set<number>>();
  private readonly labels = new Map<string, string>();
  /** How many bytes the longest form of a value has. */
  longest = 0;

  constructor() {
    let power = 1;
    for (let step = 1; step < bytesMin; step++) power = Math.imul(power, this.base);
    this.baseToLast = power;
  }

  /** Adds a value in the forms it takes in files: plain, inside JSON, URL-encoded, base64, and each long line. */
  add(value: string, label: string): void {
    const bytes = Buffer.from(value);
    const lines = value
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line.length >= 20 && !line.startsWith("-----"));
    const forms = new Set([
      value,
      value.trim(),
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value.toWellFormed()),
      ...(lines.length > 1 || value.includes("\n") ? lines : []),
    ]);
    for (const form of forms) this.addBytes(Buffer.from(form), label);
    if (bytes.length >= 12)
      for (const form of [bytes.toString("base64").replace(/=/g, ""), bytes.toString("base64url")])
        this.addBytes(Buffer.from(form), label);
  }

  /** Each value in the text, once, with the line where it starts. */
  find(text: Buffer): Finding[] {
    const found = new Map<string, Finding>();
    let hash = 0;
    let line = 1;
    for (let end = 0; end < text.length; end++) {
      const start = end - bytesMin + 1;
      hash = (Math.imul(hash, this.base) + (text[end] ?? 0)) | 0;
      if (start < 0) continue;
      for (const length of this.lengths.get(hash) ?? []) {
        if (start + length > text.length) continue;
        const label = this.labels.get(this.mac(text.subarray(start, start + length)));
        if (label !== undefined && !found.has(label)) found.set(label, { line, label });
      }
      if (text[start] === 10) line += 1;
      hash = (hash - Math.imul(text[start] ?? 0, this.baseToLast)) | 0;
    }
    return [...found.values()];
  }

  private addBytes(bytes: Buffer, label: string): void {
    if (bytes.length < bytesMin) return;
    this.longest = Math.max(this.longest, bytes.length);
    let hash = 0;
    for (const byte of bytes.subarray(0, bytesMin)) hash = (Math.imul(hash, this.base) + byte) | 0;
    const lengths = this.lengths.get(hash) ?? new Set();
    this.lengths.set(hash, lengths.add(bytes.length));
    const mac = this.mac(bytes);
    if (!this.labels.has(mac)) this.labels.set(mac, label);
  }

  private mac(bytes: Uint8Array): string {
    return createHmac("sha256", this.key).update(bytes).digest("base64");
  }
}
