import { expect, test } from "vitest";
import { isMadeOfContextWords } from "@/lib/identity/passwords/context-words";

const owner = { email: "ada.lovelace@analytical-engine.example", name: "Ada King" };

test.each([
  "secretsvault",
  "My-Vault-2026!",
  "VAULT of Secrets",
  "svc-svc-svc-1",
  "ada.lovelace",
  "Lovelace1815",
  "lovelaceADA!!",
  "ada@analytical-engine.example",
  "engine+analytical=42",
  "KingKingKing",
  "ｖａｕｌｔ１２３４５６",
  "xy-lovelace-z",
])("%s is little more than words that anybody would try", (password) => {
  expect(isMadeOfContextWords(password, owner)).toBe(true);
});

test.each([
  "correct horse vault battery",
  "lovelace-and-babbage",
  "1234567890",
  "xyz",
  "not-a-real-password",
  "пароль-vault",
  "adaptable-monkeys",
])("%s is more, or something else", (password) => {
  expect(isMadeOfContextWords(password, owner)).toBe(false);
});

test("words of one or two letters don't count, and neither does a missing name", () => {
  expect(isMadeOfContextWords("bobobobobo", { email: "bo@x.yz", name: null })).toBe(false);
  expect(isMadeOfContextWords("lovelace-1815", { email: "" })).toBe(false);
});
