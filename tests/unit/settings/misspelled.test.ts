import { expect, test } from "vitest";
import { misspelledIn } from "@/lib/settings/misspelled";

test.each([
  ["AUTH_REGISTRAION", "AUTH_REGISTRATION"],
  ["AUTH_REGISTARTION", "AUTH_REGISTRATION"],
  ["auth_registration", "AUTH_REGISTRATION"],
  ["NEXT_AUTH_URL", "NEXTAUTH_URL"],
  ["VAULT_MASTER_KEY_FILE", "VAULT_MASTER_KEYS_FILE"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
])("%s is taken for %s", (name, meant) => {
  expect(misspelledIn({ [name]: "x" })).toEqual([{ name, meant }]);
});

test("a setting is none of them, nor is what resembles one that is set, or another program's", () => {
  const environment = {
    AUTH_REGISTRATION: "closed",
    AUTH_REGISTRATIONS: "x",
    VAULT_MASTER_KEYS_FILE: "x",
    PATH: "x",
    HOME: "x",
    VAULT_ADDR: "x",
    XAI_API_KEY: "x",
    DATABASE_HOST: "x",
  };
  expect(misspelledIn(environment)).toEqual([]);
});
