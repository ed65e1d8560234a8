import type { Readable, Writable } from "node:stream";

/** Below this a value is too common a text to be worth hiding: hiding "1" would garble everything. */
const usualBytesMin = 4;
const mask = Buffer.from("***");

/** Copies a stream with `***` in place of each value, wherever the chunks are split. */
export function maskStream(from: Readable | null, to: Writable, values: readonly string[]): void {
  const masker = new Masker(values);
  // Whoever prints must learn that nobody reads any more, as without the mask in between.
  const leave = () => from?.destroy();
  if (to.errored) return void leave();
  to.once("error", leave);
  from?.once("close", () => to.off("error", leave));
  const write = (bytes: Buffer) => {
    // Backpressure: write only as fast as the reader reads.
    if (bytes.length > 0 && !to.write(bytes)) {
      from?.pause();
      to.once("drain", () => from?.resume());
    }
  };
  from?.on("data", (chunk: Buffer) => write(masker.push(chunk)));
  from?.once("end", () => write(masker.end()));
}

/**
 * Finds all values in one pass (Aho–Corasick over bytes). Holds back only the longest suffix of the input that may
 * still become a value. Overlapping or adjacent values become one `***`.
 */
export class Masker {
  private readonly next = new Map<number, number>();
  private readonly fail: number[] = [0];
  private readonly depth: number[] = [0];
  /** By state: the length of the longest value that ends there. */
  private readonly found: number[] = [0];
  private state = 0;
  private held: Buffer = Buffer.alloc(0);
  /** The positions of values in `held`, ends exclusive, ordered and disjoint. */
  private spans: { start: number; end: number }[] = [];
  /** Whether the released output ended with a mask, which may continue. */
  private inMask = false;

  /** Shorter values stay: most of them, like `1`, are not secrets and occur everywhere. */
  constructor(
    values: readonly string[],
    private readonly bytesMin = usualBytesMin,
  ) {
    // Programs print long texts line by line, with something before each.
    const lines = values.flatMap((value) =>
      value.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith("-----")),
    );
    for (const text of [...values, ...lines]) this.add(Buffer.from(text));
    this.link();
  }

  push(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([this.held, chunk]);
    for (let at = this.held.length; at < bytes.length; at++) {
      this.state = this.step(this.state, bytes[at] ?? 0);
      const length = this.found[this.state] ?? 0;
      if (length > 0) this.hide(at + 1 - length, at + 1);
    }
    return this.release(bytes, bytes.length - (this.depth[this.state] ?? 0));
  }

  /** Releases what was held back: the input has ended. */
  end(): Buffer {
    return this.release(this.held, this.held.length);
  }

  private hide(start: number, end: number): void {
    let last = this.spans.at(-1);
    for (; last && last.start >= start; last = this.spans.at(-1)) this.spans.pop();
    if (last && last.end >= start) last.end = end;
    else this.spans.push({ start, end });
  }

  private release(bytes: Buffer, length: number): Buffer {
    const out: Buffer[] = [];
    let at = 0;
    for (const { start, end } of this.spans) {
      if (start >= length) break;
      if (start > at) out.push(bytes.subarray(at, start));
      if (start > 0 || !this.inMask) out.push(mask);
      at = Math.min(end, length);
    }
    if (at < length) out.push(bytes.subarray(at, length));
    if (length > 0) this.inMask = at === length;
    this.held = bytes.subarray(length);
    this.spans = this.spans
      .filter(({ end }) => end > length)
      .map(({ start, end }) => ({ start: Math.max(0, start - length), end: end - length }));
    return Buffer.concat(out);
  }

  private add(value: Buffer): void {
    if (value.length < this.bytesMin) return;
    let state = 0;
    for (const byte of value) {
      const key = state * 256 + byte;
      let child = this.next.get(key);
      if (child === undefined) {
        child = this.depth.length;
        this.next.set(key, child);
        this.depth.push((this.depth[state] ?? 0) + 1);
        this.fail.push(0);
        this.found.push(0);
      }
      state = child;
    }
    this.found[state] = value.length;
  }

  /** Breadth first: each state learns its longest proper suffix that starts a value. */
  private link(): void {
    const edges = [...this.next].sort(([, one], [, other]) => (this.depth[one] ?? 0) - (this.depth[other] ?? 0));
    for (const [key, child] of edges) {
      const parent = Math.floor(key / 256);
      const fail = parent === 0 ? 0 : this.step(this.fail[parent] ?? 0, key % 256);
      this.fail[child] = fail;
      this.found[child] = Math.max(this.found[child] ?? 0, this.found[fail] ?? 0);
    }
  }

  private step(from: number, byte: number): number {
    for (let state = from; ; state = this.fail[state] ?? 0) {
      const child = this.next.get(state * 256 + byte);
      if (child !== undefined) return child;
      if (state === 0) return 0;
    }
  }
}
