import { appendFileSync, lstatSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli-error";

/** Replaces a file atomically by one that only its owner can read. If it fails, nothing of the text remains. */
export function writePrivately(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.${Date.now()}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw notWritten(file, error);
  }
}

/** The same for a file that the command line names as its output. What is not a file, such as /dev/stdout, gets the text. */
export function writeOutput(file: string, text: string): void {
  if (!isStream(file)) return writePrivately(file, text);
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw notWritten(file, error);
  }
}

export const notWritten = (file: string, error: unknown): CliError =>
  new CliError("usage", `${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);

const descriptor = /^(?:\/dev\/(?:stdout|stderr|fd\/\d+)|\/proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;

/**
 * Whether it is a device, a pipe, or one of this process's descriptors. A file in its place would hold the values, and
 * whoever writes to it afterwards would miss it. A link to one is none: somebody else may have made it, and a file takes
 * its place.
 */
export function isStream(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return false;
  const place = path.join(realpathSync(path.dirname(file)), path.basename(file));
  return descriptor.test(place) || !(found.isFile() || found.isDirectory() || found.isSymbolicLink());
}
