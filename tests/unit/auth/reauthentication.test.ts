import { describe, expect, test } from "vitest";
import type { Caller } from "@/lib/auth/caller";
import { requireRecentAuthentication } from "@/lib/auth/credentials/reauthentication";
import { keyCaller } from "../../support/callers/key-caller";

const provenAt = new Date("2026-03-01T09:00:00.000Z");
const at = (minutes: number) => provenAt.getTime() + minutes * 60_000;
const session: Caller = { kind: "session", userId: "u", sessionId: "s", provenAt };

describe("a recent re-authentication", () => {
  test("counts for 10 minutes, to the millisecond", () => {
    expect(() => requireRecentAuthentication(session, at(10))).not.toThrow();
    expect(() => requireRecentAuthentication(session, at(10) + 1)).toThrow(
      expect.objectContaining({ code: "REAUTHENTICATION_REQUIRED", status: 403 }),
    );
  });

  test("from the future counts by a minute, for clocks that differ, and no more: the clock was set back", () => {
    expect(() => requireRecentAuthentication(session, at(-1))).not.toThrow();
    expect(() => requireRecentAuthentication(session, at(-1) - 1)).toThrow(
      expect.objectContaining({ code: "REAUTHENTICATION_REQUIRED" }),
    );
  });

  test("is not required of an access key", () => {
    const key = keyCaller({ scopes: new Set(["export:read"]) });
    expect(() => requireRecentAuthentication(key, at(10_000))).not.toThrow();
  });
});
