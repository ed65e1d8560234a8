import { expect, test } from "vitest";
import { ImportEntry } from "@/lib/contracts/transfer/import";
import { readImport } from "@/lib/import";

/** Category and value of each entry, what is reported, and that no notes are written, which the vault doesn't encrypt. */
function read(text: object | string) {
  const { entries, twoFactor, faults } = readImport(typeof text === "string" ? text : JSON.stringify(text), {
    project: "mine",
  });
  expect(entries.map(({ notes }) => notes)).toEqual(entries.map(() => undefined));
  for (const entry of entries) expect(ImportEntry.safeParse(entry)).toMatchObject({ success: true });
  return {
    entries: entries.map(({ category, name, keyType, value }) => [
      category,
      name,
      keyType === "group" ? (JSON.parse(value) as object) : value,
    ]),
    codes: twoFactor.map(({ service, accountName }) => [service, accountName]),
    faults: faults.map(({ where, message }) => `${where}: ${message}`),
  };
}

test("a value of an environment that the vault doesn't have is reported: it must not take another one's place", () => {
  const unknown = "Its environment is none of development, staging and production";
  const csv = readImport("name,value,environment\nA,1,qa\nA,2, Prod \nA,3,\n", { project: "mine" });
  expect(csv.entries.map(({ environment, value }) => [environment, value])).toEqual([
    ["production", "2"],
    [undefined, "3"],
  ]);
  expect(csv.faults).toEqual([{ where: "line 2 (A)", message: unknown }]);
  const secrets = [
    { key: "A", value: "1", environment: "uat" },
    { key: "A", value: "2", environment: "prod" },
  ];
  expect(readImport(JSON.stringify(secrets), { project: "mine" })).toMatchObject({
    entries: [{ environment: "production", value: "2" }],
    faults: [{ where: "item 1 (A)", message: unknown }],
  });
});

test("a list or an object inside an object is kept as JSON", () => {
  expect(read({ db: { user: "ada", ports: [1, 2], deep: { a: "b" }, none: null } }).entries).toEqual([
    ["db", "mine", { USER: "ada", PORTS: "[1,2]", DEEP: '{"a":"b"}' }],
  ]);
});

test("Bitwarden: notes, every address, an SSH key's passphrase and an organization's collections arrive", () => {
  const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90\n-----END OPENSSH PRIVATE KEY-----";
  const { entries } = read({
    encrypted: false,
    collections: [{ id: "c", name: "Backend" }],
    items: [
      {
        type: 1,
        name: "GitHub",
        folderId: null,
        collectionIds: ["other", "c"],
        notes: "recovery codes: not real",
        login: {
          username: "ada",
          password: "not real",
          uris: [{ uri: "https://a.example" }, { uri: "https://b.example" }],
        },
      },
      {
        type: 5,
        name: "Deploy",
        notes: "words",
        sshKey: { privateKey: key },
        fields: [{ name: "passphrase", value: "not real" }],
      },
    ],
  });
  expect(entries).toEqual([
    [
      "GitHub",
      "Backend",
      {
        USERNAME: "ada",
        PASSWORD: "not real",
        URL: "https://a.example",
        URL_2: "https://b.example",
        NOTE: "recovery codes: not real",
      },
    ],
    ["Deploy", "mine", key],
    ["Deploy", "mine", { PASSPHRASE: "not real", NOTE: "words" }],
  ]);
});

test("Bitwarden's CSV: its own fields and notes without a login arrive", () => {
  const { entries, faults } = read(
    "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n" +
      'Work,,login,GitHub,"two\nlines","API key: not: real\nPEM: a\nb\r\nbare\n: nameless",0,,ada,not real,\n' +
      "Work,,note,WiFi,not real,,0,,,,\n",
  );
  expect(entries).toEqual([
    [
      "GitHub",
      "Work",
      {
        USERNAME: "ada",
        PASSWORD: "not real",
        API_KEY: "not: real",
        PEM: "a\nb\nbare",
        VALUE: "nameless",
        NOTE: "two\nlines",
      },
    ],
    ["WiFi", "Work", { NOTE: "not real" }],
  ]);
  expect(faults).toEqual([]);
});

test("LastPass's note is a note, not an address", () => {
  expect(
    read("url,username,password,totp,extra,name,grouping,fav\nhttp://sn,,,,not real,WiFi,Home,0\n").entries,
  ).toEqual([["WiFi", "Home", { NOTE: "not real" }]]);
});

