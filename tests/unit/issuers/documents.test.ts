import { describe, expect, test } from "vitest";
import { askForKeys, IssuerUnavailable, keptMs } from "@/lib/issuers/documents";

test.each([
  ["max-age=3600", 3_600_000],
  ["public, Max-Age=120, must-revalidate", 120_000],
  ["max-age=0", 30_000],
  ["max-age=5", 30_000],
  ["max-age=99999999", 86_400_000],
  ["no-store", 30_000],
  ["no-cache, max-age=3600", 30_000],
  ["max-age=never", 600_000],
  ["", 600_000],
  [null, 600_000],
])("by Cache-Control %j, keys are kept for %d ms", (header, ms) => expect(keptMs(header)).toBe(ms));

describe("an issuer in a private network is not asked", () => {
  test.each(["https://10.0.0.7", "https://169.254.169.254", "https://[::ffff:127.0.0.1]", "http://issuer.example.com"])(
    "%s",
    async (issuer) => {
      await expect(askForKeys(issuer, "loopback")).rejects.toThrow(IssuerUnavailable);
    },
  );
});
