import { expect } from "vitest";
import type { Actor } from "../callers/actors";

export type Answer = { status: number; text: string; json: unknown };

/** A JSON request as text, for what no contract would send. Returns the response with its parsed body. */
export async function send(who: Actor, method: string, path: string, body?: unknown): Promise<Answer> {
  const json =
    body === undefined
      ? {}
      : {
          headers: { "Content-Type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body),
        };
  const response = await who.fetch(path, { method, ...json });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: response.headers.get("Content-Type") === "application/json" ? JSON.parse(text) : undefined,
  };
}

/** The response for an invalid field: a 400 whose details name the field. */
export const refusedField = (path: string) => ({
  status: 400,
  json: {
    error: expect.stringContaining(path),
    code: "VALIDATION_ERROR",
    details: expect.arrayContaining([{ path, message: expect.any(String) }]),
  },
});
