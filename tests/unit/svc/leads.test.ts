import { expect, test } from "vitest";
import { leadOf } from "../../../packages/svc/src/vault/leads";

test("an incomplete reference is told what to write, for an entry without an environment too", () => {
  for (const reference of ["svc://Stripe", "svc://Stripe/checkout", null])
    expect(leadOf(reference, [])).toBe(
      "is not a reference: write svc://category/name/environment, with - for no environment, and /field after it for a group",
    );
});
