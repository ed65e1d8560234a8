import { describe, expect, test } from "vitest";
import { proxyFor } from "../../../../packages/svc/src/vault/proxy";

const vault = new URL("https://vault.example.com");
const proxy = "http://proxy.example.com:3128";
const through = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href ?? null;

describe("the proxy for an address", () => {
  test.each([
    ["https://vault.example.com", { HTTPS_PROXY: proxy }, `${proxy}/`],
    ["https://vault.example.com", { https_proxy: proxy, HTTPS_PROXY: "http://other.example.com" }, `${proxy}/`],
    ["https://vault.example.com", { HTTPS_PROXY: "proxy.example.com:3128" }, `${proxy}/`],
    ["https://vault.example.com", { HTTP_PROXY: proxy }, null],
    ["https://vault.example.com", { HTTPS_PROXY: "" }, null],
    ["http://vault.home.arpa", { HTTP_PROXY: proxy, HTTPS_PROXY: "http://other.example.com" }, `${proxy}/`],
    // As CGI programs get it from a request's header.
    ["http://vault.home.arpa", { HTTP_PROXY: proxy, REQUEST_METHOD: "GET" }, null],
    ["http://vault.home.arpa", { http_proxy: proxy, REQUEST_METHOD: "GET" }, `${proxy}/`],
    ["http://127.0.0.1:3000", { HTTP_PROXY: proxy }, null],
    ["https://localhost:3000", { HTTPS_PROXY: proxy }, null],
    ["https://[::1]:3000", { HTTPS_PROXY: proxy }, null],
  ])("%s with %j is %s", (url, env, expected) => {
    expect(through(url, env)).toBe(expected);
  });

  test.each([
    "*",
    "vault.example.com",
    "example.com",
    ".example.com",
    "*.example.com",
    "EXAMPLE.COM",
    "other.test, example.com",
    "vault.example.com:443",
  ])("NO_PROXY=%s excludes vault.example.com", (list) => {
    expect(proxyFor(vault, { HTTPS_PROXY: proxy, NO_PROXY: list })).toBeNull();
    expect(proxyFor(vault, { HTTPS_PROXY: proxy, no_proxy: list })).toBeNull();
  });

  test.each(["", "ample.com", "vault.example", "vault.example.com:8443", "10.0.0.0/8", "a.vault.example.com"])(
    "NO_PROXY=%s does not",
    (list) => {
      expect(proxyFor(vault, { HTTPS_PROXY: proxy, NO_PROXY: list })?.host).toBe("proxy.example.com:3128");
    },
  );

  test.each([
    ["10.1.2.3", "10.1.2.3", true],
    ["10.1.2.3", "10.0.0.0/8", true],
    ["10.1.2.3", "10.2.0.0/16", false],
    ["10.1.2.3", "10.0.0.0/99", false],
    ["[fd00::1]", "fd00::/8", true],
    ["[fd00::1]", "[fd00::1]", true],
    ["[fd00::1]", "[fd00::1]:443", true],
    ["[fd00::1]", "10.0.0.0/8", false],
    ["10.1.2.3", "2.3", false],
  ])("%s with NO_PROXY=%s: excluded is %s", (host, list, isLeftOut) => {
    expect(proxyFor(new URL(`https://${host}`), { HTTPS_PROXY: proxy, NO_PROXY: list }) === null).toBe(isLeftOut);
  });

  test.each([
    "socks5://127.0.0.1:1080",
    "http://user:not-a-real-password@",
    "http://user:not-a-real-100%@proxy.test",
    "://",
  ])("%s is refused without repeating it", (text) => {
    const refusal = () => proxyFor(vault, { HTTPS_PROXY: text });
    expect(refusal).toThrow(/^HTTPS_PROXY is not a proxy that svc can use/);
    expect(refusal).not.toThrow(/not-a-real/);
  });
});
