import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { references, writtenReference } from "@/components/envs/editor/references";
import { keepableIn, linkKept, seemsSecret, withoutEntry } from "@/components/envs/keepable";
import { matchingOptions, referenceOptions } from "@/components/envs/editor/reference-options";
import { newProblems, problemsOf } from "@/components/envs/problems/problems";
import { findLinkable } from "@/components/references/linkable";
import { lookUpIn } from "@/components/references/look-up";
import { byCategory, linksAmong, referenceCount } from "@/components/references/links-among";
import { leavingWarning, partlyLookedUp, usedIn } from "@/components/references/uses-words";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { LinkingFile, VariableLink } from "@/lib/contracts/vault/references";
import { findReferences } from "@/lib/dotenv/find-references";

let made = 0;
const at = "2026-03-01T09:30:00.000Z";

function entryOf(category: string, name: string, fields: Partial<ListedEntry> = {}): ListedEntry {
  const id = `entry-${++made}`;
  return {
    id,
    categoryId: `category-${category}`,
    name,
    environment: null,
    notes: null,
    fieldNames: null,
    expiresAt: null,
    rotateEveryDays: null,
    valueChangedAt: at,
    createdAt: at,
    updatedAt: at,
    version: 1,
    category: { name: category, keyType: "simple", envVarName: null, icon: null },
    ...fields,
  };
}

const stripe = entryOf("Stripe", "billing", { environment: "production" });
const database = entryOf("PostgreSQL", "billing", { fieldNames: ["DB_USER", "DB_PASSWORD"] });
const twins = [entryOf("Twin", "shop"), entryOf("Twin", "shop")];
const entries = [stripe, database, ...twins];

test("a reference leads to the one entry of its names, or says why it does not", () => {
  const lookUp = lookUpIn(entries);
  expect(lookUp("svc://Stripe/billing/production")).toEqual({ kind: "entry", entry: stripe, field: null });
  expect(lookUp("svc://PostgreSQL/billing/-/DB_USER")).toEqual({ kind: "entry", entry: database, field: "DB_USER" });
  const reasons: [string, string][] = [
    ["svc://Stripe", "malformed"],
    ["svc://Stripe/billing/-", "missing"],
    ["svc://stripe/billing/production", "missing"],
    ["svc://Twin/shop/-", "ambiguous"],
    ["svc://PostgreSQL/billing/-", "field-missing"],
    ["svc://PostgreSQL/billing/-/DB_HOST", "no-such-field"],
    ["svc://Stripe/billing/production/KEY", "no-such-field"],
  ];
  for (const [reference, reason] of reasons) expect(lookUp(reference), reference).toEqual({ kind: "broken", reason });
});

test("a broken reference is a problem of its line, unless a later line replaces it or the vault's text has it too", () => {
  const lookUp = lookUpIn(entries);
  const text = "A=svc://Gone/x/-\nB=svc://Stripe/billing/production\nC=svc://Gone/y/-\nC=1\n";
  expect(problemsOf(text, lookUp).problems).toMatchObject([
    {
      line: 1,
      severity: "warning",
      message: expect.stringMatching(/^A links to an entry that doesn’t exist/) as string,
    },
    { line: 3, message: expect.stringMatching(/^C is set again on line 4/) as string },
  ]);
  expect(newProblems(text, "A=svc://Gone/x/-\n", lookUp).map(({ line }) => line)).toEqual([3]);
  expect(problemsOf("A=svc://Gone/x/-\n").problems).toEqual([]);
  expect(problemsOf("A=svc://Stripe/checkout\n", lookUp).problems).toMatchObject([
    { message: expect.stringContaining("write - where there is no environment") as string },
  ]);
});

test("a reference is found where it stands, in any quotes and with any line ends", () => {
  for (const [text, written] of [
    ["A=1\r\nB= svc://a/b/- # note\r\n", "svc://a/b/-"],
    ["A='x\r\ny'\nB=\"svc://a/b/-\"\n", '"svc://a/b/-"'],
    ["A=1\rexport B='svc://a/b/-'\r", "'svc://a/b/-'"],
  ] as const) {
    const [found, ...others] = findReferences(text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ name: "B", value: "svc://a/b/-" });
    expect(text.slice(found?.from, found?.to)).toBe(written);
  }
  expect(findReferences("# svc://a/b/-\nA=x svc://a/b/-\n")).toEqual([]);
});

const linkOf = (name: string, line: number, fields: Partial<VariableLink> = {}): VariableLink => ({
  name,
  line,
  state: "same",
  entryId: stripe.id,
  field: null,
  reference: "svc://Stripe/billing/production",
  changedAt: at,
  ...fields,
});

