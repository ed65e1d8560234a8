import { describe, expect, test } from "vitest";
import * as letters from "@/lib/mail/letters";
import type { Letter } from "@/lib/mail/letter";
import { htmlOf } from "@/lib/mail/letter-html";
import { textOf } from "@/lib/mail/letter-text";

const site = { origin: "https://vault.example.com" };
const hostile = '<img src="https://evil.example/x">\r\nBcc: eve@example.com\u2028\u202e';
const told: letters.Told = {
  at: new Date("2026-03-01T09:30:00Z"),
  device: hostile,
  address: "192.0.2.7",
  objectName: hostile,
  vault: hostile,
};
const due = [
  {
    team: null,
    kind: "entry",
    name: hostile,
    reason: "rotate",
    dueAt: "2026-02-28T09:30:00.000Z",
    path: "/?rotate=e1",
  },
  { team: "Payments", kind: "access-key", name: "ci", reason: "expires", dueAt: "2026-03-20T09:30:00.000Z" },
] as const;
const role = "reader";
const expiresAt = new Date("2026-03-04T09:30:00Z");
const now = Date.parse("2026-03-01T09:30:00Z");

/** One of each, with names that somebody chose to do harm. */
const all: Record<string, Letter> = {
  forgottenPassword: letters.forgottenPassword(site, { token: "not-a-real-token", minutes: 30 }),
  confirmEmail: letters.confirmEmail(site, { token: "not-a-real-token", email: "ada@example.com", expiresAt }),
  emailAsked: letters.emailAsked(site, { email: "ada@example.com" }),
  emailChanged: letters.emailChanged(site, { email: "ada@example.com" }),
  invitation: letters.invitation(site, { token: "t", team: hostile, inviter: hostile, role, expiresAt }),
  newSignIn: letters.newSignIn(site, told),
  accountChanged: letters.accountChanged(site, "account.passkey-add", told) ?? expect.fail("it is told"),
  ...Object.fromEntries(
    ["account.recovery-codes", "account.identity-link", "account.mail"].map((action) => [
      action,
      letters.accountChanged(site, action, told) ?? expect.fail("it is told"),
    ]),
  ),
  canaryTried: letters.canaryTried(site, told),
  webhookDisabled: letters.webhookDisabled(site, told),
  digest: letters.digest(site, { due, more: 3 }, now),
};

describe.each(Object.entries(all))("the letter %s", (_, letter) => {
  test("has a subject of one line, whatever names say", () => {
    expect(letter.subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]{1,400}$/u);
  });

  test("says the same as text and as HTML", () => {
    const [text, html] = [textOf(letter), htmlOf(letter)];
    const said = [
      letter.heading,
      ...letter.paragraphs,
      ...(letter.facts ?? []).flat(),
      ...(letter.list ?? []).flatMap(({ title, about, url }) => [title, about, ...(url ? [url] : [])]),
      ...(letter.action ? [letter.action.url] : []),
      ...letter.closing,
    ];
    for (const one of said) {
      expect(text).toContain(one);
      expect(html).toContain(
        one.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
      );
    }
  });

  test("loads nothing from anywhere, runs nothing, and leads nowhere but to this vault", () => {
    const html = htmlOf(letter);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|form|input)\b|url\(|@import/i);
    const targets = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url = ""]) => url);
    expect(targets.every((url) => url.startsWith("https://vault.example.com/"))).toBe(true);
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

test("a link's token stands behind the #, where no server on the way sees it", () => {
  expect([all.forgottenPassword, all.confirmEmail, all.invitation].map((letter) => letter?.action?.url)).toEqual([
    "https://vault.example.com/reset-password#not-a-real-token",
    "https://vault.example.com/confirm-email#not-a-real-token",
    "https://vault.example.com/invitation#t",
  ]);
});

test("a digest says what each thing is, and when", () => {
  expect(all.digest?.subject).toBe("5 items are due in your vault");
  expect(all.digest?.list?.map(({ about }) => about)).toEqual([
    "Entry, to be replaced by 28 February 2026, overdue",
    "Access key, expires on 20 March 2026 · team Payments",
    "The vault lists them all.",
  ]);
  expect(all.digest?.list?.map(({ url }) => url)).toEqual([
    "https://vault.example.com/?rotate=e1",
    undefined,
    undefined,
  ]);
  expect(letters.digest(site, { due: [due[1]], more: 0 }, now).subject).toBe("1 item is due in your vault");
});

test("a long name is shortened", () => {
  const letter = letters.canaryTried(site, { ...told, objectName: "ü".repeat(300) });
  expect(letter.subject).toBe(`Somebody tried the canary ${"ü".repeat(120)}…`);
});
