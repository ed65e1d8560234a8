import os from "node:os";
import pino from "pino";

export { loggableError } from "./loggable-error";

const bufferedMax = 16 * 1024;
const waitingMax = 50;
const flushAfterMs = 100;
/** Each line names its process and machine: replicas and `WORKERS` write to one output. */
const processFields = { hostname: os.hostname(), pid: process.pid };
const processText = `,${JSON.stringify(processFields).slice(1, -1)},`;
let waiting: { at: number; line: object }[] = [];
let buffered = "";
let timer: NodeJS.Timeout | undefined;

/** Writes the buffered lines. Called by a timer and before the process ends. */
export function flushLog(): void {
  clearTimeout(timer);
  timer = undefined;
  makeWaiting();
  const lines = buffered;
  buffered = "";
  if (lines) process.stdout.write(lines);
}

/**
 * Like `log.info`, for every request. Lines are serialised when they are written, many at once: serialised between two
 * requests, each would take four times as long, a quarter of a short response. The log owns `line` from here on.
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
    // What `log.info` writes, which takes four times as long.
    write(`{"level":"info"${time()}${processText}${JSON.stringify(line).slice(1)}\n`);
  }
  loggedAt = undefined;
}

/**
 * One system call per line would cost more than many a response, so lines are buffered for a tenth of a second. Errors
 * are written at once.
 */
function write(line: string): void {
  // The buffered lines come first, since they are older.
  if (loggedAt === undefined && waiting.length > 0) makeWaiting();
  buffered += line;
  if (buffered.length >= bufferedMax || line.startsWith('{"level":"error"')) flushLog();
  else flushSoon();
}

function flushSoon(): void {
  timer ??= setTimeout(flushLog, flushAfterMs).unref();
}

/** When the current line was logged (ms since the epoch), if not now. */
let loggedAt: number | undefined;
let second = { at: 0, text: "" };

/** ISO 8601 with milliseconds; the text up to the second is built once a second. */
function time(): string {
  const now = loggedAt ?? Date.now();
  const at = Math.floor(now / 1000);
  if (at !== second.at) second = { at, text: new Date(at * 1000).toISOString().slice(0, 20) };
  return `,"time":"${second.text}${String(now % 1000).padStart(3, "0")}Z"`;
}

/**
 * The only logger: JSON lines on standard output. Fields are chosen by hand: ids, codes, counts; never a body, a
 * header, a query, a token or a database error's message, which may quote data.
 */
export const log = pino(
  {
    base: processFields,
    timestamp: time,
    formatters: { level: (level) => ({ level }) },
  },
  // Not pino's own writer: at exit it waits forever on a pipe without a reader.
  { write },
);

process.on("exit", flushLog);
// The log's reader has gone. The vault continues without it.
process.stdout.on("error", () => {});
