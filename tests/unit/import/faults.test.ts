import { expect, test } from "vitest";
import { ImportEntry } from "@/lib/contracts/transfer/import";
import { CreateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { readImport } from "@/lib/import";

const faultsOf = (text: string) => readImport(text, { format: "csv", project: "mine" }).faults;
const table = (rows: number) => `name,value\n${"no name,x\n".repeat(rows)}`;

test("items that can't be imported are reported line by line, at most a thousand, and then that there are more", () => {
  const told = faultsOf(table(1_000));
  expect([told.length, told.at(-1)]).toEqual([
    1_000,
    { where: "line 1001 (no name)", message: "It has no variable name; NO_NAME would be one" },
  ]);
  for (const rows of [1_001, 50_000]) {
    const faults = faultsOf(table(rows));
    expect([faults.length, faults.at(-1)]).toEqual([
      1_001,
      {
        where: "further on",
        message: "More than 1,000 items can’t be imported: is this the right file?",
      },
    ]);
    expect(faults.slice(0, 1_000)).toEqual(told);
  }
});

test("names and notes are made valid: a space replaces characters that control a terminal or break a name's line", () => {
  const logins = 'title,username,password\n"Git\tHub\u001b[2J",ada,not-a-real-password\n';
  const variables = 'name,value,notes\nA,not-real,"two\nlines\u0007"\n';
  const entries = [logins, variables].flatMap(
    (csv) => readImport(csv, { format: "csv", project: "mine\u202e" }).entries,
  );
  expect(
    entries.map(({ category, name, notes }) =>
      [category, name, notes].map((text) => /[^\P{Cc}\n]|\u202e/u.test(text ?? "")),
    ),
  ).toEqual(entries.map(() => [false, false, false]));
  expect(entries.map(({ notes }) => notes)).toEqual([undefined, "two\nlines "]);
  expect(readImport("A=1", { format: "env", project: "mine\u001b[2J" }).entries[0]?.name).toBe("mine [2J");
});

test("a file may have 50,000 entries, and the rest is reported", () => {
  const { entries, faults } = readImport(`name,value\n${"NAME,x\n".repeat(50_002)}`, {
    format: "csv",
    project: "mine",
  });
  const message = "One import takes at most 50,000 entries: split the file";
  expect([entries.length, faults]).toEqual([
    50_000,
    [
      { where: "line 50002 (NAME)", message },
      { where: "line 50003 (NAME)", message },
    ],
  ]);
});

test.each(["auto", "env", "csv", "bitwarden"] as const)("an armored age file is no text of the format %s", (format) =>
  expect(readImport("\n-----BEGIN AGE ENCRYPTED FILE-----\nbm90IHJlYWw=\n", { format, project: "mine" })).toMatchObject(
    {
      entries: [],
      faults: [{ where: "the file", message: "It is an encrypted export (age): open it with its passphrase first" }],
    },
  ),
);

test.each(['{"name": ', "[1,", ' [{"a": 1}', "[", "\ufeff{"])("%j is told to be broken JSON", (text) =>
  expect(readImport(text, { project: "mine" }).faults).toEqual([
    { where: "the file", message: "It is not valid JSON" },
  ]),
);

test.each(["auto", "kubernetes"] as const)("a Kubernetes Secret in YAML is not read as .env, format %s", (format) =>
  expect(
    readImport("apiVersion: v1\ndata:\n  A: bm90IHJlYWw=\nkind: Secret\n", { format, project: "mine" }),
  ).toMatchObject({
    entries: [],
    faults: [{ where: "the file", message: "It is YAML: get it with kubectl get secret -o json" }],
  }),
);

test.each([
  'A=1\nMANIFEST="apiVersion: v1\nkind: Secret\n"\n',
  'name,value\nA,1\nMANIFEST,"apiVersion: v1\nkind: Secret\n"\n',
])("one within a variable's value is that value: %j", (text) => {
  const { entries, faults } = readImport(text, { project: "mine" });
  expect(entries.map(({ category, value }) => [category, value])).toEqual([
    ["A", "1"],
    ["MANIFEST", "apiVersion: v1\nkind: Secret\n"],
  ]);
  expect(faults).toEqual([]);
});

test("a section's title is no JSON: the lines below it are read as .env", () => {
  const { entries, faults } = readImport("[default]\nAWS_REGION=not-real\n", { project: "mine" });
  expect(entries).toHaveLength(1);
  expect(faults.map(({ message }) => message)).not.toContain("It is not valid JSON");
});

test("a link to an entry is told and not imported as if its text were the value, in whatever form it comes", () => {
  const message =
    "It is a link to an entry and not a value, so it is not imported; svc pull --resolve writes files with the values";
  for (const [format, text, where] of [
    ["env", "A=svc://Stripe/billing/production\nB=see svc://\nC=svc://host:80/\n", "line 1 (A)"],
    ["json", '{"A":"svc://Stripe/billing/production","B":"see svc://","C":"svc://host:80/"}', "A"],
  ] as const) {
    const { entries, faults } = readImport(text, { format, project: "mine" });
    expect(entries.map(({ envVarName }) => envVarName)).toEqual(["B", "C"]);
    expect(faults).toEqual([{ where, message }]);
  }
});

test("what the vault would not take is left out by name: one such item would have the whole import refused", () => {
  const emoji = (count: number) => "\u{1f511}".repeat(count);
  const read = (secret: object) =>
    readImport(
      JSON.stringify([
        { key: "A", value: "not-real" },
        { key: "B", value: "not-real", ...secret },
      ]),
      {
        format: "infisical",
        project: "mine",
      },
    );
  for (const [fits, exceeds, message] of [
    [{ key: "K".repeat(200) }, { key: "K".repeat(201) }, "Its name has more than 200 characters"],
    [{ comment: emoji(4_000) }, { comment: emoji(4_001) }, "Its notes have more than 4,000 characters"],
    [
      { comment: "n".repeat(4_000) },
      { comment: `${"n".repeat(4_000)}\n` },
      "Its notes have more than 4,000 characters",
    ],
    [{ value: "é".repeat(131_072) }, { value: "é".repeat(131_073) }, "Its value is larger than 256 KiB"],
    [{ value: emoji(1) }, { value: "\ud83d" }, "It holds half a character, which can’t be stored exactly"],
  ] as const) {
    const [all, rest] = [read(fits), read(exceeds)];
    expect([all.entries.length, all.faults]).toEqual([2, []]);
    for (const entry of all.entries) expect(ImportEntry.safeParse(entry).success).toBe(true);
    expect(rest.entries.map(({ category }) => category)).toEqual(["A"]);
    expect(rest.faults.map((fault) => fault.message)).toEqual([message]);
    expect(rest.faults[0]?.where.length).toBeLessThan(50);
  }
  const csv = (project: string) => readImport(`name,value,project\nA,not-real,${project}\n`, { project: "" });
  expect(csv("p".repeat(200)).entries).toHaveLength(1);
  expect(csv("p".repeat(201))).toMatchObject({
    entries: [],
    faults: [{ where: "A", message: "Its project’s name has more than 200 characters" }],
  });
  expect(csv("\u200b")).toMatchObject({
    entries: [],
    faults: [{ where: "A", message: "Its project’s name has nothing that can be seen" }],
  });
  const login = { type: 1, login: { username: "ada", password: "not-real" } };
  expect(
    readImport(JSON.stringify({ items: [" ", "\u200b"].map((name) => ({ ...login, name })) }), {
      ...{ format: "bitwarden", project: "mine" },
    }),
  ).toMatchObject({
    entries: [],
    faults: [1, 2].map(() => ({ message: "It has no name" })),
  });
});

test("neither is a two-factor token that the vault would not take", () => {
  const read = (service: string, account: string, secret = "JBSWY3DPEHPK3PXP") =>
    readImport(`otpauth://totp/${service}:${account}?secret=${secret}&issuer=${service}`, { project: "mine" });
  const withoutSecret = (read("S", "ada", "A").twoFactor[0]?.secret.length ?? 0) - 1;
  for (const [fits, exceeds, fault] of [
    [read("S".repeat(200), "ada"), read("S".repeat(201), "ada"), "Its name has more than 200 characters"],
    [read("S", "a".repeat(200)), read("S", "a".repeat(201)), "Its account’s name has more than 200 characters"],
    [
      read("S", "ada", "A".repeat(2_000 - withoutSecret)),
      read("S", "ada", "A".repeat(2_001 - withoutSecret)),
      "Its secret has more than 2,000 characters",
    ],
    [read("S", "ada"), read("", ""), "It has no name"],
  ] as const) {
    expect(fits.twoFactor.map((token) => CreateTwoFactorToken.safeParse(token).success)).toEqual([true]);
    expect(exceeds).toMatchObject({ twoFactor: [], faults: [{ message: fault }] });
  }
});