test("a value can be linked wherever its line has moved, and no longer once it was changed", () => {
  const saved = "A=one\nB=two\nC=three\n";
  const links = [linkOf("A", 1), linkOf("B", 2, { state: "outdated" }), linkOf("C", 3, { state: "plain" })];
  const found = (text: string) =>
    findLinkable(text, saved, links, lookUpIn(entries)).map(({ line, state }) => [line, state]);
  expect(found(saved)).toEqual([
    [1, "same"],
    [2, "outdated"],
  ]);
  expect(found("# new\nB='two'\nA=other\n")).toEqual([[2, "outdated"]]);
  expect(found("D=one\n")).toEqual([]);
});

test("what the vault says of another text, or a name that several entries share, is not offered", () => {
  const lookUp = lookUpIn(entries);
  expect(findLinkable("A=1\nB=2\n", "A=1\nB=2\n", [linkOf("B", 1)], lookUp)).toEqual([]);
  const shared = linkOf("A", 1, { entryId: twins[0]?.id ?? "", reference: "svc://Twin/shop/-" });
  expect(findLinkable("A=1\n", "A=1\n", [shared], lookUp)).toEqual([]);
  expect(findLinkable("A=1\n", "A=1\n", [linkOf("A", 1, { entryId: "another" })], lookUp)).toEqual([]);
});

test("completion offers what one reference leads to, the project's own entries first, by any words of their names", () => {
  const own = entryOf("Zapier", "shop", { environment: "production" });
  const options = referenceOptions([...entries, own], { project: "Shop", environment: "production" });
  expect(options.map(({ reference }) => reference)).toEqual([
    "svc://Zapier/shop/production",
    "svc://Stripe/billing/production",
    "svc://PostgreSQL/billing/-/DB_PASSWORD",
    "svc://PostgreSQL/billing/-/DB_USER",
  ]);
  const matched = (typed: string) => matchingOptions(options, typed).map(({ label }) => label);
  expect(matched("stripe/billing")).toEqual(["Stripe › billing"]);
  expect(matched("billing password")).toEqual(["PostgreSQL › billing · DB_PASSWORD"]);
  expect(matched("PROD")).toHaveLength(2);
  expect(matched("nothing like it")).toEqual([]);
});

test("the values of a file that seem secret become entries and then links; the others stay as they are", () => {
  const text =
    "API_KEY=sk_not_real_1\nAPI_KEY='sk_not_real_2'\nPORT=3000\nEMPTY=\nLINK=svc://Stripe/billing/production\n";
  const items = keepableIn(text, "shop", "production", []);
  const values = items.map(({ entry: { category, value } }) => ({ name: category, value }));
  expect(values).toEqual([
    { name: "API_KEY", value: "sk_not_real_2" },
    { name: "PORT", value: "3000" },
  ]);
  expect(values.map(seemsSecret)).toEqual([true, false]);
  expect(seemsSecret({ name: "DATABASE_URL", value: "postgresql://ada:not-real@db/shop" })).toBe(true);
  const made = entryOf("OpenAI", "shop", {
    environment: "production",
    category: { name: "OpenAI", keyType: "simple", envVarName: "API_KEY", icon: null },
  });
  const outcome = { action: "created", message: null, category: "OpenAI" } as const;
  expect(linkKept(text, items.slice(0, 1), [outcome], [made])).toEqual({
    text: text.replace("sk_not_real_2", "svc://OpenAI/shop/production"),
    linked: ["API_KEY"],
  });
  expect(linkKept(text, items.slice(0, 1), [outcome], [made, { ...made, id: "twin" }]).linked).toEqual([]);
});

test("a value that an entry has is linked to that entry, and only the others become new ones", () => {
  const saved = "STRIPE=sk_not_real_1\nNEW_KEY=sk_not_real_2\nOLD_KEY=sk_not_real_3\n";
  const links = [linkOf("STRIPE", 1), linkOf("NEW_KEY", 2, { state: "plain", entryId: null, reference: null })];
  const former = linkOf("OLD_KEY", 3, { state: "outdated" });
  const linkable = findLinkable(saved, saved, [...links, former], lookUpIn(entries));
  const items = keepableIn(saved, "shop", null, linkable);
  expect(items.map(({ entry, held }) => [entry.category, held?.entryId])).toEqual([
    ["STRIPE", stripe.id],
    ["NEW_KEY", undefined],
    // What it would link to is another value.
    ["OLD_KEY", undefined],
  ]);
  expect(withoutEntry(items).map(({ category }) => category)).toEqual(["NEW_KEY", "OLD_KEY"]);
  const made = entryOf("NEW_KEY", "shop", {
    category: { name: "NEW_KEY", keyType: "simple", envVarName: "NEW_KEY", icon: null },
  });
  const chosen = items.slice(0, 2);
  const outcomes = [{ action: "created", category: "NEW_KEY" }] as const;
  expect(linkKept(saved, chosen, outcomes, [...entries, made])).toEqual({
    text: "STRIPE=svc://Stripe/billing/production\nNEW_KEY=svc://NEW_KEY/shop/-\nOLD_KEY=sk_not_real_3\n",
    linked: ["STRIPE", "NEW_KEY"],
  });
  // It was renamed or deleted meanwhile, or another one has its names by now.
  expect(linkKept(saved, chosen, outcomes, [made]).linked).toEqual(["NEW_KEY"]);
  expect(linkKept(saved, chosen, outcomes, [{ ...stripe, id: "another" }, made]).linked).toEqual(["NEW_KEY"]);
});

