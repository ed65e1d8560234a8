import { describe, expect, test } from "vitest";
import type { Caller, SessionCaller } from "@/lib/auth/caller";
import { requireSecondFactor } from "@/lib/auth/credentials/missing-factor";
import { keyCaller } from "../../support/callers/key-caller";

type Needed = SessionCaller["missingFactor"];
type Exempt = Parameters<typeof requireSecondFactor>[1]["mfaExempt"];

const session = (missingFactor: Needed): Caller => ({
  kind: "session",
  userId: "u",
  sessionId: "s",
  provenAt: new Date(0),
  missingFactor,
});
const isRefused = (caller: Caller, mfaExempt: Exempt) => {
  try {
    requireSecondFactor(caller, { mfaExempt });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "SECOND_FACTOR_MISSING", status: 403 });
    return true;
  }
};

describe("a second factor that the vault requires", () => {
  test.each<[Needed, Exempt, boolean]>([
    [undefined, undefined, false],
    [undefined, "set-up", false],
    [undefined, "any", false],
    ["none-yet", undefined, true],
    ["none-yet", "set-up", false],
    ["none-yet", "any", false],
    ["passkey", undefined, true],
    ["passkey", "set-up", true],
    ["passkey", "any", false],
  ])(
    "for a session that lacks it (%s) and an operation whose exemption is %s: the refusal is %s",
    (needed, exempt, refused) => {
      expect(isRefused(session(needed), exempt)).toBe(refused);
    },
  );

  test("is not required of an access key", () => {
    const key = keyCaller({ scopes: new Set(["export:read"]) });
    expect(isRefused(key, undefined)).toBe(false);
  });
});
