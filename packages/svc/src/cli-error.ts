/** What a call ends with, as scripts read it; the last two as in shells: the command can't be run, and there is none. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  network: 3,
  authentication: 4,
  notRunnable: 126,
  noCommand: 127,
} as const;

/** Ends the call with a sentence that says what to do, and an exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(kind: Exclude<keyof typeof exitCodes, "ok">, message: string) {
    super(message);
    this.exitCode = exitCodes[kind];
  }
}
