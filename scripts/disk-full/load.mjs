// Clients that write, reveal and list without a pause that matters, and what they were answered.
import { setTimeout as wait } from "node:timers/promises";

const answerMsMax = 20_000;
/** Long enough that entries soon need new pages. */
const valueLength = 3_000;

export function clientOf(origin, key) {
  return async (method, target, body) => {
    const answer = await fetch(`${origin}/api${target}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(answerMsMax),
    });
    const { status, headers } = answer;
    return {
      status,
      text: await answer.text(),
      retryAfter: headers.get("Retry-After"),
      id: headers.get("X-Request-Id"),
    };
  };
}

/** Loads a vault until `stop`. Answers are counted under the current `phase`. */
export function startLoad(ask, categoryId) {
  const load = {
    phase: "before",
    /** Answers by phase, what was asked, and status. */
    counts: {},
    /** Acknowledged entries: `{ id, value }`. */
    written: [],
    /** Request ids of reveals that returned a value. */
    revealed: new Set(),
    /** Answers that must not be. */
    wrong: [],
  };
  let isOver = false;
  let number = 0;

  async function count(what, method, target, body, succeeded) {
    const { phase } = load;
    let status = "none";
    try {
      const answer = await ask(method, target, body);
      ({ status } = answer);
      if (status === succeeded) return answer;
      const isRefusal = status === 503 && answer.retryAfter && JSON.parse(answer.text).code === "UNAVAILABLE";
      if (!isRefusal || load.written.some(({ value }) => answer.text.includes(value)))
        load.wrong.push({ phase, what, status });
    } catch (error) {
      load.wrong.push({ phase, what, status: error.name });
    } finally {
      const of = (load.counts[phase] ??= {});
      const statuses = (of[what] ??= {});
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return undefined;
  }

  const repeat = async (ms, work) => {
    for (; !isOver; await wait(ms)) await work();
  };
  const write = async () => {
    const value = "v".repeat(valueLength) + (number += 1);
    const answer = await count("create", "POST", "/entries", { categoryId, name: `entry-${number}`, value }, 201);
    if (answer) load.written.push({ id: JSON.parse(answer.text).id, value });
  };
  const reveal = async () => {
    const entry = load.written[Math.floor(Math.random() * load.written.length)];
    if (!entry) return;
    const answer = await count("reveal", "POST", `/entries/${entry.id}/reveal`, undefined, 200);
    if (!answer) return;
    load.revealed.add(answer.id);
    if (JSON.parse(answer.text).value !== entry.value) load.wrong.push({ what: "value", id: entry.id });
  };
  const look = async () => {
    await count("list", "GET", "/entries", undefined, 200);
    const [first] = load.written;
    if (first) await count("one entry", "GET", `/entries/${first.id}`, undefined, 200);
  };
  const clients = [
    ...Array.from({ length: 2 }, () => repeat(15, write)),
    ...Array.from({ length: 2 }, () => repeat(10, reveal)),
    repeat(50, look),
  ];
  return {
    load,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}
