import { describe, expect, test } from "vitest";
import { assertNotCrossOrigin, assertSameOrigin } from "@/lib/http/gate/same-origin";

const publicOrigin = "https://vault.example.com";
type Sent = Record<string, string>;

/** A request as the route gets it: `Host` is set by hand, which only a server's Request allows. */
function request(headers: Sent, method = "POST"): Request {
  return new Request("http://vault.invalid/api/entries", {
    method,
    headers: { Host: "vault.example.com", ...headers },
  });
}

function outcome(check: typeof assertSameOrigin, sent: Request, origin: string | undefined): string {
  try {
    check(sent, origin);
    return "passes";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "another error";
  }
}

// What a cookie caller's unsafe request says, and whether it passes; next to it the same for an anonymous caller, who
// may be a script.
const table: [what: string, headers: Sent, withCookie: boolean, anonymous: boolean][] = [
  ["a page of this site, by the browser's word", { "Sec-Fetch-Site": "same-origin" }, true, true],
  ["a sister host", { "Sec-Fetch-Site": "same-site" }, false, false],
  ["another site", { "Sec-Fetch-Site": "cross-site" }, false, false],
  ["the address bar, which sends no unsafe method", { "Sec-Fetch-Site": "none" }, false, false],
  ["an unknown word", { "Sec-Fetch-Site": "Same-Origin" }, false, false],
  ["an empty word", { "Sec-Fetch-Site": "" }, false, false],
  ["another site that claims our Origin", { "Sec-Fetch-Site": "cross-site", Origin: publicOrigin }, false, false],
  ["this site, though the Origin was hidden", { "Sec-Fetch-Site": "same-origin", Origin: "null" }, true, true],
  ["our Origin, from an older browser or a script", { Origin: publicOrigin }, true, true],
  ["our host, where a proxy ended TLS", { Origin: "http://vault.example.com" }, true, true],
  ["another origin", { Origin: "https://evil.example" }, false, false],
  ["a subdomain", { Origin: "https://x.vault.example.com" }, false, false],
  ["a name that begins like ours", { Origin: "https://vault.example.com.evil.example" }, false, false],
  ["a name that ends like ours", { Origin: "https://evilvault.example.com" }, false, false],
  ["our name before an @", { Origin: "https://vault.example.com@evil.example" }, false, false],
  ["our host on another port", { Origin: "https://vault.example.com:8443" }, false, false],
  ["an opaque origin", { Origin: "null" }, false, false],
  ["an empty Origin", { Origin: "" }, false, false],
  ["two Origins", { Origin: `${publicOrigin}, https://evil.example` }, false, false],
  ["neither header, as only scripts do", {}, false, true],
  ["neither, but a Referer", { Referer: `${publicOrigin}/vault` }, false, true],
];

describe.each(["POST", "PUT", "DELETE", "PATCH"])("%s", (method) => {
  test.each(table)("from %s", (_, headers, withCookie, anonymous) => {
    const sent = request(headers, method);
    expect(outcome(assertSameOrigin, sent, publicOrigin)).toBe(withCookie ? "passes" : "CROSS_ORIGIN");
    expect(outcome(assertNotCrossOrigin, sent, publicOrigin)).toBe(anonymous ? "passes" : "CROSS_ORIGIN");
  });
});

describe.each(["GET", "HEAD", "OPTIONS"])(
  "%s changes nothing and passes, unless another site sends it with a cookie",
  (method) => {
    test.each(table)("from %s", (_, headers) => {
      const fromOther = ["same-site", "cross-site"].includes(headers["Sec-Fetch-Site"] ?? "");
      expect(outcome(assertSameOrigin, request(headers, method), publicOrigin)).toBe(
        fromOther ? "CROSS_ORIGIN" : "passes",
      );
      expect(outcome(assertNotCrossOrigin, request(headers, method), publicOrigin)).toBe("passes");
    });
  },
);

describe("without a public address the Host decides", () => {
  test.each<[string, string, string, boolean]>([
    ["localhost", "localhost:3000", "http://localhost:3000", true],
    ["an address", "127.0.0.1:3000", "http://127.0.0.1:3000", true],
    ["an IPv6 address", "[::1]:3000", "http://[::1]:3000", true],
    ["another port of this machine, where another program answers", "localhost:3000", "http://localhost:4000", false],
    ["another spelling of this machine", "localhost:3000", "http://127.0.0.1:3000", false],
    ["no port against the default one", "vault.example.com", "https://vault.example.com:443", true],
  ])("%s", (_, host, origin, passes) => {
    expect(outcome(assertSameOrigin, request({ Host: host, Origin: origin }), undefined)).toBe(
      passes ? "passes" : "CROSS_ORIGIN",
    );
  });

  test("a public address is enough if a proxy rewrites the Host", () => {
    const sent = request({ Host: "app:3000", Origin: publicOrigin });
    expect([outcome(assertSameOrigin, sent, publicOrigin), outcome(assertSameOrigin, sent, undefined)]).toEqual([
      "passes",
      "CROSS_ORIGIN",
    ]);
  });
});
