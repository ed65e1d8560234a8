import type { IncomingMessage } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { isForKnownHost } from "@/lib/server/request/known-host";

type Named = { HOST: string; NEXTAUTH_URL?: string; TRUSTED_PROXIES: string[] };
const own = vi.hoisted(() => ({ settings: { HOST: "127.0.0.1", TRUSTED_PROXIES: [] } as Named }));
vi.mock("@/lib/runtime", () => ({ runtime: () => own }));
beforeEach(() => {
  own.settings = { HOST: "127.0.0.1", TRUSTED_PROXIES: [] };
});

const isKnown = (host: string | undefined, { at = "127.0.0.1", from = "127.0.0.1" } = {}) =>
  isForKnownHost({
    headers: host === undefined ? {} : { host },
    socket: { localAddress: at, remoteAddress: from },
  } as unknown as IncomingMessage);

test("over loopback, localhost and loopback addresses are known, on any port, and no other name or address", () => {
  for (const host of ["localhost", "LOCALHOST:1", "127.0.0.1", "127.9.9.9:3000", "[::1]:3000", undefined])
    for (const at of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect([host, isKnown(host, { at })]).toEqual([host, true]);
  for (const host of [
    "rebound.example",
    "localhost.rebound.example",
    "127.0.0.1.rebound.example",
    "192.0.2.1",
    "0.0.0.0",
    "xlocalhost",
  ])
    for (const at of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect([host, isKnown(host, { at })]).toEqual([host, false]);
});

test("so are the hosts in the settings: NEXTAUTH_URL's, on any port, and HOST", () => {
  expect(isKnown("vault.example")).toBe(false);
  own.settings = { ...own.settings, NEXTAUTH_URL: "https://vault.example", HOST: "box.internal" };
  for (const host of ["vault.example", "vault.example:8443", "VAULT.example", "box.internal:3000"])
    expect([host, isKnown(host)]).toEqual([host, true]);
  for (const host of ["other.example", "a.vault.example"]) expect([host, isKnown(host)]).toEqual([host, false]);
  own.settings = { HOST: "127.0.0.1", TRUSTED_PROXIES: [] };
  expect(isKnown("vault.example")).toBe(false);
});

test("a trusted proxy is responsible for the names that it passes on; a neighbour that is not trusted is not", () => {
  own.settings.TRUSTED_PROXIES = ["127.0.0.2"];
  expect([isKnown("vault.example", { from: "127.0.0.2" }), isKnown("vault.example", { from: "127.0.0.1" })]).toEqual([
    true,
    false,
  ]);
});

test("requests over a network are answered under any name", () => {
  for (const at of ["192.0.2.1", "10.0.0.5", "fd00::1", ""])
    expect(isKnown("vault.example", { at, from: "192.0.2.9" })).toBe(true);
});