test("LastPass's &amp; is read as it stands, with a note: only a look into LastPass tells what was meant", () => {
  const titles = "url,username,password,totp,extra,name,grouping,fav";
  const table = `${titles}\n,ada,not&amp;real,,,Mail,Home,0\n,bob,not & &lt real,,,Other,Home,0\n`;
  expect(read(table)).toEqual({
    entries: [
      ["Mail", "Home", { USERNAME: "ada", PASSWORD: "not&amp;real" }],
      ["Other", "Home", { USERNAME: "bob", PASSWORD: "not & &lt real" }],
    ],
    codes: [],
    faults: [],
  });
  const notesOf = (text: string) => readImport(text, { project: "mine" }).notes;
  const message =
    "It has &amp;, &lt; or &gt;, as LastPass may have written &, < or >. It is read as it stands: compare it with LastPass";
  expect(notesOf(table)).toEqual([{ where: "line 2 (Mail)", message }]);
  expect(notesOf("title,username,password\nMail,ada,not&amp;real\n")).toBeUndefined();
  const many = notesOf(`${titles}\n${",ada,&amp;,,,Mail,Home,0\n".repeat(1_002)}`);
  expect([many?.length, many?.at(-2)?.where, many?.at(-1)]).toEqual([
    1_001,
    "line 1001 (Mail)",
    { where: "further on", message: "There are more than 1,000 of them" },
  ]);
});

test("a binary secret of AWS is reported, and what describes it is not taken for variables", () => {
  const secret = { ARN: "arn:aws:x", Name: "prod/key", VersionId: "1", SecretBinary: "bm90IHJlYWw=", CreatedDate: 1 };
  expect(read(secret)).toEqual({
    entries: [],
    codes: [],
    faults: ["prod/key: It is binary (SecretBinary), and the vault stores text"],
  });
});

test("Bitwarden's passkeys are reported, and an organization's table names its collections", () => {
  const login = { username: "ada", password: "not real", fido2Credentials: [{ keyValue: "not-real" }] };
  const items = [login, { ...login, fido2Credentials: [] }].map((login) => ({ type: 1, login }));
  const { entries, faults } = read({ encrypted: false, items });
  expect([entries.length, faults]).toEqual([2, ["item 1 (Login): Its passkey can’t be imported"]]);
  expect(
    read("collections,type,name,notes,login_username,login_password\nWork,login,Mail,,ada,not real\n").entries,
  ).toEqual([["Mail", "Work", { USERNAME: "ada", PASSWORD: "not real" }]]);
});

test.each([
  [
    "KeePass",
    '"Account","Login Name","Password","Web Site","Comments"\n"Mail","ada","not real","https://a.example","words"\n',
    { USERNAME: "ada", PASSWORD: "not real", URL: "https://a.example", NOTE: "words" },
  ],
  [
    "Proton Pass",
    "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault\nlogin,Mail,,ada@example.com,,not real,,JBSWY3DPEHPK3PXP,1,1,\n",
    { EMAIL: "ada@example.com", PASSWORD: "not real" },
  ],
  [
    "A table of one's own",
    "name,account,password,totp\nMail,ada@example.com,not real,JBSWY3DPEHPK3PXP\n",
    { USERNAME: "ada@example.com", PASSWORD: "not real" },
  ],
])("%s names the account", (_, csv, value) => {
  const { entries, codes } = read(csv);
  expect(entries).toEqual([["Mail", "mine", value]]);
  for (const [, account] of codes) expect(account).toBe("ada@example.com");
});

test("1Password: fields of every kind and what else a form asked for arrive", () => {
  const item = (title: string, details: object, ...urls: string[]) => ({
    overview: { title, ...(urls[0] && { url: urls[0], urls: urls.map((url) => ({ label: "website", url })) }) },
    details,
  });
  const fields = [
    { title: "number", value: { creditCardNumber: "4111" } },
    { title: "verification number", value: { concealed: "not real" } },
    { title: "expiry date", value: { monthYear: 203_012 } },
    { title: "address", value: { address: { city: "Rome" } } },
    { title: "mail", value: { email: { email_address: "ada@example.com", provider: null } } },
    { title: "empty", value: {} },
  ];
  const loginFields = [
    { designation: "username", value: "ada", fieldType: "I" },
    { designation: "", name: "pin", value: "not real", fieldType: "P" },
    { designation: "", name: "submit", value: "Sign in", fieldType: "B" },
  ];
  const items = [
    item("Card", { sections: [{ fields }], notesPlain: "words" }),
    item("Bank", { loginFields }, "https://a.example", "https://b.example"),
    item("Nothing", {}),
  ];
  const { entries, faults } = read({ accounts: [{ vaults: [{ attrs: { name: "Private" }, items }] }] });
  expect(entries).toEqual([
    [
      "Card",
      "Private",
      {
        NUMBER: "4111",
        VERIFICATION_NUMBER: "not real",
        EXPIRY_DATE: "203012",
        ADDRESS: '{"city":"Rome"}',
        MAIL: "ada@example.com",
        NOTE: "words",
      },
    ],
    ["Bank", "Private", { USERNAME: "ada", PIN: "not real", URL: "https://a.example", URL_2: "https://b.example" }],
  ]);
  expect(faults).toEqual(["Private, item 3 (Nothing): It holds no value"]);
});
