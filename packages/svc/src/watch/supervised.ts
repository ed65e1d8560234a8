import type { ChildProcess } from "node:child_process";
import { endAs, forwardSignals, startChild } from "../processes/child";
import { startFailure } from "../processes/start-failure";

/** How long a command may take to end before it is killed. */
const graceMs = 10_000;
const ending: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGQUIT"];

/** A command that can be replaced by another run of itself. Signals go to the present run. */
export class Supervised {
  /** Resolves with the exit code of the last run; rejects if a run can't be started. */
  readonly ended: Promise<number>;
  private readonly settle: { resolve: (code: number) => void; reject: (error: Error) => void };
  private child: ChildProcess | undefined;
  private isReplacing = false;
  /** Somebody told svc to end, so a run that ends now is the last one. */
  private isEnding = false;

  constructor(private readonly command: readonly string[]) {
    const { promise, ...settle } = withSettlers();
    this.ended = promise;
    this.settle = settle;
  }

  async start(env: NodeJS.ProcessEnv, masked: string[] | null): Promise<void> {
    const isFirst = this.child === undefined;
    const child = await startChild(this.command, env, masked);
    this.child = child;
    child.on("error", (error) => {
      if (child.pid === undefined) this.settle.reject(startFailure(this.command, error, env));
    });
    child.once("close", (code, signal) => {
      if (this.child === child && !this.isReplacing) this.settle.resolve(endAs(code, signal));
    });
    if (isFirst)
      forwardSignals(
        () => this.child ?? child,
        (signal) => {
          if (ending.includes(signal)) this.isEnding = true;
        },
      );
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Ends the present run and starts another, unless it has ended by itself. */
  async replace(env: NodeJS.ProcessEnv, masked: string[] | null): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.isReplacing = true;
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await exited;
    clearTimeout(timer);
    if (this.isEnding) return this.settle.resolve(endAs(child.exitCode, child.signalCode));
    try {
      await this.start(env, masked);
    } catch (error) {
      this.settle.reject(error as Error);
    }
    this.isReplacing = false;
  }
}

function withSettlers() {
  let settle!: { resolve: (code: number) => void; reject: (error: Error) => void };
  const promise = new Promise<number>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
