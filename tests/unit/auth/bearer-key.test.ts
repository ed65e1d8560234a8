import { describe, expect, test } from "vitest";
import { bearerKey } from "@/lib/auth/credentials/access-key";

describe("the access key of an Authorization header", () => {
  test.each<[what: string, header: string | null, key: string | null]>([
    ["no header", null, null],
    ["an empty one", "", null],
    ["a key", "Bearer svc_abc", "svc_abc"],
    ["the scheme in lower case (RFC 9110, 11.1)", "bearer svc_abc", "svc_abc"],
    ["the scheme in capitals", "BEARER svc_abc", "svc_abc"],
    ["several spaces", "Bearer   svc_abc", "svc_abc"],
    ["the prefix alone: a key all the same, and a wrong one", "Bearer svc_", "svc_"],
    ["a key with rubbish behind, which is for the key's check to refuse", "Bearer svc_abc def", "svc_abc def"],
    ["a tab between", "Bearer\tsvc_abc", "svc_abc"],
    ["another header's scheme before it, joined by HTTP", "Basic eDp5, Bearer svc_abc", "svc_abc"],
    [
      "two headers run together by HTTP, which must not pass as the first",
      "Bearer svc_abc, Bearer svc_def",
      "svc_abc, Bearer svc_def",
    ],
    ["a key in other case: meant as a key, so it must not fall back to a cookie", "Bearer SVC_abc", "SVC_abc"],
    ["another service's token", "Bearer sk_test_not_real", null],
    ["a JSON web token", "Bearer eyJhbGciOiJub25lIn0.e30.", null],
    ["a scheme alone", "Bearer", null],
    ["a scheme and a space", "Bearer ", null],
    ["a key without its scheme", "svc_abc", null],
    ["basic authentication", "Basic svc_abc", null],
    ["a scheme that ends alike", "XBearer svc_abc", null],
    ["no space between", "Bearersvc_abc", null],
    ["the prefix not at the start", "Bearer x-svc_abc", null],
  ])("%s", (_, header, key) => {
    expect(bearerKey(header)).toBe(key);
  });

  test("a long header is parsed quickly", () => {
    expect(bearerKey(`Bearer${" ".repeat(100_000)}x`)).toBeNull();
    expect(bearerKey(`Bearer svc_${"a".repeat(100_000)}`)).toHaveLength(100_004);
  });
});
