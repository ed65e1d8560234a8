import { expect, test } from "vitest";
import { eventsText, hostOf, nextText, stateOf } from "@/components/webhooks/webhook-words";

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

test("a webhook whose address can't be decrypted has a name, and says what is wrong with it before all else", () => {
  const broken = { url: null, disabledAt: null, disabledFor: null, failingSince: "2026-03-01T09:30:00.000Z" };
  const webhook = { id: "1", events: [], nextAttemptAt: null, createdAt: "2026-03-01T09:30:00.000Z", ...broken };
  expect([hostOf(webhook), eventsText(webhook.events), stateOf(webhook)]).toEqual([
    "Unknown address",
    "",
    { tone: "danger", label: "Can’t be decrypted" },
  ]);
});
