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

/** Ends svc with a message that says what to do, and an exit code. What it lists follows, each on a line of its own. */
export class CliError extends Error {
  readonly exitCode: number;
  readonly list: readonly string[];

  constructor(kind: Exclude<keyof typeof exitCodes, "ok">, message: string, list: readonly string[] = []) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.list = list;
  }

  get text(): string {
    return [this.message, ...this.list].join("\n");
  }
}
