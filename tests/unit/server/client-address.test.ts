import type { IncomingMessage } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { clientAddress } from "@/lib/server/client-address";

const settings = vi.hoisted(() => ({ TRUSTED_PROXIES: [] as string[] }));
vi.mock("@/lib/runtime", () => ({ runtime: () => ({ settings }) }));
afterEach(() => {
  settings.TRUSTED_PROXIES = [];
});

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  clientAddress({ headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded }, socket: { remoteAddress } } as unknown as IncomingMessage);

test("without a trusted proxy it is the peer, whatever the header says", () => {
  expect(from("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  expect(from("127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  expect(from("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(from(undefined)).toBe("");
});

test.each<[name: string, peer: string, forwarded: string | undefined, address: string]>([
  ["whom a trusted proxy names", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["whom it names last: what stands before was sent by the client", "10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"],
  ["behind a chain of trusted proxies the first that is none", "10.0.0.1", "192.0.2.66, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
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
