/** Exit codes, as scripts read them; the last two as in shells: the command can't be run, or does not exist. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  network: 3,
  authentication: 4,
  notRunnable: 126,
  noCommand: 127,
} as const;

/** Ends svc with a message that says what to do, and an exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(kind: Exclude<keyof typeof exitCodes, "ok">, message: string) {
    super(message);
    this.exitCode = exitCodes[kind];
  }
}
