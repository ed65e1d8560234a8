import { afterAll, beforeAll, expect, test } from "vitest";
import { originsOf, siteOf } from "@/lib/identity/site";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const sentTo = (host: string | undefined) => siteOf((name) => (name === "host" ? host : undefined));

test("passkeys belong to the requested host, with either scheme", () => {
  expect(sentTo("localhost:3000")).toEqual({
    rpId: "localhost",
    origins: ["https://localhost:3000", "http://localhost:3000"],
  });
  expect(sentTo("vault.example.com")).toEqual({
    rpId: "vault.example.com",
    origins: ["https://vault.example.com", "http://vault.example.com"],
  });
});

test("if the public address is set, they belong to that, whatever the request says", () => {
  own.settings.NEXTAUTH_URL = "https://vault.example.com:8443";
  for (const host of ["localhost:3000", "elsewhere.example", undefined])
    expect(sentTo(host)).toEqual({ rpId: "vault.example.com", origins: ["https://vault.example.com:8443"] });
  own.settings.NEXTAUTH_URL = undefined;
});

test("a request without a host counts as one to this machine, since browsers allow passkeys over plain HTTP only there", () => {
  expect(sentTo(undefined)).toEqual({ rpId: "localhost", origins: ["https://localhost", "http://localhost"] });
});

test("a passkey works at its own origin; with a public address only there; without either at the vault's own port or the host's default one", () => {
  const localhost = sentTo("localhost:9999");
  expect(originsOf({ origin: "http://localhost:3000" }, localhost)).toEqual(["http://localhost:3000"]);
  expect(originsOf({ origin: null }, localhost)).toEqual(["http://localhost:3000", "https://localhost"]);
  own.settings.NEXTAUTH_URL = "https://vault.example.com";
  for (const origin of [null, "https://former.example.com"])
    expect(originsOf({ origin }, sentTo("localhost:9999"))).toEqual(["https://vault.example.com"]);
  own.settings.NEXTAUTH_URL = undefined;
});
