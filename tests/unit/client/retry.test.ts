import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCategory, getStats } from "@/lib/client/http/api";
import { describeError } from "@/lib/client/http/describe-error";
import { ApiError } from "@/lib/client/http/api-error";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (retryAfter: string | null, code = "TOO_MANY_REQUESTS") =>
  new Response(JSON.stringify({ error: "Too many", code }), {
    status: 429,
    headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
  });
const answered = () => new Response('{"told":true}', { status: 200 });

/**
 * Sends a request with these responses in order. Returns how often it was sent, how long it took (ms), and the result.
 */
async function ask(answers: Response[], endpoint: typeof getStats | typeof createCategory = getStats) {
  const fetch = vi.fn(() => Promise.resolve(answers.shift() ?? Response.error()));
  const began = Date.now();
  const input = endpoint === createCategory ? { body: { name: "a", keyType: "json" } } : {};
  const outcome = (endpoint as (input: object, options: object) => Promise<unknown>)(input, { fetch }).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const over = outcome.then(() => Date.now() - began);
  await vi.runAllTimersAsync();
  return { asked: fetch.mock.calls.length, ms: await over, outcome: await outcome };
}

test.each([
  ["a read", getStats],
  ["a change", createCategory],
] as const)(
  "%s that came too soon is repeated after the time that the vault gave, and nobody sees it",
  async (_, endpoint) => {
    expect(await ask([refused("2"), answered()], endpoint)).toEqual({
      asked: 2,
      ms: 2_000,
      outcome: { value: { told: true } },
    });
  },
);

test("it is repeated once: a second refusal is shown", async () => {
  expect(await ask([refused("1"), refused("1"), answered()])).toMatchObject({
    asked: 2,
    ms: 1_000,
    outcome: { error: { code: "TOO_MANY_REQUESTS" } },
  });
});

test.each([
  ["that may come in more than 5 seconds", refused("6")],
  ["without a word on when", refused(null)],
  ["with a word that is no number of seconds", refused("soon")],
  ["for too many guesses", refused("1", "TOO_MANY_ATTEMPTS")],
])("a refusal %s is shown at once", async (_, answer) => {
  expect(await ask([answer, answered()])).toMatchObject({ asked: 1, ms: 0, outcome: { error: { status: 429 } } });
});

test("the message says in plain words what happened and when to try again", () => {
  const shown = (seconds: string) =>
    describeError(new ApiError("TOO_MANY_REQUESTS", 429, { message: "Too many", headers: { "Retry-After": seconds } }));
  expect(shown("12")).toEqual({
    kind: "refused",
    title: "Too many requests",
    message: "This account sent too many requests, perhaps from a script. Try again in 12 s.",
    retryable: true,
  });
  expect(shown("180").message).toContain("Try again in 3 min.");
});
