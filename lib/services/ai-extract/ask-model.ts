import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";

export type ModelAccess = { baseUrl: string; apiKey: string | undefined };

/**
 * Why a model's response can't be used. The message is for people and never quotes the model, which may say anything.
 */
export class ModelFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelFailure";
  }
}

export const modelTimeoutMilliseconds = 10_000;
/** The limit for the whole HTTP response. A plan over 1,000 entries takes about a tenth of it. */
export const modelAnswerBytesMax = 512 * 1024;

/**
 * Sends one request and returns the text of the response: one attempt, no redirect, at most `modelAnswerBytesMax`
 * bytes, and a time-out that holds whatever the other side does. Throws `ModelFailure`.
 */
export async function askModel(
  { baseUrl, apiKey }: ModelAccess,
  request: ChatCompletionCreateParamsNonStreaming,
  timeoutMilliseconds = modelTimeoutMilliseconds,
): Promise<string> {
  // Loaded at the first question, so a vault without a model never loads it.
  const { OpenAI } = await import("openai");
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const client = new OpenAI({
    baseURL: baseUrl,
    // Set explicitly, since the client would otherwise look these up in the environment.
    apiKey: apiKey ?? "none",
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: timeoutMilliseconds,
    fetch: (url, init) => boundedFetch(String(url), { body: init?.body as string, apiKey, signal }),
  });
  try {
    const { choices } = await client.chat.completions.create(request, { signal });
    const content = choices?.[0]?.message?.content;
    if (typeof content !== "string") throw new ModelFailure("answered without a text");
    return content;
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure(signal.aborted ? `did not answer within ${timeoutMilliseconds / 1000} s` : reasonOf(error), {
      cause: error,
    });
  }
}

/**
 * Sends only the necessary headers: the client's own ones describe this machine. Reads the whole body here and counts
 * its bytes.
 */
async function boundedFetch(
  url: string,
  { body, apiKey, signal }: { body: string; apiKey: string | undefined; signal: AbortSignal },
): Promise<Response> {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
  };
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new ModelFailure("answered with a redirect, which is not followed");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > modelAnswerBytesMax) throw new ModelFailure(`answered with more than ${modelAnswerBytesMax / 1024} KiB`);
    chunks.push(chunk);
  }
  // The response's headers are not passed on: they could make the client wait or parse differently.
  return new Response(Buffer.concat(chunks), {
    status: response.status,
    headers: { "Content-Type": "application/json" },
  });
}

/** The client wraps an error that our own fetch threw. */
function reasonOf(error: unknown): string {
  const { cause, status } = error as { cause?: unknown; status?: unknown };
  if (cause instanceof ModelFailure) return cause.message;
  return typeof status === "number" ? `refused with status ${status}` : "could not be reached or understood";
}
