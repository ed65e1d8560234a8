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

type Kind = Exclude<keyof typeof exitCodes, "ok">;

/** Ends svc with a message that says what to do, and an exit code. What it lists follows, each on a line of its own. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(
    readonly kind: Kind,
    message: string,
    readonly list: readonly string[] = [],
    /** By which the vault tells this refusal from others, such as `ENTRY_NOT_FOUND`; null if it is not the vault's. */
    readonly code: string | null = null,
  ) {
    super(message);
    this.exitCode = exitCodes[kind];
  }

  get text(): string {
    return [this.message, ...this.list].join("\n");
  }
}

/** Some of the vault's messages end without a full stop. */
export const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** A failure with what had been done before it: whoever repeats the call, or does not, has to know. Null: nothing had. */
export const afterDoing = (error: unknown, done: string | null): unknown =>
  done !== null && error instanceof CliError
    ? new CliError(error.kind, `${sentence(error.message)} Note that ${done}.`, error.list, error.code)
    : error;
