import { fstatSync, writeFileSync } from "node:fs";
import { exitCodes } from "../cli-error";
import { note } from "./terminal";

/** Whether the reader of a pipe left early, as head does. Nobody has to be told. */
export const isReaderGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EPIPE";

/**
 * Makes svc say so, and end with 2, if standard output can't take what is written to it: half a file must not look like a
 * whole one. What a command did stays done, so it goes on after a reader that left.
 */
export function watchOutput(): { isFault(error: unknown): boolean } {
  let fault: NodeJS.ErrnoException | undefined;
  const { stdout, stderr } = process;
  stderr.on("error", () => {});
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!isReaderGone(error)) fault ??= error;
  });
  if (isFile(1))
    // Node's own asks the system once, and takes no notice if the disk had room for a part.
    stdout._write = (chunk: Buffer, _, done) => {
      try {
        writeFileSync(1, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
  process.on("exit", () => {
    if (!fault) return;
    note(`Standard output can't be written (${fault.code}): the output is incomplete.`);
    process.exitCode ||= exitCodes.usage;
  });
  return { isFault: (error) => error === fault };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
