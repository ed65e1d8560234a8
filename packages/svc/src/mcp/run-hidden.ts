import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { CliError } from "../cli-error";
import { Masker } from "../terminal/mask";
import { startFailure } from "../processes/start-failure";
import { ofTools } from "./advice";
import { formsOf, hideBroken } from "./hide";

/** How much of each stream is shown, in bytes. */
const shownMax = 64 * 1024;

export type Outcome = {
  exitCode: number | null;
  signal: string | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
  /** Whether more was printed than is shown. */
  cut: boolean;
};

type Run = {
  folder: string;
  env: NodeJS.ProcessEnv;
  values: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
};

const running = new Set<ChildProcess>();

/** Ends everything that was started: nothing with values in its environment outlives svc. */
export function endAll(): void {
  for (const child of running) end(child);
}

/**
 * Runs a command without a terminal, without input and without a shell, and with it everything that it starts; resolves
 * with what it printed, without values.
 */
export async function runHidden(command: readonly string[], run: Run): Promise<Outcome> {
  const [program = "", ...args] = command;
  const { folder, env, values, timeoutMs, signal } = run;
  // Perhaps while its values were on their way.
  if (signal.aborted) throw new CliError("refused", "It was cancelled before it began: nothing was run.");
  const child = started();
  running.add(child);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end(child);
  }, timeoutMs);
  const abort = () => end(child);
  signal.addEventListener("abort", abort);
  // What the command leaves behind goes too, and lets go of the streams.
  child.once("exit", () => end(child));
  const [stdout, stderr] = [shown(child.stdout, values), shown(child.stderr, values)];
  try {
    const [exitCode, ended] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once("error", (error) => child.pid === undefined && reject(startFailure(command, error, env, ofTools)));
      child.once("close", (code, by) => resolve([code, by]));
    });
    const cut = stdout.isCut() || stderr.isCut();
    return { exitCode, signal: ended, timedOut, stdout: stdout.text(), stderr: stderr.text(), cut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    running.delete(child);
  }

  function started() {
    try {
      // A group of its own, and no terminal that it could ask.
      return spawn(program, args, {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        shell: false,
      });
    } catch (error) {
      throw startFailure(command, error as NodeJS.ErrnoException, env, ofTools);
    }
  }
}

/** With everything that it started, where the system has groups of processes. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}

/** What a stream prints, at most so much of it: values are hidden as they come, and their other forms at the end. */
function shown(from: Readable, values: readonly string[]) {
  // No value at all is for the reader, be it as short as a PIN.
  const masker = new Masker(values, 1);
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer) => {
    if (length < shownMax) pieces.push(bytes.subarray(0, shownMax - length));
    length += bytes.length;
  };
  from.on("data", (chunk: Buffer) => take(masker.push(chunk)));
  from.once("end", () => take(masker.end()));
  return {
    isCut: () => length > shownMax,
    text: () => {
      if (pieces.length === 0) return "";
      const masked = Buffer.concat(pieces).toString("latin1");
      const forms = new Set(values.flatMap(formsOf).map((form) => Buffer.from(form).toString("latin1")));
      return Buffer.from(hideBroken(masked, forms), "latin1").toString("utf8");
    },
  };
}
