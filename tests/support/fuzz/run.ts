import net from "node:net";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { scopes } from "@/lib/contracts/access/scopes";
import { anonymous, aSessionOfNoExample, aUser } from "../callers/actors";
import { belongingsOf } from "../rows/belongings";
import { OpenApiDocument } from "../http/openapi-document";
import { choicesFrom, randomFrom } from "../random";
import { assertAwake, mainThreadMs } from "./main-thread";
import { aRequest, operationsOf } from "./requests";
import { type Transmission, transmissionOf } from "./wire";

/**
 * What has no answer after this long hangs, if somebody else gets one meanwhile. Otherwise the machine is slow, or the
 * request keeps the vault from answering anybody: that takes processor time, of which no request may take this much, or
 * the main thread is stuck, or it ends never.
 */
export const hangMs = 5_000;
/** Somebody else waits for an answer this long, which a vault that stands still does not give on any machine. */
const silenceMs = 60_000;
const requestsPerUser = 100;
const atOnce = 8;

export type Fault = { index: number; what: string; bytes: string; answer: string };
/** `slowestMs`: until the last answer came; `busiestMs`: what the vault's main thread worked meanwhile. */
export type FuzzResult = {
  requests: number;
  statuses: Record<string, number>;
  faults: Fault[];
  slowestMs: number;
  busiestMs: number;
};

/**
 * Sends hostile requests that are generated from the vault's own OpenAPI document. The same seed gives the same
 * requests, except for ids and keys.
 */
export async function fuzz({
  baseUrl,
  pid,
  requests,
  seed,
  onBatch,
}: {
  baseUrl: string;
  pid: number;
  requests: number;
  seed: number;
  onBatch?: (sent: number) => void;
}): Promise<FuzzResult> {
  const document = OpenApiDocument.parse(await (await anonymous(baseUrl).fetch("/api/openapi")).json());
  const operations = operationsOf(document);
  const result: FuzzResult = { requests: 0, statuses: {}, faults: [], slowestMs: 0, busiestMs: 0 };
  // At the first of these the server loads its code for passkeys, which would look like a hang on a busy machine.
  await anonymous(baseUrl).fetch("/api/auth/passkey/options", { method: "POST" });
  const { session: bystander } = await aUser(baseUrl);
  let asked = 0;
  const askAsSomebodyElse = async () => {
    await assertAwake(`${baseUrl}/healthz`, pid, hangMs);
    // Durable, as most answers wait for that.
    const category = { name: `category ${(asked += 1)}`, keyType: "simple", envVarName: "NAME" };
    const { status } = await bystander.fetch("/api/categories", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(category),
      signal: AbortSignal.timeout(silenceMs),
    });
    if (status !== 201) throw new Error(`status ${status}`);
  };
  while (result.requests < requests) {
    // Hostile requests change and delete what they find, so a new user is created now and then.
    const target = await aTarget(baseUrl);
    const choice = choicesFrom(randomFrom(seed + result.requests));
    const batch = Array.from({ length: Math.min(requestsPerUser, requests - result.requests) }, () =>
      transmissionOf(aRequest(choice.of(operations), target.ids, target.credentials, choice), choice),
    );
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let at = next++; at < batch.length; at = next++)
          await check(
            result,
            await transmit({ baseUrl, pid, askAsSomebodyElse }, batch[at] as Transmission),
            batch[at] as Transmission,
            result.requests + at,
          );
      }),
    );
    result.requests += batch.length;
    onBatch?.(result.requests);
  }
  return result;
}

/** A user with one of everything, and how to call as them. */
async function aTarget(baseUrl: string): Promise<{ ids: Record<string, string>[]; credentials: [string, string][] }> {
  const session = await aSessionOfNoExample(baseUrl);
  const { ids } = await belongingsOf(session, "fuzz");
  const { key } = await session.call(createAccessKey, { body: { name: "fuzz", scopes: [...scopes] } });
  const cookie: [string, string] = ["Cookie", session.headers.Cookie ?? ""];
  return {
    ids: Object.values(ids).filter((row) => row !== undefined),
    credentials: [
      ["Authorization", `Bearer ${key}`],
      ["Authorization", `Bearer ${key}`],
      [cookie[0], `${cookie[1]}\r\nOrigin: http://localhost`],
    ],
  };
}

type Target = {
  baseUrl: string;
  pid: number;
  /** Rejects if there is no answer. */ askAsSomebodyElse(): Promise<void>;
  /** Until somebody else is asked for (ms). */ patienceMs?: number;
};
type Outcome = {
  text: string;
  statuses: number[];
  ms: number;
  busyMs: number;
  /** Why it was given up. */ hung?: string;
};

/** Everything that is received until the connection ends, or is given up. */
export async function transmit(target: Target, transmission: Transmission): Promise<Outcome> {
  const [began, busyBefore] = [performance.now(), mainThreadMs(target.pid)];
  const { text, hung } = await converse(target, transmission);
  return {
    text,
    statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
      .map(([, status]) => Number(status))
      .filter((status) => status >= 200),
    ms: performance.now() - began,
    busyMs: mainThreadMs(target.pid) - busyBefore,
    ...(hung !== undefined && { hung }),
  };
}

function converse(
  { baseUrl, askAsSomebodyElse, patienceMs = hangMs }: Target,
  { pieces, hangsUp }: Transmission,
): Promise<Pick<Outcome, "text" | "hung">> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    const received: Buffer[] = [];
    const settle = (hung?: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(received).toString("latin1"), ...(hung !== undefined && { hung }) });
    };
    const timer = setTimeout(
      () =>
        void askAsSomebodyElse().then(
          () => settle("hangs"),
          (error: unknown) => settle(`hangs, and somebody else gets no answer either: ${String(error)}`),
        ),
      patienceMs,
    );
    socket.on("data", (chunk: Buffer) => {
      received.push(chunk);
      // Some ends of a request can't say "close". A request that follows gets a response that does, or the connection
      // has ended.
      if (!hangsUp && received.length === 1)
        socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    });
    socket.on("end", () => settle());
    socket.on("error", () => settle());
    socket.on("connect", () => {
      for (const piece of pieces) socket.write(piece);
      if (hangsUp) socket.end();
    });
  });
}

function check(
  result: FuzzResult,
  { text, statuses, ms, busyMs, hung }: Outcome,
  { pieces, answersMax }: Transmission,
  index: number,
): void {
  result.slowestMs = Math.max(result.slowestMs, ms);
  result.busiestMs = Math.max(result.busiestMs, busyMs);
  const [status = 0] = statuses;
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  const withoutSentinel = statuses.length - (text.endsWith('{"status":"ok"}') && statuses.length > 1 ? 1 : 0);
  const what =
    hung ??
    (statuses.some((one) => one >= 500)
      ? "fails"
      : withoutSentinel > answersMax
        ? "finds a second request inside"
        : /\bat .*\(.*:\d+:\d+\)|PrismaClient|SQLITE_/.test(text)
          ? "tells of its inside"
          : undefined);
  if (what)
    result.faults.push({
      index,
      what,
      bytes: Buffer.concat(pieces).toString("latin1").slice(0, 2_000),
      answer: text.slice(0, 500),
    });
}
