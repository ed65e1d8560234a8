/** A command ends with exit code 1. The message tells the operator why and what to do. */
export class CliError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CliError";
  }
}

/** The command was not understood: exit code 2. The message says what it expects. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
