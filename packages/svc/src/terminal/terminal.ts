import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { plainJson, plainLine, plainText } from "../../../../lib/plain-text";
import { CliError } from "../cli-error";
import { restored } from "./restored";

/** One line, whatever names it contains: none may start a new line or control the terminal. */
export const printLine = (text: string, stream: NodeJS.WritableStream = process.stdout) =>
  void stream.write(`${plainLine(text)}\n`);
export const printJson = (value: unknown) =>
  void process.stdout.write(`${plainJson(JSON.stringify(value, null, 2))}\n`);
/** Multi-line text, byte for byte if a program reads it. */
export const printText = (text: string) => void process.stdout.write(process.stdout.isTTY ? plainText(text) : text);
export const note = (text: string) => printLine(`svc: ${text}`, process.stderr);

/** Only the value: no line break is added if a program reads it. */
export const printValue = (value: string) => printText(process.stdout.isTTY ? `${value}\n` : value);

/** Columns as wide as their content. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const shown = rows.map((row) => row.map(plainLine));
  const widths = shown[0]?.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of shown)
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** A moment, for people: to the minute. */
export const timeText = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** No text that svc takes is as long: a value, a key, a template. */
const inputBytesMax = 16 * 1024 * 1024;
/** Nor is a file to import, which may be an archive, or a diff. */
export const inputFileBytesMax = 256 * 1024 * 1024;

/** All of standard input as text. Invalid UTF-8 is refused, never replaced, and so is what has no end. */
export async function readInput(): Promise<string> {
  return textIn(
    await readInputBytes(inputBytesMax),
    "Standard input is not UTF-8 text. Encode binary values first, such as with base64.",
  );
}

export async function readInputBytes(bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) throw new CliError("usage", `Standard input is longer than ${bytesMax / 1024 ** 2} MiB.`);
  }
  return Buffer.concat(chunks);
}

export function textIn(bytes: Uint8Array, otherwise: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError("usage", otherwise);
  }
}

/**
 * Whether someone can be asked. Checked without opening the stream: Node would set a pipe to non-blocking for all who
 * share it.
 */
export const canAsk = () => isatty(0);

/** Asks on the terminal. What is typed is not shown when `hidden`. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (hidden) {
    const { askHidden } = await import("./ask-hidden");
    return textIn(await askHidden(plainLine(question)), "The input is not UTF-8 text.");
  }
  const { createInterface } = await import("node:readline");
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY });
  process.stderr.write(plainLine(question));
  return restored(
    () => reader.close(),
    () =>
      new Promise<string>((resolve, reject) => {
        reader.once("line", resolve);
        reader.once("close", () => reject(new CliError("refused", "Nothing was entered.")));
      }),
  );
}

/** Asks for a yes on the terminal. Without one, the flag has to say it. `hasCheck`: the command takes --check. */
export async function confirmed(question: string, yes: boolean | undefined, hasCheck = false): Promise<boolean> {
  if (yes) return true;
  const other = hasCheck ? ", or --check to change nothing" : "";
  if (!canAsk()) throw new CliError("refused", `${question} svc can't ask here: add --yes to do it${other}.`);
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}

/** The text of a file that the caller names, which has to be there: that is wrong usage, like a mistyped option. */
export function readNamed(file: string): string {
  const text = readText(file);
  if (text === null) throw noFile(file);
  return text;
}

/**
 * The text of a file with a secret, which `option` names. The file's name is never printed: some give the secret itself in
 * its place.
 */
export function readSecret(file: string, option: string): string {
  try {
    return textIn(readFileSync(file), `The file that ${option} names is not UTF-8 text.`);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const hint =
      code === "ENOENT" ? " Give a file's path: a relative one starts from the folder where svc was run." : "";
    throw new CliError("usage", `The file that ${option} names can't be read (${code}).${hint}`);
  }
}

export const noFile = (file: string) => new CliError("usage", `There is no file ${file}.`);

/** A file's text in UTF-8, or null if there is none. */
export function readText(file: string): string | null {
  const bytes = readBytes(file);
  return bytes && textIn(bytes, `${file} can't be read as text (it is not UTF-8 text).`);
}

/** A file's bytes, or null if there is none. */
export function readBytes(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new CliError("usage", `${file} can't be read (${code}).`);
  }
}

/** Without the mark of the byte order that some editors put before a text: what it says is meant for programs. */
export const withoutMark = (text: string) => (text.startsWith("\uFEFF") ? text.slice(1) : text);
