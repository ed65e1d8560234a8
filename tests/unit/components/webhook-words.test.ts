import { expect, test } from "vitest";
import { nextText } from "@/components/webhooks/webhook-words";

const now = Date.parse("2026-03-01T12:00:00.000Z");

test.each([
  [-300_000, "next attempt within a minute"],
  [0, "next attempt within a minute"],
  [59_999, "next attempt within a minute"],
  [60_000, "next attempt in 1 min"],
  [45 * 60_000, "next attempt in 45 min"],
])("what is tried again %i ms from now: %s", (ms, text) => {
  expect(nextText(new Date(now + ms).toISOString(), now)).toBe(text);
});
