import os from "node:os";
import pino from "pino";

const bufferedMax = 16 * 1024;
const waitingMax = 50;
const flushAfterMs = 100;
let waiting: { at: number; line: object }[] = [];
let buffered = "";
let timer: NodeJS.Timeout | undefined;

/** Writes the lines that were gathered. Called by a timer and at the end; by whoever ends the process otherwise. */
export function flushLog(): void {
  clearTimeout(timer);
  timer = undefined;
  makeWaiting();
  const lines = buffered;
  buffered = "";
  if (lines) process.stdout.write(lines);
}

/**
 * What `log.info` does, for what is logged with every request: the line is made when lines are written, many in a row.
 * Made between two requests, each costs four times as much: a quarter of a short answer. `line` belongs to the log from here on.
 */
export function logSoon(line: object): void {
  waiting.push({ at: Date.now(), line });
  if (waiting.length >= waitingMax) flushLog();
  else flushSoon();
}

function makeWaiting(): void {
  const lines = waiting;
  waiting = [];
  for (const { at, line } of lines) {
    loggedAt = at;
    log.info(line);
  }
  loggedAt = undefined;
}

/** A system call a line would cost more than many an answer: lines are gathered for a tenth of a second; faults leave at once. */
function write(line: string): void {
  // What waits came before it.
  if (loggedAt === undefined && waiting.length > 0) makeWaiting();
  buffered += line;
  if (buffered.length >= bufferedMax || line.startsWith('{"level":"error"')) flushLog();
  else flushSoon();
}

function flushSoon(): void {
  timer ??= setTimeout(flushLog, flushAfterMs).unref();
}

/** When the line that is being made was logged (ms since the epoch), where that is not now. */
let loggedAt: number | undefined;
let second = { at: 0, text: "" };

/** ISO 8601 with milliseconds, the second's text made once a second. */
function time(): string {
  const now = loggedAt ?? Date.now();
  const at = Math.floor(now / 1000);
  if (at !== second.at) second = { at, text: new Date(at * 1000).toISOString().slice(0, 20) };
  return `,"time":"${second.text}${String(now % 1000).padStart(3, "0")}Z"`;
}

/**
 * The one logger: JSON lines on standard output. Lines are made of named fields chosen by hand: ids, codes, counts.
 * Never a body, a header, a query, a token or a database error's text, which may quote the data. Each line says which
 * process of which machine it is from: replicas and `WORKERS` write to one place.
 */
export const log = pino(
  {
    base: { hostname: os.hostname(), pid: process.pid },
    timestamp: time,
    formatters: { level: (level) => ({ level }) },
  },
  // Not pino's own writer: at exit that waits for ever on a pipe whose reader has gone.
  { write },
);

process.on("exit", flushLog);
// Whoever read the log went away: the vault goes on without.
process.stdout.on("error", () => {});

/** An error without its message: class, code, and where it was thrown. */
export function loggableError(error: unknown): { name: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code } = error as { code?: unknown };
  const at = framesOf(error)
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { name: error.name, ...(typeof code === "string" ? { code } : {}), ...(at ? { at } : {}) };
}

/** The stack behind the message. A message's own lines may look like frames: one quoting a value of ours would show it. */
function framesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  return start < 0 ? undefined : stack?.slice(start + message.length);
}
