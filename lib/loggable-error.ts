/** An error without its message: class, code, and where it was thrown. */
export function loggableError(error: unknown): { name: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  // Of an activity record that could not be written, the reason is what an operator needs.
  if (error.name === "UnrecordedError" || error.name === "RefusedRecordError") return loggableError(error.cause);
  const { code } = error as { code?: unknown };
  const at = framesOf(error)
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { name: error.name, ...(typeof code === "string" ? { code } : {}), ...(at ? { at } : {}) };
}

/**
 * The stack after the message. A message's own lines may look like frames, and a message that quotes a value would
 * expose it.
 */
function framesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  return start < 0 ? undefined : stack?.slice(start + message.length);
}
