// The load: a number of writes and reads a second, whatever becomes of the earlier ones, and a tally of the answers.
import { readFileSync } from "node:fs";
import https from "node:https";

/** What a vault or a proxy may answer while something is broken. Anything else that is not a success is wrong. */
const refusals = new Set([429, 502, 503, 504]);
/** Beyond this many open requests none is sent: they would only wait in this process. */
const openMax = 1_000;
const answerMsMax = 20_000;
/** One of so many writes gives an entry that is there another value. */
const changesEvery = 4;

/** Each value says which entry it belongs to, and after how many changes. */
const valueOf = ({ number }, change) => `not-a-real-value-${number}-${change}`;

/**
 * Whether an entry may answer with this value: none that is older than the change `since`, which had been acknowledged when it
 * was asked for, and none that nobody sent. `entry.sent` changes were sent; of the last one it may be unknown whether it was done.
 */
export function mayHold(entry, value, since) {
  for (let change = since; change <= entry.sent; change += 1) if (value === valueOf(entry, change)) return true;
  return false;
}

/** Sends requests through the proxy at an address. Resolves to status, request id and JSON; rejects without an answer. */
export function clientOf({ address, certificate }) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 400, timeout: answerMsMax });
  const ca = readFileSync(certificate);
  return (method, target, key, body) =>
    new Promise((resolve, reject) => {
      const request = https.request(
        {
          host: address,
          port: 8443,
          servername: "localhost",
          ca,
          agent,
          method,
          path: `/api${target}`,
          headers: {
            Host: "localhost",
            Authorization: `Bearer ${key}`,
            ...(body && { "Content-Type": "application/json" }),
          },
          signal: AbortSignal.timeout(answerMsMax),
        },
        (answer) => {
          const chunks = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            const { statusCode: status, headers } = answer;
            resolve({ status, requestId: headers["x-request-id"], json: status < 300 ? parsed(text) : undefined });
          });
        },
      );
      request.once("error", reject);
      request.end(body && JSON.stringify(body));
    });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `owners`: `{ key, categoryId }` each, whose vaults take the writes in turn. */
export function startLoad(client, owners, { writesPerSecond, readsPerSecond }) {
  const tally = {
    began: Date.now(),
    sent: 0,
    answered: 0,
    refused: 0,
    unanswered: 0,
    notSent: 0,
    wrong: [],
    /** What was due, whatever became of it. */
    planned: { writes: 0, reveals: 0 },
    /** Acknowledged new entries: `{ id, name, number, key }`, with how many changes were sent and acknowledged. */
    written: [],
    /** How many changes of them were acknowledged. */
    changed: 0,
    /** When one or the other was acknowledged, in ms. */
    writtenAt: [],
    /** Request ids of reveals that returned a value. */
    revealed: [],
  };
  let open = 0;
  const wrong = (what) => tally.wrong.push({ at: new Date().toISOString(), ...what });

  async function ask(method, target, key, body, isRight) {
    if (open >= openMax) return void (tally.notSent += 1);
    open += 1;
    tally.sent += 1;
    try {
      const answer = await client(method, target, key, body);
      if (refusals.has(answer.status)) tally.refused += 1;
      else if (answer.status < 300 && isRight(answer)) tally.answered += 1;
      else wrong({ method, target, status: answer.status, answer: answer.json });
    } catch {
      tally.unanswered += 1;
    } finally {
      open -= 1;
    }
  }

  const anyEntry = () => tally.written[Math.floor(Math.random() * tally.written.length)];

  function write(number) {
    tally.planned.writes += 1;
    const entry = number % changesEvery === 0 ? anyEntry() : undefined;
    // Of one whose last change is unknown, the next value could not be told from a late one.
    return entry && entry.sent === entry.acknowledged ? change(entry) : create(number);
  }

  function create(number) {
    const { key, categoryId } = owners[number % owners.length];
    const name = `drill-${number}`;
    const entry = { name, number, key, sent: 0, acknowledged: 0 };
    const body = { categoryId, name, value: valueOf(entry, 0) };
    return ask("POST", "/entries", key, body, ({ status, json }) => {
      if (status !== 201 || typeof json?.id !== "string" || json.name !== name) return false;
      tally.written.push(Object.assign(entry, { id: json.id }));
      tally.writtenAt.push(Date.now());
      return true;
    });
  }

  function change(entry) {
    const next = entry.sent + 1;
    if (open < openMax) entry.sent = next;
    return ask("PUT", `/entries/${entry.id}`, entry.key, { value: valueOf(entry, next) }, ({ json }) => {
      if (json?.id !== entry.id) return false;
      entry.acknowledged = next;
      tally.changed += 1;
      tally.writtenAt.push(Date.now());
      return true;
    });
  }

  /** Half of the reads reveal a value, half show an entry without it. */
  function read(number) {
    const isReveal = number % 2 !== 0;
    if (isReveal) tally.planned.reveals += 1;
    const entry = anyEntry();
    if (!entry) return;
    if (!isReveal)
      return ask("GET", `/entries/${entry.id}`, entry.key, undefined, ({ json }) => json?.name === entry.name);
    const since = entry.acknowledged;
    return ask("POST", `/entries/${entry.id}/reveal`, entry.key, undefined, ({ json, requestId }) => {
      if (!mayHold(entry, json?.value, since) || !requestId) return false;
      tally.revealed.push(requestId);
      return true;
    });
  }

  const clocks = [everySecond(writesPerSecond, write), everySecond(readsPerSecond, read)];
  return {
    tally,
    async stop() {
      for (const stop of clocks) stop();
      while (open > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}

/** Calls `work` so many times a second, evenly, and catches up after this process was busy. */
function everySecond(times, work) {
  const began = performance.now();
  let done = 0;
  const clock = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * times;
    while (done < due) void work((done += 1));
  }, 10);
  return () => clearInterval(clock);
}

/** Reveals every written entry, at most 20 at once. Returns those that are missing or hold something else. */
export async function lostAmong(client, written) {
  const lost = [];
  const rest = written.values();
  const worker = async () => {
    for (const entry of rest) {
      const answer = await client("POST", `/entries/${entry.id}/reveal`, entry.key).catch(() => ({}));
      if (answer.status !== 200 || !mayHold(entry, answer.json?.value, entry.acknowledged))
        lost.push({ id: entry.id, status: answer.status });
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return lost;
}
