import { spawn } from "node:child_process";
import { constants } from "node:os";
import { Failure } from "./failure";

const forwarded: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCONT", "SIGWINCH"];
/** What a terminal sends to the whole group: the child has it already, and twice means "at once" to many programs. */
const fromTerminal: NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGHUP", "SIGWINCH"];

/** Runs a command to its end. Resolves with its exit code; ended by a signal, this process ends by the same one. */
export async function runChild([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv, masked: readonly string[] | null): Promise<number> {
  const { maskStream } = masked ? await import("./mask") : { maskStream: null };
  const child = spawn(program, args, { env, stdio: maskStream ? ["inherit", "pipe", "pipe"] : "inherit" });
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  for (const signal of process.platform === "win32" ? [] : forwarded) {
    process.on(signal, () => {
      if (!(hasTerminal && fromTerminal.includes(signal))) child.kill(signal);
    });
  }
  if (maskStream && masked) {
    maskStream(child.stdout, process.stdout, masked);
    maskStream(child.stderr, process.stderr, masked);
  }
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => reject(startFailure(program, error)));
    child.once("close", (code, signal) => {
      if (signal === null) return resolve(code ?? 1);
      for (const name of forwarded) process.removeAllListeners(name);
      process.kill(process.pid, signal);
      // Only where the signal doesn't end this process.
      resolve(128 + constants.signals[signal]);
    });
  });
}

function startFailure(program: string, { code }: NodeJS.ErrnoException): Failure {
  const reasons: Record<string, string> = { ENOENT: "there is no such program", EACCES: "it is not executable", E2BIG: "the environment is too large: choose with --only" };
  return new Failure("refused", `${program} can't be started: ${reasons[code ?? ""] ?? code}.`);
}
