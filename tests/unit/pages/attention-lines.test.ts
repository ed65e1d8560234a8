import { expect, test } from "vitest";
import { askedSignIns, attentionLines, type Known } from "@/app/(vault)/attention-lines";
import { expiryOf } from "@/components/access-keys/limits/expiry";
import { filterOf, queryOf } from "@/components/activity/filters/activity-filter";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Environment } from "@/lib/contracts/primitives";

const now = Date.parse("2026-03-10T12:00:00Z");
const recently = "2026-03-01T00:00:00.000Z";
let made = 0;
const entry = (category: string, name: string, environment: Environment | null = null, at = recently): ListedEntry => ({
  id: `entry-${++made}`,
  categoryId: category,
  name,
  environment,
  notes: null,
  fieldNames: null,
  expiresAt: null,
  rotateEveryDays: null,
  valueChangedAt: at,
  createdAt: at,
  updatedAt: at,
  version: 1,
  category: { name: category, keyType: "simple", envVarName: "A", icon: null },
});
const key = (fields: Partial<AccessKey>): AccessKey => ({
  id: "key",
  name: "CI",
  keyPrefix: "svc_x",
  scopes: ["entries:read"],
  projects: null,
  environments: null,
  addresses: null,
  revealsPerDay: null,
  canary: false,
  makerId: null,
  expiresAt: "2027-01-01T00:00:00.000Z",
  previousKeyExpiresAt: null,
  lastUsedAt: recently,
  createdAt: recently,
  ...fields,
});
const told = (known: Partial<Known>) =>
  attentionLines(
    { reminders: [], entries: [], accessKeys: [], refusedSignIns: 0, drifted: [], mayReplace: true, ...known },
    now,
  ).map(({ text, about, href }) => [text, about, href]);

test("a vault with nothing to do has no lines", () => {
  const entries = [entry("Stripe", "billing", "production"), entry("Stripe", "billing", "staging")];
  expect(told({ entries, accessKeys: [key({})] })).toEqual([]);
});

test("what is due leads to the card that replaces it, or to the entry for those who may only read", () => {
  const due = { id: "e1", name: "billing", dueAt: "2026-03-12T00:00:00.000Z" };
  const entry = { ...due, kind: "entry", reason: "rotate", categoryName: "Stripe", environment: "production" } as const;
  const key = { ...due, kind: "access-key", name: "CI", reason: "expires", dueAt: "2026-03-01T00:00:00.000Z" } as const;
  expect(told({ reminders: [entry, key] })).toEqual([
    ["Stripe · billing · Production", "Due in 2 days: replace the value", "/?rotate=e1"],
    ["Access key CI", "Expired 9 days ago", "/access-keys"],
  ]);
  expect(told({ reminders: [entry], mayReplace: false })[0]?.[2]).toBe("/vault?entry=e1");
});

