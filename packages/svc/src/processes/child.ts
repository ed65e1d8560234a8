import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { constants } from "node:os";
import { isatty } from "node:tty";
import { startFailure } from "./start-failure";

const forwarded: NodeJS.Signals[] = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR1",
  "SIGUSR2",
  "SIGCONT",
  "SIGWINCH",
];
/**
 * Signals that a terminal sends to the whole group: the child has received it already, and twice means "at once" to
 * many programs. SIGHUP is none of them: a terminal that goes away sends it to the first process of its session alone,
 * which is svc behind `ssh -t host svc run`, or in a window of its own.
 */
const fromTerminal: NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGWINCH"];

/**
 * Runs a command to its end. Resolves with its exit code; if a signal ended it, this process ends by the same one.
 * Standard input belongs to the command: opening a pipe, even to check for a terminal, makes Node set it to
 * non-blocking for everybody who shares it, which programs such as cat take for an error or for the end.
 */
export async function runChild(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  masked: readonly string[] | null,
): Promise<number> {
  const child = await startChild(command, env, masked);
  forwardSignals(() => child);
  return new Promise((resolve, reject) => {
    // A signal that couldn't be forwarded is an error too, for a running command.
    child.on("error", (error) => child.pid === undefined && reject(startFailure(command, error, env)));
    child.once("close", (code, signal) => resolve(endAs(code, signal)));
  });
}

export const startChild = async (
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  masked: readonly string[] | null,
): Promise<ChildProcess> => (masked ? startMasked(command, env, masked) : start(command, env, "inherit"));

/** Passes on what this process is sent to the present command, and reports it. */
export function forwardSignals(
  present: () => ChildProcess,
  report: (signal: NodeJS.Signals) => void = () => undefined,
): void {
  // Any of the three, as in: svc run -- terraform apply < answers | tee log
  const hasTerminal = isatty(0) || isatty(1) || isatty(2);
  for (const signal of process.platform === "win32" ? [] : forwarded) {
    process.on(signal, () => {
      report(signal);
      if (!(hasTerminal && fromTerminal.includes(signal))) present().kill(signal);
    });
  }
}

/** The exit code that a command ended with; a signal that ended it ends this process too. */
export function endAs(code: number | null, signal: NodeJS.Signals | null): number {
  if (signal === null) return code ?? 1;
  for (const name of forwarded) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // Only reached if the signal doesn't end this process.
  return 128 + constants.signals[signal];
}

function start(command: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const [program = "", ...args] = command;
  try {
    return spawn(program, args, { env, stdio });
  } catch (error) {
    throw startFailure(command, error as NodeJS.ErrnoException, env);
  }
}

async function startMasked(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  values: readonly string[],
): Promise<ChildProcess> {
  const { maskStream } = await import("../terminal/mask");
  // Opened before the start: if one socket is all three streams, opening them later would affect the command's input.
  const { stdout, stderr } = process;
  const child = start(command, env, ["inherit", "pipe", "pipe"]);
  maskStream(child.stdout, stdout, values);
  maskStream(child.stderr, stderr, values);
  return child;
}
