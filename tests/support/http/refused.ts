/** The message of an error of one class; "accepted" without an error. Any other error is thrown. */
export function refusedBy(kind: new (message: string) => Error, work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof kind) return error.message;
    throw error;
  }
  return "accepted";
}