test("a key expires on the day that it does here, as the list of keys says, also where UTC is a day ahead", () => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "America/New_York";
  try {
    const tonight = new Date(2026, 2, 10, 23, 59, 59, 999).toISOString();
    const reminder = { kind: "access-key", id: "k1", name: "CI", reason: "expires", dueAt: tonight } as const;
    expect(tonight.slice(0, 10)).toBe("2026-03-11");
    expect(told({ reminders: [reminder] })).toEqual([["Access key CI", "Expires today", "/access-keys"]]);
    expect(expiryOf({ expiresAt: tonight }, now).text).toBe("Expires today");
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test("env files that hold former values, or links that can't be resolved, lead to the file", () => {
  const file = { projectId: "p1", project: "billing", fileType: "env.production" } as const;
  const drifted = [
    { ...file, former: 1, unresolved: 0 },
    { ...file, fileType: "env", former: 3, unresolved: 1 },
    { ...file, fileType: "env.local", former: 0, unresolved: 2 },
  ] as const;
  expect(told({ drifted })).toEqual([
    ["billing · .env.production", "Holds a former value", "/envs/p1?file=env.production"],
    ["billing · .env", "1 link can’t be resolved · Holds 3 former values", "/envs/p1?file=env"],
    ["billing · .env.local", "2 links can’t be resolved", "/envs/p1?file=env.local"],
  ]);
});

test("variables are missing in production only where the project uses it, and no value stands for all", () => {
  const entries = [
    entry("A", "billing", "production"),
    entry("B", "billing", "staging"),
    entry("C", "billing", "development"),
    entry("D", "billing"),
    entry("A", "shop", "staging"),
  ];
  expect(told({ entries })).toEqual([["billing · 2 variables", "Missing in production", "/projects/billing"]]);
});

test("entries of one category, project and environment are duplicates", () => {
  const entries = [entry("A", "billing", "staging"), entry("A", "billing", "staging"), entry("A", "billing")];
  expect(told({ entries })).toEqual([
    ["A · billing · Staging", "Duplicated: 2 entries", `/vault?entry=${entries[0]?.id}`],
  ]);
});

test("a variable that entries of two categories set in one place is told, be it a group's field", () => {
  const group: ListedEntry = {
    ...entry("PostgreSQL", "billing", "staging"),
    fieldNames: ["A", "PGHOST"],
    category: { name: "PostgreSQL", keyType: "group", envVarName: null, icon: null },
  };
  const entries = [entry("Stripe", "billing", "staging"), group, entry("Stripe", "billing"), entry("Other", "shop")];
  expect(told({ entries })).toEqual([["A · billing · Staging", "Set by 2 entries", `/vault?entry=${entries[0]?.id}`]]);
});

test("access keys are told that nobody used for 90 days or that never expire, but no canary", () => {
  const old = "2025-12-01T00:00:00.000Z";
  const accessKeys = [
    key({ lastUsedAt: old }),
    key({ lastUsedAt: null, createdAt: old }),
    key({ lastUsedAt: null }),
    key({ expiresAt: null }),
    key({ expiresAt: null, canary: true, lastUsedAt: old }),
  ];
  expect(told({ accessKeys })).toEqual([
    ["2 access keys", "Not used for 90 days", "/access-keys"],
    ["1 access key", "No expiry date", "/access-keys"],
  ]);
});

test("refused sign-ins and old values are counted, and many lines of a kind end in a number", () => {
  const entries = Array.from({ length: 7 }, (_, index) => entry("A", `p${index}`, null, "2024-01-01T00:00:00.000Z"));
  expect(told({ entries: [...entries, ...entries], refusedSignIns: 3 })).toEqual([
    ["3 sign-ins were refused", "In the last 7 days", "/activity?action=session.sign-in&outcome=refused&since=7d"],
    ...entries.slice(0, 4).map(({ id, name }) => [`A · ${name}`, "Duplicated: 2 entries", `/vault?entry=${id}`]),
    ["3 more", "Duplicated entries", "/vault"],
    ["14 values", "Older than a year", "/vault?age=old"],
  ]);
});

test("the line about refused sign-ins leads to those that were counted, and says when there may be more", () => {
  const lineOf = (refusedSignIns: number) => told({ refusedSignIns })[0] ?? [];
  const asked = askedSignIns(now);
  const [, , href = ""] = lineOf(1);
  expect({ ...queryOf(filterOf(new URL(href, "https://vault.example.com").searchParams), now), limit: 200 }).toEqual({
    ...asked,
    actorId: undefined,
    objectId: undefined,
  });
  expect(asked).toEqual({
    action: "session.sign-in",
    outcome: "refused",
    since: "2026-03-03T12:00:00.000Z",
    limit: 200,
  });
  expect(lineOf(1)[0]).toBe("1 sign-in was refused");
  expect(lineOf(199)[0]).toBe("199 sign-ins were refused");
  expect(lineOf(asked.limit)[0]).toBe("200 or more sign-ins were refused");
});

test("files that hold former values come last: they are known later than the rest, and must not move it", () => {
  const drifted = [{ projectId: "p1", project: "storefront", fileType: "env", former: 1, unresolved: 0 } as const];
  const lines = told({
    drifted,
    refusedSignIns: 1,
    entries: [entry("Stripe", "billing", "production"), entry("Stripe", "billing", "production")],
    accessKeys: [key({ expiresAt: null })],
  });
  expect(lines.map(([, about]) => about)).toEqual([
    "In the last 7 days",
    "Duplicated: 2 entries",
    "No expiry date",
    "Holds a former value",
  ]);
});
