import {
  appendFileSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CliError } from "./cli-error";

/**
 * Replaces a file atomically by one that only its owner can read. If it fails, nothing of the text remains. What is no file,
 * such as /dev/stdout, gets the text.
 */
export function writePrivately(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.${Date.now()}.tmp`;
  try {
    if (isStream(file)) return appendFileSync(file, text);
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new CliError("usage", `${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Whether it is a device, a pipe, or one of this process's descriptors. A file in its place would hold the values, and
 * whoever writes to it afterwards would miss it.
 */
export function isStream(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.isDirectory()) return false;
  if (!found.isFile()) return true;
  // /dev/stdout leads to /proc/self/fd/1, and /dev/fd to /proc/self/fd, whatever is behind them.
  const leads = lstatSync(file).isSymbolicLink() ? readlinkSync(file) : "";
  return [leads, realpathSync(path.dirname(file))].some((place) => place.startsWith("/proc/"));
}
