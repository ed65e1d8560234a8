import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { siteOrigin } from "@/lib/http/site-origin";
import { cameByTls, clientAddress } from "@/lib/server/request/client-address";
import { NodeRequest } from "@/lib/server/request/node-request";

const settings = vi.hoisted(() => ({ TRUSTED_PROXIES: [] as string[], NEXTAUTH_URL: undefined }));
vi.mock("@/lib/runtime", () => ({ runtime: () => ({ settings }) }));
afterEach(() => {
  settings.TRUSTED_PROXIES = [];
});

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  clientAddress({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

test("without a trusted proxy it is the peer, whatever the header says", () => {
  expect(from("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  expect(from("127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  expect(from("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(from(undefined)).toBe("");
});

test.each<[name: string, peer: string, forwarded: string | undefined, address: string]>([
  ["whom a trusted proxy names", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  [
    "whom it names last: what stands before was sent by the client",
    "10.0.0.1",
    "192.0.2.66, 198.51.100.1",
    "198.51.100.1",
  ],
  [
    "behind a chain of trusted proxies the first that is none",
    "10.0.0.1",
    "192.0.2.66, 198.51.100.1, 10.9.9.9",
    "198.51.100.1",
  ],
  ["the outermost proxy when all are trusted", "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"],
  ["the proxy itself when it names nobody", "10.0.0.1", undefined, "10.0.0.1"],
  ["the proxy itself when what it names is no address", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
  ["not told by a peer outside the ranges", "11.0.0.1", "198.51.100.1", "11.0.0.1"],
  ["told by a proxy over IPv6", "fd00::1", "2001:db8::5", "2001:db8::5"],
  ["told by a single address that is trusted", "192.0.2.1", "198.51.100.1", "198.51.100.1"],
  ["not told by its neighbour", "192.0.2.2", "198.51.100.1", "192.0.2.2"],
  ["told by an IPv4 proxy as IPv6 sockets spell it", "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
])("it is %s", (_, peer, forwarded, address) => {
  settings.TRUSTED_PROXIES = ["10.0.0.0/8", "fd00::/8", "192.0.2.1"];
  expect(from(peer, forwarded)).toBe(address);
});

describe("a claim that a request came over TLS", () => {
  const byTls = (remoteAddress: string, proto: string | undefined) =>
    cameByTls({
      headers: proto === undefined ? {} : { "x-forwarded-proto": proto },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);

  test.each(["127.0.0.1", "::1", "::ffff:172.18.0.2", "10.1.2.3", "192.168.1.1", "169.254.1.1", "fd12::1", "fe80::1"])(
    "is believed from %s, a neighbour, if no proxy is configured",
    (peer) => {
      expect([byTls(peer, "https"), byTls(peer, "http"), byTls(peer, "HTTPS"), byTls(peer, undefined)]).toEqual([
        true,
        false,
        false,
        false,
      ]);
    },
  );

  test.each(["203.0.113.7", "172.32.0.1", "192.169.0.1", "2001:db8::1", "::ffff:203.0.113.7", ""])(
    "is not believed from %s, which is not a neighbour",
    (peer) => {
      expect(byTls(peer, "https")).toBe(false);
    },
  );

  test("is not needed at the vault's own TLS port, whoever sent it", () => {
    const own = (headers: Record<string, string>) =>
      cameByTls({ headers, socket: { encrypted: true, remoteAddress: "203.0.113.7" } } as unknown as IncomingMessage);
    settings.TRUSTED_PROXIES = ["10.0.0.1"];
    expect([own({}), own({ "x-forwarded-proto": "http" })]).toEqual([true, true]);
  });

  test("is believed from trusted proxies only, if there are some", () => {
    settings.TRUSTED_PROXIES = ["10.0.0.1", "203.0.113.0/24"];
    expect(["10.0.0.1", "203.0.113.7", "10.0.0.2", "127.0.0.1"].map((peer) => byTls(peer, "https"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("links that a request's own browser gets, without NEXTAUTH_URL,", () => {
  const originFor = (socket: object, headers: Record<string, string> = {}) => {
    const given = { host: "vault.example.com:3443", ...headers };
    const incoming = { headers: given, rawHeaders: Object.entries(given).flat(), socket } as unknown as IncomingMessage;
    return siteOrigin((name) => new NodeRequest(incoming, {} as ServerResponse).headers.get(name));
  };

  test("lead to https where the vault has a certificate of its own", () => {
    const encrypted = { encrypted: true, remoteAddress: "203.0.113.7" };
    expect(originFor(encrypted)).toBe("https://vault.example.com:3443");
    expect(originFor(encrypted, { "x-forwarded-proto": "http" })).toBe("https://vault.example.com:3443");
  });

  test("lead where the proxy says that they came, if it is one to believe", () => {
    const claim = { "x-forwarded-proto": "https" };
    expect(originFor({ remoteAddress: "127.0.0.1" }, claim)).toBe("https://vault.example.com:3443");
    expect(originFor({ remoteAddress: "203.0.113.7" }, claim)).toBe("http://vault.example.com:3443");
    expect(originFor({ remoteAddress: "127.0.0.1" })).toBe("http://vault.example.com:3443");
  });
});
