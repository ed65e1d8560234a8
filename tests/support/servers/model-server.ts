import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it was received, with everything that a listener could read. */
export type RecordedRequest = { method: string; path: string; headers: string[]; body: string };

export type ModelServer = {
  /** For AI_BASE_URL. */
  baseUrl: string;
  requests: RecordedRequest[];
  /** Sets the response to the next requests. Without this call it is an empty plan. */
  answerWith(answer: ModelAnswer): void;
  /** The last request's data, as a model reads it. */
  lastQuestion(): Question;
  close(): Promise<void>;
};

export type Question = {
  request: string;
  environment: string | null;
  entries: { n: number; category: string; entry: string; environment: string | null; variables: string[] }[];
};
export type Plan = { matches: { n: number; reason: string }[]; missing: string[] };
export type ModelAnswer =
  | { content: string | ((question: Question) => string) }
  | { raw: (response: ServerResponse, request: IncomingMessage) => void };

export const plan = (choose: (question: Question) => Plan): ModelAnswer => ({
  content: (question) => JSON.stringify(choose(question)),
});

/** A model server on loopback that speaks OpenAI's protocol and records its requests. */
export async function aModelServer(): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  let answer: ModelAnswer = plan(() => ({ matches: [], missing: [] }));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      requests.push({ method: request.method ?? "", path: request.url ?? "", headers: request.rawHeaders, body });
      if ("raw" in answer) return answer.raw(response, request);
      const content = typeof answer.content === "string" ? answer.content : answer.content(questionIn(body));
      response.writeHead(200, { "Content-Type": "application/json" }).end(completion(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (next) => void (answer = next),
    lastQuestion: () => questionIn(requests.at(-1)?.body ?? ""),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const completion = (content: string): string =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: "recorder",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  });

const questionIn = (body: string): Question =>
  JSON.parse((JSON.parse(body) as { messages: { content: string }[] }).messages[1]?.content ?? "") as Question;
