/** The vault refused a call. The message is the vault's own sentence, which says what to do. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  constructor(
    message: string,
    /** Such as `ENTRY_NOT_FOUND` or `AUTH_KEY_EXPIRED`: the API's documentation lists them. */
    readonly code: string,
    /** The status of HTTP. */
    readonly status: number,
    /** Of a refused body the fields with their faults; after CHANGED_MEANWHILE the `id` and `version` of what is stored. */
    readonly details?: unknown,
    /** When the next attempt may succeed. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The vault can't be reached, did not answer in time, or something else answers in its place. */
export class VaultUnreachableError extends Error {
  override readonly name = "VaultUnreachableError";
}

/** What was asked for can't be done as asked: an option is missing or wrong, or a selection has no value. */
export class VaultUsageError extends Error {
  override readonly name = "VaultUsageError";
}
