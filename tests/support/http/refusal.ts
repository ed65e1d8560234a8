import { expect } from "vitest";
import type { ErrorCode } from "@/lib/errors";
import type { RawAnswer } from "./raw-http";

/** An error in the API's own format: status, code, and what all errors under /api have in common. */
export function expectRefusal(answer: RawAnswer, status: number, code: ErrorCode): void {
  expect({ status: answer.status, body: answer.body && (JSON.parse(answer.body) as unknown) }).toEqual({
    status,
    body: expect.objectContaining({ error: expect.stringMatching(/\w/), code }),
  });
  expect(
    Object.keys(JSON.parse(answer.body) as object).filter((name) => !["error", "code", "details"].includes(name)),
  ).toEqual([]);
  expect(answer.header("cache-control")).toBe("no-store");
  expect(answer.header("content-type")).toBe("application/json");
  expect(answer.header("content-length")).toBe(String(Buffer.byteLength(answer.body)));
}
