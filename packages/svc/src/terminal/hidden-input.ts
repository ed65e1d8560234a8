import { CliError } from "../cli-error";

const enter = [0x0d, 0x0a];
const [interrupt, endOfInput, backspace, del, clearLine, escape] = [0x03, 0x04, 0x08, 0x7f, 0x15, 0x1b];
const pasteStart = "[200~";
const pasteEnd = "[201~";
/** What a terminal sends for an arrow or a function key: ECMA-48, 5.4, and SS3 with one character. */
const keySequence = /^(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/;
const unfinishedSequence = /^(?:|\[[0-?]*[ -/]*|O)$/;

/**
 * The bytes typed or pasted up to Enter. A bracketed paste is taken as a whole, with its line breaks (a terminal sends
 * CR; stored as LF). Throws a CliError at Ctrl-C, and at Ctrl-D on an empty line.
 */
export class HiddenLine {
  private readonly bytes: number[] = [];
  private sequence: string | null = null;
  private inPaste = false;
  private afterReturn = false;

  /** Takes a chunk; returns the line after Enter, and whether anything followed it. */
  push(chunk: Uint8Array): { line: Uint8Array; hasMore: boolean } | null {
    for (const [at, byte] of chunk.entries()) {
      if (this.sequence !== null) this.continueSequence(byte);
      else if (byte === escape) this.sequence = "";
      else if (byte === interrupt) throw new CliError("refused", "Nothing was entered.");
      else if (this.inPaste) this.paste(byte);
      else if (enter.includes(byte)) return { line: Uint8Array.from(this.bytes), hasMore: at + 1 < chunk.length };
      else this.type(byte);
    }
    return null;
  }

  private continueSequence(byte: number): void {
    const sequence = `${this.sequence}${String.fromCharCode(byte)}`;
    this.sequence = unfinishedSequence.test(sequence) ? sequence : null;
    if (this.sequence !== null) return;
    if (sequence === pasteStart) this.inPaste = true;
    else if (sequence === pasteEnd) this.inPaste = false;
    // Inside a paste an escape is content, unless it ends the paste.
    else if (this.inPaste) for (const content of Buffer.from(`\u001b${sequence}`, "latin1")) this.paste(content);
    else if (!keySequence.test(sequence)) this.type(byte);
  }

  private paste(byte: number): void {
    const isSecondOfPair = this.afterReturn && byte === 0x0a;
    this.afterReturn = byte === 0x0d;
    if (!isSecondOfPair) this.bytes.push(byte === 0x0d ? 0x0a : byte);
  }

  private type(byte: number): void {
    if (byte === endOfInput && this.bytes.length === 0) throw new CliError("refused", "Nothing was entered.");
    if (byte === backspace || byte === del) this.eraseCharacter();
    else if (byte === clearLine) this.bytes.length = 0;
    else if (byte >= 0x20 || byte === 0x09) this.bytes.push(byte);
  }

  private eraseCharacter(): void {
    // A character of UTF-8 ends in bytes that begin by 10.
    while (((this.bytes.pop() ?? 0) & 0xc0) === 0x80);
  }
}
