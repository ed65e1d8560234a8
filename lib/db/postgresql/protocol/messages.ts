/** A value as it is sent: text, or bytes as they are. */
export type SentValue = string | Buffer | null;

/** Grown for one large message, it is given back. */
const [bytesAtFirst, bytesKept] = [16 * 1024, 256 * 1024];

/**
 * Messages to the server, one after the other in one piece of memory (PostgreSQL's protocol, "Message Formats"): written
 * to the connection one by one, a request's few hundred bytes would be a dozen pieces for Node and the kernel.
 */
export class Messages {
  private bytes = Buffer.allocUnsafe(bytesAtFirst);
  private length = 0;

  /** Prepares a statement under a name; "" for one that is not kept. */
  parse(name: string, text: string): void {
    const start = this.begin("P");
    this.string(name);
    this.string(text);
    this.int16(0);
    this.end(start);
  }

  /** Gives a prepared statement its values. Rows are asked for as text. */
  bind(name: string, values: readonly SentValue[]): void {
    const start = this.begin("B");
    this.string("");
    this.string(name);
    this.formats(values);
    this.int16(values.length);
    for (const value of values) this.value(value);
    this.int16(0);
    this.end(start);
  }

  /** Asks for the columns of what was bound last. */
  describe(): void {
    const start = this.begin("D");
    this.text("P");
    this.string("");
    this.end(start);
  }

  /** Asks for all rows of what was bound last. */
  execute(): void {
    const start = this.begin("E");
    this.string("");
    this.int32(0);
    this.end(start);
  }

  sync(): void {
    this.end(this.begin("S"));
  }

  /** What was written since the last time, as bytes of its own. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    if (this.bytes.length > bytesKept) this.bytes = Buffer.allocUnsafe(bytesAtFirst);
    return taken;
  }

  private begin(kind: string): number {
    this.text(kind);
    const start = this.length;
    this.int32(0);
    return start;
  }

  /** A message's length counts itself, and not its kind. */
  private end(start: number): void {
    this.bytes.writeInt32BE(this.length - start, start);
  }

  /** One for each value, or none if all are text. */
  private formats(values: readonly SentValue[]): void {
    const isText = values.every((value) => !(value instanceof Buffer));
    this.int16(isText ? 0 : values.length);
    if (!isText) for (const value of values) this.int16(value instanceof Buffer ? 1 : 0);
  }

  private value(value: SentValue): void {
    if (value === null) return this.int32(-1);
    const start = this.length;
    this.int32(0);
    if (typeof value === "string") this.text(value);
    else {
      this.makeRoom(value.length);
      this.length += value.copy(this.bytes, this.length);
    }
    this.bytes.writeInt32BE(this.length - start - 4, start);
  }

  private string(text: string): void {
    if (text !== "") this.text(text);
    this.makeRoom(1);
    this.bytes[this.length] = 0;
    this.length += 1;
  }

  private text(text: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    this.makeRoom(3 * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  private int16(value: number): void {
    this.makeRoom(2);
    this.length = this.bytes.writeInt16BE(value, this.length);
  }

  private int32(value: number): void {
    this.makeRoom(4);
    this.length = this.bytes.writeInt32BE(value, this.length);
  }

  private makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
