import { existsSync } from "node:fs";
import { CliError } from "../cli-error";
import { type Advice, ofCommandLine } from "../variables/advice";

/** Linux limits a single string for a new process to 32 pages, including `NAME=`, the value and the NUL. */
const variableBytesMax = 128 * 1024;

/**
 * Why a command could not be started: 127 if it does not exist, 126 if it can't run, with the names of variables that
 * are too large.
 */
export function startFailure(
  [program = ""]: readonly string[],
  { code }: NodeJS.ErrnoException,
  env: NodeJS.ProcessEnv,
  advice = ofCommandLine,
): CliError {
  switch (code) {
    case "ENOENT":
      // The script exists, but the interpreter in its first line does not.
      if (program.includes("/") && existsSync(program))
        return new CliError(
          "notRunnable",
          `${program} can't be started: the interpreter named in its first line does not exist.`,
        );
      return new CliError("noCommand", `${program} can't be started: there is no such program.`);
    case "EACCES":
      return new CliError("notRunnable", `${program} can't be started: it is not executable.`);
    case "E2BIG":
      return tooLarge(program, env, advice);
    default:
      return new CliError("notRunnable", `${program} can't be started: ${code}.`);
  }
}

function tooLarge(program: string, env: NodeJS.ProcessEnv, advice: Advice): CliError {
  const sizes = Object.entries(env)
    .map(([name, value = ""]) => ({ name, bytes: Buffer.byteLength(`${name}=${value}`) + 1 }))
    .sort((one, other) => other.bytes - one.bytes);
  const unfit = sizes.filter(({ bytes }) => bytes > variableBytesMax).map(({ name }) => name);
  if (unfit.length > 0)
    return new CliError(
      "refused",
      `${unfit.join(", ")} can't be put into an environment: a variable can have at most 128 KiB here. ${advice.unfit}`,
    );
  return new CliError(
    "notRunnable",
    `${program} can't be started: its arguments and its environment are too large together. The largest variables are ${sizes
      .slice(0, 3)
      .map(({ name }) => name)
      .join(", ")}: ${advice.fewer}.`,
  );
}
