import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings, SettingsError } from "@/lib/env";
import { refusedBy } from "../support/http/refused";

const all = {
  AUTH_OIDC_ISSUER: "https://login.example.com",
  AUTH_OIDC_CLIENT_ID: "vault",
  AUTH_OIDC_CLIENT_SECRET: "not-a-real-secret",
  AUTH_OIDC_NAME: "Example",
};

const refusalOf = (source: Record<string, string>) => refusedBy(SettingsError, () => readSettings(source));

describe("the settings of single sign-on", () => {
  test("are accepted together", () => {
    expect(readSettings(all)).toMatchObject(all);
  });

  test.each(Object.keys(all))("stop the start if only %s is missing, and reveal nothing of the secret", (name) => {
    const message = refusalOf({ ...all, [name]: "" });
    expect(message).toBe(
      `The setting ${name} is wrong: it is not set, though another of the OIDC settings is: set all of ${Object.keys(all).join(", ")}, or none.`,
    );
    expect(message).not.toContain("not-a-real-secret");
  });

  test("may have the secret in a file; an empty file counts as none", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "vault-settings-"));
    const file = path.join(folder, "secret");
    const { AUTH_OIDC_CLIENT_SECRET: secret, ...rest } = all;
    writeFileSync(file, `${secret}\n`);
    expect(readSettings({ ...rest, AUTH_OIDC_CLIENT_SECRET_FILE: file })).toMatchObject(all);
    writeFileSync(file, "\n");
    expect(refusalOf({ ...rest, AUTH_OIDC_CLIENT_SECRET_FILE: file })).toBe(
      "The setting AUTH_OIDC_CLIENT_SECRET is wrong: it must not be empty.",
    );
    rmSync(folder, { recursive: true });
  });

  test.each([
    "https://login.example.com/realms/one",
    "https://login.example.com:8443/",
    "http://localhost:8080",
    "http://127.0.0.1:8080/x",
    "http://[::1]:8080",
  ])("%s may be the issuer", (issuer) => {
    expect(readSettings({ ...all, AUTH_OIDC_ISSUER: issuer }).AUTH_OIDC_ISSUER).toBe(issuer);
  });

  test.each([
    "http://login.example.com",
    "http://localhost.example.com",
    "login.example.com",
    "ftp://localhost",
    "https://login.example.com?x=1",
    "https://login.example.com/#x",
    "https://ada:not-a-real-password@login.example.com",
  ])("%s may not be the issuer: tokens go there", (issuer) => {
    expect(refusalOf({ ...all, AUTH_OIDC_ISSUER: issuer })).toBe(
      "The setting AUTH_OIDC_ISSUER is wrong: it must be an https address without query, such as https://login.example.com (http only for this machine itself).",
    );
  });

  test.each([" ", "x".repeat(41)])("a name of %j is refused: it appears on a button", (name) => {
    expect(refusalOf({ ...all, AUTH_OIDC_NAME: name })).toMatch(/^The setting AUTH_OIDC_NAME is wrong: it must /);
  });
});
