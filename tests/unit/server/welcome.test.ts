import { describe, expect, test } from "vitest";
import { readSettings } from "@/lib/env";
import type { Prepared } from "@/lib/runtime/prepare";
import { welcome } from "@/lib/server/welcome";

const prepared: Prepared = {
  lock: { release: () => {} },
  database: "vault.db",
  migrations: [],
  madeMasterKey: false,
  envelope: 2,
  hasAccounts: true,
};
const told = (settings: Record<string, string>, but: Partial<Prepared> = {}) =>
  welcome(readSettings(settings), { ...prepared, ...but }, 3000);
const provider = {
  AUTH_OIDC_ISSUER: "https://login.example.com",
  AUTH_OIDC_CLIENT_ID: "vault",
  AUTH_OIDC_CLIENT_SECRET: "not-a-real-secret",
  AUTH_OIDC_NAME: "Example",
};
const open = "anyone who can reach it can register";

describe("a start warns", () => {
  test.each([
    ["on all interfaces", { HOST: "0.0.0.0" }],
    ["behind a proxy on this machine", { NEXTAUTH_URL: "https://vault.example.com" }],
    ["behind a proxy that is believed", { TRUSTED_PROXIES: "127.0.0.1" }],
  ])("of open registration where others reach it: %s", (_, settings) => {
    expect(told(settings)).toContain(open);
    expect(told({ ...settings, AUTH_REGISTRATION: "closed" })).not.toContain("warning");
  });

  test("not where only this machine does", () => {
    expect(told({})).not.toContain("warning");
    expect(told({ NEXTAUTH_URL: "http://localhost:3000" })).not.toContain("warning");
  });

  test("of names that are no settings", () => {
    const misspelled = [{ name: "AUTH_REGISTRAION", meant: "AUTH_REGISTRATION" }];
    expect(welcome(readSettings({}), prepared, 3000, misspelled)).toMatch(
      /warning +AUTH_REGISTRAION is no setting, and does nothing: AUTH_REGISTRATION is one\n$/,
    );
  });

  test("if nobody can sign in", () => {
    expect(told({ AUTH_PASSWORD_LOGIN: "false" })).toMatch(/warning +nobody can sign in/);
    expect(told({ AUTH_PASSWORD_LOGIN: "false", ...provider })).not.toContain("warning");
  });

  test("if registration is closed before there is an account, and says how to get one", () => {
    const closed = { AUTH_REGISTRATION: "closed" };
    expect(told(closed, { hasAccounts: false })).toMatch(
      /warning +there is no account yet, and registration is closed: add one with svc-admin user add you@example\.com\n$/,
    );
    // An account with a password would be none that can sign in.
    expect(told({ ...closed, ...provider, AUTH_PASSWORD_LOGIN: "false" }, { hasAccounts: false })).toMatch(
      /warning +there is no account yet, and registration is closed: set AUTH_REGISTRATION=open until yours exists\n$/,
    );
    expect(told({ ...closed, AUTH_PASSWORD_LOGIN: "false" }, { hasAccounts: false }).match(/warning/g)).toHaveLength(1);
    expect(told(closed)).not.toContain("warning");
    expect(told({}, { hasAccounts: false })).not.toContain("warning");
  });
});

test("an IPv6 address is in brackets, so that the address can be opened", () => {
  expect(told({ HOST: "2001:db8::1" })).toContain("open at http://[2001:db8::1]:3000\n");
});
