import pino from "pino";

/**
 * The one logger: JSON lines on standard output. Lines are made of named fields chosen by hand: ids, codes, counts.
 * Never a body, a header, a query, a token or a database error's text, which may quote the data.
 */
export const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
  // Not pino's own writer: at exit that waits for ever on a pipe whose reader has gone.
  process.stdout,
);

// Whoever read the log went away: the vault goes on without.
process.stdout.on("error", () => {});

/** An error without its message: class, code, and where it was thrown. */
export function describeFault(error: unknown): { name: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = error as { code?: unknown };
  const at = framesOf(error)?.split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 8).map((line) => line.trim());
  return { name: error.name, ...(typeof code === "string" ? { code } : {}), ...(at ? { at } : {}) };
}

/** The stack behind the message. A message's own lines may look like frames: one quoting a value of ours would show it. */
function framesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  return start < 0 ? undefined : stack?.slice(start + message.length);
}
