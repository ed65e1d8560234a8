import { afterAll, beforeAll, expect, test } from "vitest";
import { signInMethods } from "@/lib/identity/sign-in-methods";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

test("the sign-in page learns which methods there are", () => {
  const { settings } = own;
  expect(signInMethods()).toEqual({
    password: true,
    registration: true,
    mail: false,
    provider: null,
    secondFactorRequired: false,
  });
  settings.AUTH_REGISTRATION = "closed";
  expect(signInMethods()).toEqual({
    password: true,
    registration: false,
    mail: false,
    provider: null,
    secondFactorRequired: false,
  });
  Object.assign(settings, { AUTH_REGISTRATION: "open", AUTH_PASSWORD_LOGIN: false, AUTH_SECOND_FACTOR: "required" });
  expect(signInMethods()).toEqual({
    password: false,
    registration: false,
    mail: false,
    provider: null,
    secondFactorRequired: true,
  });
});

test("a provider is one of them once all of its settings are given", () => {
  const { settings } = own;
  const names = ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET", "AUTH_OIDC_NAME"] as const;
  Object.assign(settings, {
    AUTH_OIDC_ISSUER: "https://login.example.com",
    AUTH_OIDC_CLIENT_ID: "vault",
    AUTH_OIDC_CLIENT_SECRET: "not-a-real-secret",
    AUTH_OIDC_NAME: "Example Login",
  });
  expect(signInMethods().provider).toBe("Example Login");
  for (const name of names) {
    const set = settings[name];
    settings[name] = undefined;
    expect([name, signInMethods().provider]).toEqual([name, null]);
    settings[name] = set;
  }
});