test("where an entry is used is said in words", () => {
  const file = { projectId: "p", projectName: "billing", fileId: "f", fileType: "env" as const };
  const linked = { ...file, variables: [{ name: "A", line: 1, state: "linked" as const }] };
  const copied = { ...file, fileId: "g", variables: [{ name: "A", line: 1, state: "same" as const }] };
  const key = { id: "k", name: "deploy", reveals: true };
  expect(usedIn({ files: [linked, copied], keys: [key] })).toBe("Used in 2 files, 1 key.");
  expect(usedIn({ files: [], keys: [] })).toMatch(/^No env file links to it/);
});

test("what breaks once entries are gone is said in words, with how many of them are linked", () => {
  const linking = (fileId: string, ...entries: [entryId: string, references: number][]): LinkingFile => ({
    ...{ projectId: "p", projectName: "billing", fileId, fileType: "env" as const },
    entries: entries.map(([entryId, references]) => ({ entryId, references })),
  });
  const of = (count: number, files: LinkingFile[]) => leavingWarning(files, count, () => ".env", "moved");
  expect(leavingWarning([linking("f", ["a", 1])], 1, () => ".env", "deleted")).toBe(
    "billing’s .env links to it. Its link will be broken until you restore the entry or change it.",
  );
  expect(of(1, [])).toBeNull();
  expect(of(1, [linking("f", ["a", 1]), linking("g", ["a", 1])])).toBe(
    "billing’s .env and 1 other file link to it. Their links will be broken until you move the entry back or change them.",
  );
  expect(of(1, [linking("f", ["a", 2])])).toBe(
    "billing’s .env links to it. Its links will be broken until you move the entry back or change them.",
  );
  // Of several entries that go together.
  expect(of(2, [linking("f", ["a", 1])])).toBe(
    "billing’s .env links to one of them. Its link will be broken until you move the entries back or change it.",
  );
  expect(of(2, [linking("f", ["a", 1], ["b", 1])])).toBe(
    "billing’s .env links to them. Its links will be broken until you move the entries back or change them.",
  );
  expect(of(30, [linking("f", ["a", 1], ["b", 1]), linking("g", ["b", 4], ["c", 1])])).toBe(
    "billing’s .env and 1 other file link to 3 of them. Their links will be broken until you move the entries back or change them.",
  );
});

test("links to entries of several categories are found by category, and count once in each file", () => {
  const entries = ["a", "b", "c"].map((id) => ({ id, categoryId: id === "b" ? "two" : "one" }));
  expect(byCategory(["a", "b", "gone", "c"], entries)).toEqual([["a", "c"], ["b"], ["gone"]]);
  const file = { projectId: "p", projectName: "billing", fileType: "env" as const };
  const [a, b, other] = ["a", "b", "other"].map((entryId) => ({ entryId, references: 2 }));
  const found = [
    { ...file, fileId: "f", entries: [a, other] },
    { ...file, fileId: "g", entries: [other] },
    { ...file, fileId: "f", entries: [b] },
  ].map(({ entries, ...of }) => ({ ...of, entries: entries.flatMap((entry) => entry ?? []) }));
  const links = linksAmong(new Set(["a", "b"]), found);
  expect(links).toEqual([{ ...file, fileId: "f", entries: [a, b] }]);
  expect(referenceCount(links)).toBe(4);
});

test("what is being typed stays text until the cursor leaves it; what is completed is a chip at once", () => {
  const start = EditorState.create({ doc: "A=\nB=1\n", selection: { anchor: 2 }, extensions: references });
  const typed = start.update({
    changes: { from: 2, insert: "svc://a/b/-" },
    selection: { anchor: 13 },
    userEvent: "input.type",
  }).state;
  expect(writtenReference(typed)).toMatchObject({ name: "A", value: "svc://a/b/-" });
  expect(writtenReference(typed.update({ selection: { anchor: 5 } }).state)).toBeDefined();
  expect(writtenReference(typed.update({ selection: { anchor: 16 } }).state)).toBeUndefined();
  const completed = start.update({
    changes: { from: 2, insert: "svc://a/b/-" },
    selection: { anchor: 13 },
    userEvent: "input.complete",
  }).state;
  expect(writtenReference(completed)).toBeUndefined();
});

test("of many entries that leave a vault, it is said whose env files may link to them", () => {
  const one = { team: null, looked: 12, along: false, noneFound: true };
  expect(partlyLookedUp(one)).toBe(
    "Links to them from env files in your own vault will be broken. None leads to the 12 that were looked up; the others were not.",
  );
  expect(partlyLookedUp({ ...one, team: "Payments", along: true, noneFound: false })).toBe(
    "Links to them from other env files of Payments will be broken.",
  );
});
