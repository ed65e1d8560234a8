import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askModel, modelAnswerBytesMax, modelTimeoutMilliseconds } from "@/lib/services/ai-extract/ask-model";
import { modelPayload, modelRequest } from "@/lib/services/ai-extract/model-request";
import { aModelServer, completion, type ModelServer } from "../../../support/servers/model-server";

const question = {
  model: "recorder",
  prompt: "Stripe",
  environment: null,
  entries: [{ category: "Stripe", entry: "billing", environment: null, envVarNames: ["STRIPE_SECRET_KEY"] }],
};

let server: ModelServer;
beforeEach(async () => {
  server = await aModelServer();
});
afterEach(() => server.close());

const ask = (apiKey?: string, timeoutMilliseconds?: number) =>
  askModel({ baseUrl: server.baseUrl, apiKey }, modelRequest(question), timeoutMilliseconds);

describe("one question to a model", () => {
  test("sends the payload's exact bytes, the key, and nothing about this machine", async () => {
    server.answerWith({ content: "an answer" });
    expect(await ask("not-a-real-key")).toBe("an answer");
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/v1/chat/completions", modelPayload(question)],
    ]);
    const headers = server.requests[0]?.headers
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase())
      .sort();
    expect(headers).toEqual([
      "accept",
      "accept-encoding",
      "accept-language",
      "authorization",
      "connection",
      "content-length",
      "content-type",
      "host",
      "sec-fetch-mode",
      "user-agent",
    ]);
    expect(server.requests[0]?.headers.join("\n")).not.toMatch(/openai|stainless/i);
  });

  test("sends no Authorization without a key", async () => {
    await ask();
    expect(server.requests[0]?.headers.join("\n")).not.toMatch(/authorization/i);
  });

  test("follows no redirect, wherever it leads", async () => {
    const other = await aModelServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.answerWith({
        raw: (response) => response.writeHead(status, { Location: `${other.baseUrl}/chat/completions` }).end(),
      });
      await expect(ask()).rejects.toThrow("answered with a redirect, which is not followed");
    }
    expect([server.requests.length, other.requests]).toEqual([5, []]);
    await other.close();
  });

  test("gives up on a model that is silent", async () => {
    server.answerWith({ raw: () => undefined });
    await expect(ask(undefined, 1_000)).rejects.toThrow("did not answer within 1 s");
    expect(server.requests.length).toBe(1);
  });

  test("gives up on a model that never finishes", async () => {
    let timer: NodeJS.Timeout | undefined;
    server.answerWith({
      raw: (response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        timer = setInterval(() => response.write(" "), 5);
      },
    });
    await expect(ask(undefined, 100)).rejects.toThrow("did not answer within 0.1 s");
    clearInterval(timer);
  });

  test("waits 10 seconds by default", () => {
    expect(modelTimeoutMilliseconds).toBe(10_000);
  });

  test("reads no more than the limit, and asks once", async () => {
    server.answerWith({ content: "x".repeat(modelAnswerBytesMax) });
    await expect(ask()).rejects.toThrow("answered with more than 512 KiB");
    server.answerWith({ raw: (response) => response.writeHead(503, { "Retry-After": "0" }).end("{}") });
    await expect(ask()).rejects.toThrow("refused with status 503");
    expect(server.requests.length).toBe(2);
  });

  test.each<[string, string, string]>([
    ["no JSON", "<html>", "could not be reached or understood"],
    ["other JSON", "[]", "answered without a text"],
    ["no choices", '{"choices":[]}', "answered without a text"],
    ["no content", completion("x").replace('"content":"x"', '"content":null'), "answered without a text"],
  ])("reports a response that is %s in our own words", async (_, body, told) => {
    server.answerWith({ raw: (response) => response.writeHead(200, { "Content-Type": "application/json" }).end(body) });
    await expect(ask()).rejects.toThrow(told);
  });

  test("reports a missing server in our own words", async () => {
    await server.close();
    await expect(ask()).rejects.toThrow("could not be reached or understood");
  });
});
