/** The words of a refusal of one kind, for whoever runs the vault; "accepted" without one. Any other error is a fault. */
export function refusedBy(kind: new (message: string) => Error, work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof kind) return error.message;
    throw error;
  }
  return "accepted";
}
