import type { ImportFormat } from "../../../lib/import";

export type Sample = {
  format: ImportFormat;
  text: string;
  /** Category, project, environment, value. */
  entries: [string, string, string | null, string][];
  /** Service, account, secret, algorithm; after the algorithm, a kind that is not the usual one. */
  twoFactor: [string, string, string, string][];
  faults: string[];
};

const secret = "JBSWY3DPEHPK3PXP";
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** One export of each kind, in the form its tool writes, with made-up content. */
export const samples: Record<string, Sample> = {
  ".env text": {
    format: "env",
    text: '# words\nA=canary-1\nexport B="it\'s"\nA=canary-2\nB="it\'s"\nno line\nEMPTY=\n',
    entries: [
      ["A", "mine", null, "canary-2"],
      ["B", "mine", null, "it's"],
    ],
    twoFactor: [],
    faults: [
      "line 2: A is set again on line 4 with a different value, which counts",
      "line 6: Expected NAME=value.",
      "line 7 (EMPTY): Its value is empty",
    ],
  },
  "an object": {
    format: "json",
    text: json({
      A: "canary-1",
      PORT: 3000,
      ON: true,
      Database: { user: "ada", "pass word": "canary-2" },
      "a-b": "canary",
      NONE: null,
      LIST: ["canary"],
    }),
    entries: [
      ["A", "mine", null, "canary-1"],
      ["PORT", "mine", null, "3000"],
      ["ON", "mine", null, "true"],
      ["Database", "mine", null, '{"USER":"ada","PASS_WORD":"canary-2"}'],
    ],
    twoFactor: [],
    faults: [
      "a-b: It is not a variable name: letters, digits and underscores, no digit first",
      "NONE: Its value is not text",
      "LIST: Its value is not text",
    ],
  },
  "a table of variables": {
    format: "csv",
    text: 'Name,Value,Environment,Project\nA,"canary, ""1""",prod,web\nB-C,canary,,\n\nD,"two\nlines",,\n',
    entries: [
      ["A", "web", "production", 'canary, "1"'],
      ["D", "mine", null, "two\nlines"],
    ],
    twoFactor: [],
    faults: ["line 3 (B-C): It has no variable name; B_C would be one"],
  },
  "Doppler's download": {
    format: "doppler",
    text: json({
      DOPPLER_PROJECT: "web",
      DOPPLER_ENVIRONMENT: "prd",
      DOPPLER_CONFIG: "prd_eu",
      A: "canary-1",
      B: "two\nlines",
    }),
    entries: [
      ["A", "web", "production", "canary-1"],
      ["B", "web", "production", "two\nlines"],
    ],
    twoFactor: [],
    faults: [],
  },
  "Doppler's secrets --json": {
    format: "doppler",
    text: json({
      DOPPLER_PROJECT: { computed: "web" },
      DOPPLER_CONFIG: { computed: "dev" },
      A: { computed: "canary-1", note: "words", raw: "${B}" },
    }),
    entries: [["A", "web", "development", "canary-1"]],
    twoFactor: [],
    faults: [],
  },
  "Infisical's export": {
    format: "infisical",
    text: json([
      { key: "A", value: "canary-1", type: "shared", environment: "staging", comment: "words" },
      { key: "B", value: "" },
      { key: "c d", value: "canary" },
    ]),
    entries: [["A", "mine", "staging", "canary-1"]],
    twoFactor: [],
    faults: ["item 2 (B): Its value is empty", "item 3 (c d): Its key is not a variable name"],
  },
  "Infisical's API": {
    format: "infisical",
    text: json({ secrets: [{ secretKey: "A", secretValue: "canary-1", environment: "dev" }] }),
    entries: [["A", "mine", "development", "canary-1"]],
    twoFactor: [],
    faults: [],
  },
  Bitwarden: {
    format: "bitwarden",
    text: json({
      encrypted: false,
      folders: [{ id: "f", name: "Work" }],
      items: [
        {
          type: 1,
          name: "GitHub",
          folderId: "f",
          notes: "words",
          login: { username: "ada", password: "canary-1", totp: secret, uris: [{ uri: "https://github.com" }] },
          fields: [{ name: "API key", value: "canary-2", type: 1 }],
        },
        { type: 2, name: "A note", folderId: null, notes: "canary words", secureNote: { type: 0 } },
        {
          type: 5,
          name: "Deploy",
          folderId: null,
          sshKey: { privateKey: "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90\n-----END OPENSSH PRIVATE KEY-----" },
        },
        { type: 3, name: "Card", card: { number: "canary" } },
        { type: 1, name: "Empty", login: {} },
        { type: 1, name: "Steam", login: { username: "ada", password: "x", totp: `steam://${secret}` } },
        {
          type: 1,
          name: "Bank",
          login: {
            username: "ada",
            password: "x",
            totp: `otpauth://totp/x?secret=${secret}&digits=8&period=60&algorithm=SHA512`,
          },
        },
        {
          type: 1,
          name: "Door",
          login: { username: "ada", password: "x", totp: `otpauth://hotp/x?secret=${secret}&counter=7` },
        },
        {
          type: 1,
          name: "Odd",
          login: { username: "ada", password: "x", totp: `otpauth://totp/x?secret=${secret}&digits=10` },
        },
      ],
    }),
    entries: [
      [
        "GitHub",
        "Work",
        null,
        '{"USERNAME":"ada","PASSWORD":"canary-1","URL":"https://github.com","API_KEY":"canary-2","NOTE":"words"}',
      ],
      ["A note", "mine", null, '{"NOTE":"canary words"}'],
      ["Deploy", "mine", null, "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90\n-----END OPENSSH PRIVATE KEY-----"],
      ...["Steam", "Bank", "Door", "Odd"].map((name): [string, string, null, string] => [
        name,
        "mine",
        null,
        '{"USERNAME":"ada","PASSWORD":"x"}',
      ]),
    ],
    twoFactor: [
      ["GitHub", "ada", secret, "sha1"],
      ["Steam", "ada", secret, "sha1 steam 5 30"],
      ["Bank", "ada", secret, "sha512 totp 8 60"],
      ["Door", "ada", secret, "sha1 hotp 6 counter 7"],
    ],
    faults: [
      "item 4 (Card): Cards and identities are not supported",
      "item 5 (Empty): It holds no value",
      "item 9 (Odd): Its codes have 10 digits; 6, 7 and 8 are supported",
    ],
  },
  "Bitwarden, encrypted": {
    format: "bitwarden",
    text: json({ encrypted: true, items: [], data: "canary" }),
    entries: [],
    twoFactor: [],
    faults: ["the file: It is encrypted: export it as .json without a password"],
  },
  "1Password's export.data": {
    format: "1password",
    text: json({
      accounts: [
        {
          attrs: { name: "Ada" },
          vaults: [
            {
              attrs: { name: "Private" },
              items: [
                {
                  overview: { title: "GitHub", url: "https://github.com" },
                  details: {
                    loginFields: [
                      { designation: "username", value: "ada" },
                      { designation: "password", value: "canary-1" },
                      { value: "ignored" },
                    ],
                    notesPlain: "words",
                    sections: [
                      {
                        fields: [
                          {
                            title: "one-time password",
                            value: { totp: `otpauth://totp/x?secret=${secret}&algorithm=SHA256` },
                          },
                          { title: "API key", value: { concealed: "canary-2" } },
                        ],
                      },
                    ],
                  },
                },
                { overview: { title: "Note" }, details: { notesPlain: "canary words" } },
                {
                  overview: { title: "Deploy" },
                  details: {
                    sections: [
                      {
                        fields: [
                          {
                            title: "private key",
                            value: {
                              sshKey: { privateKey: "-----BEGIN PRIVATE KEY-----\nbm90\n-----END PRIVATE KEY-----" },
                            },
                          },
                        ],
                      },
                    ],
                  },
                },
                { overview: { title: "Nothing" }, details: {} },
                {
                  overview: { title: "Codes" },
                  details: {
                    sections: [
                      {
                        fields: [
                          { value: { totp: `otpauth://totp/x?secret=${secret}&digits=7&period=90` } },
                          { value: { totp: `otpauth://hotp/x?secret=${secret}&digits=8&counter=12` } },
                          { value: { totp: `otpauth://steam/x?secret=${secret}` } },
                          { value: { totp: secret } },
                          { value: { totp: `otpauth://totp/x?secret=${secret}&period=300` } },
                        ],
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    }),
    entries: [
      [
        "GitHub",
        "Private",
        null,
        '{"USERNAME":"ada","PASSWORD":"canary-1","URL":"https://github.com","API_KEY":"canary-2","NOTE":"words"}',
      ],
      ["Note", "Private", null, '{"NOTE":"canary words"}'],
      ["Deploy", "Private", null, "-----BEGIN PRIVATE KEY-----\nbm90\n-----END PRIVATE KEY-----"],
    ],
    twoFactor: [
      ["GitHub", "ada", secret, "sha256"],
      ["Codes", "Codes", secret, "sha1 totp 7 90"],
      ["Codes", "Codes", secret, "sha1 hotp 8 counter 12"],
      ["Codes", "Codes", secret, "sha1 steam 5 30"],
      ["Codes", "Codes", secret, "sha1"],
    ],
    faults: [
      "Private, item 4 (Nothing): It holds no value",
      "Private, item 5 (Codes): Its period is 300 s; 10 to 120 s are supported",
    ],
  },
  "a vault's own export": {
    format: "everything",
    text: JSON.stringify({
      format: "svc-everything",
      formatVersion: 1,
      categories: [{ name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY", icon: "stripe", description: null }],
      entries: [
        {
          category: "Stripe",
          keyType: "simple",
          envVarName: "STRIPE_KEY",
          name: "billing",
          environment: "production",
          value: "canary-1",
          former: [{ value: "canary-0", writtenAt: "2026-01-15T09:30:00.000Z" }],
        },
        { category: "Database", keyType: "group", name: "web", environment: null, value: { USER: "canary-2" } },
        { category: "Broken", keyType: "simple", name: "web", environment: null },
      ],
      twoFactor: [{ service: "GitHub", accountName: "ada", uri: `otpauth://totp/GitHub:ada?secret=${secret}` }],
      envProjects: [{ name: "billing", description: "" }],
      envFiles: [{ project: "billing", fileType: "env", content: "A=canary-3" }],
      unreadable: [],
    }),
    entries: [
      ["Stripe", "billing", "production", "canary-1"],
      ["Database", "web", null, '{"USER":"canary-2"}'],
    ],
    twoFactor: [["GitHub", "ada", secret, "sha1"]],
    faults: ["entry 3 (Broken — web): It has no value"],
  },
  "a spreadsheet's CSV with semicolons": {
    format: "csv",
    text: `\ufeffsep=;\r\nName;Value;Project;Environment\r\nAPI_KEY;canary-1;web;prod\r\nLIST;"canary;2, ""and"" more";;\r\n`,
    entries: [
      ["API_KEY", "web", "production", "canary-1"],
      ["LIST", "mine", null, 'canary;2, "and" more'],
    ],
    twoFactor: [],
    faults: [],
  },
  "a table with tabs": {
    format: "csv",
    text: "name\tvalue, as it is\tsecret\nAPI_KEY\tno, not this\tcanary-1\n",
    entries: [["API_KEY", "mine", null, "canary-1"]],
    twoFactor: [],
    faults: [],
  },
  "LastPass's CSV": {
    format: "csv",
    text: `url,username,password,totp,extra,name,grouping,fav\nhttps://github.com,ada,canary-1,${secret},words,GitHub,work,0\n`,
    entries: [
      ["GitHub", "work", null, '{"USERNAME":"ada","PASSWORD":"canary-1","URL":"https://github.com","NOTE":"words"}'],
    ],
    twoFactor: [["GitHub", "ada", secret, "sha1"]],
    faults: [],
  },
  "a .env that begins with a comment": {
    format: "env",
    text: "# Stripe, for tests\nSTRIPE_KEY=canary-1\n",
    entries: [["STRIPE_KEY", "mine", null, "canary-1"]],
    twoFactor: [],
    faults: [],
  },
  "a Kubernetes List": {
    format: "kubernetes",
    text: JSON.stringify({
      kind: "List",
      items: [
        {
          kind: "Secret",
          metadata: { name: "web" },
          data: { API_KEY: Buffer.from("canary-1").toString("base64"), BROKEN: "/w==" },
          stringData: { OTHER: "canary-2" },
        },
        { kind: "ConfigMap", metadata: { name: "no" }, data: { A: "b" } },
        { kind: "Secret", metadata: { name: "tls" }, data: { "tls.key": Buffer.from("canary-3").toString("base64") } },
      ],
    }),
    entries: [
      ["API_KEY", "mine", null, "canary-1"],
      ["OTHER", "mine", null, "canary-2"],
      ["tls", "mine", null, '{"TLS_KEY":"canary-3"}'],
    ],
    twoFactor: [],
    faults: ["web, BROKEN: It is not text in base64"],
  },
  "HashiCorp Vault's kv": {
    format: "vault-kv",
    text: JSON.stringify({
      request_id: "1",
      lease_id: "",
      data: { data: { API_KEY: "canary-1", PORT: 5432, NESTED: { a: "canary-2" } }, metadata: { version: 3 } },
    }),
    entries: [
      ["API_KEY", "mine", null, "canary-1"],
      ["PORT", "mine", null, "5432"],
      ["NESTED", "mine", null, '{"a":"canary-2"}'],
    ],
    twoFactor: [],
    faults: [],
  },
  "AWS Secrets Manager": {
    format: "aws",
    text: JSON.stringify({
      ARN: "arn:aws:x",
      Name: "prod/db",
      SecretString: '{"user":"canary-1","db-host":"canary-2"}',
    }),
    entries: [["prod/db", "mine", null, '{"USER":"canary-1","DB_HOST":"canary-2"}']],
    twoFactor: [],
    faults: [],
  },
  "1Password's CSV": {
    format: "1password",
    text: `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nGitHub,https://github.com,ada,canary-1,otpauth://totp/x?secret=${secret},false,false,,words\nGames,,ada,canary-2,otpauth://totp/x?secret=${secret}&encoder=steam,false,false,,\nGate,,ada,canary-3,otpauth://hotp/x?secret=${secret}&counter=3,false,false,,\nSavings,,ada,canary-4,otpauth://totp/x?secret=${secret}&digits=8&period=20,false,false,,\n`,
    entries: [
      ["GitHub", "mine", null, '{"USERNAME":"ada","PASSWORD":"canary-1","URL":"https://github.com","NOTE":"words"}'],
      ["Games", "mine", null, '{"USERNAME":"ada","PASSWORD":"canary-2"}'],
      ["Gate", "mine", null, '{"USERNAME":"ada","PASSWORD":"canary-3"}'],
      ["Savings", "mine", null, '{"USERNAME":"ada","PASSWORD":"canary-4"}'],
    ],
    twoFactor: [
      ["GitHub", "ada", secret, "sha1"],
      ["Games", "ada", secret, "sha1 steam 5 30"],
      ["Gate", "ada", secret, "sha1 hotp 6 counter 3"],
      ["Savings", "ada", secret, "sha1 totp 8 20"],
    ],
    faults: [],
  },
  "otpauth links and a Google Authenticator export": {
    format: "otpauth",
    text: `otpauth://totp/GitHub:ada?secret=${secret}&issuer=GitHub\notpauth://hotp/Old:ada?secret=${secret}&counter=1\nsteam://${secret}\notpauth://totp/Bank:ada?secret=${secret}&digits=8&period=45&algorithm=SHA-256\notpauth://yandex/Y:ada?secret=${secret}\notpauth://totp/Hash:ada?secret=${secret}&algorithm=MD5\notpauth-migration://offline?data=${encodeURIComponent(migration())}\n`,
    entries: [],
    twoFactor: [
      ["GitHub", "ada", secret, "sha1"],
      ["Old", "ada", secret, "sha1 hotp 6 counter 1"],
      ["Steam", "Steam", secret, "sha1 steam 5 30"],
      ["Bank", "ada", secret, "sha256 totp 8 45"],
      ["Example", "alice@google.com", secret, "sha1"],
      ["Example", "alice@google.com", secret, "sha512 totp 8 30"],
      ["Example", "alice@google.com", secret, "sha1 hotp 6 counter 300"],
    ],
    faults: [
      "token 5 (Y, ada): Its type yandex is not supported",
      "token 6 (Hash, ada): Its algorithm MD5 is not supported",
      "token 10 (Example, alice@google.com): Its algorithm MD5 is not supported",
    ],
  },
  Aegis: {
    format: "aegis",
    text: json({
      version: 1,
      header: { slots: null, params: null },
      db: {
        version: 3,
        entries: [
          { type: "totp", name: "ada", issuer: "GitHub", info: { secret, algo: "SHA512", digits: 6, period: 30 } },
          { type: "totp", name: "grace", issuer: "Bank", info: { secret, algo: "SHA1", digits: 8, period: 30 } },
          { type: "steam", name: "grace", issuer: "Steam", info: { secret, algo: "SHA1", digits: 5, period: 30 } },
          { type: "hotp", name: "ada", issuer: "Door", info: { secret, algo: "SHA256", digits: 7, counter: 41 } },
          { type: "totp", name: "ada", issuer: "Slow", info: { secret, algo: "SHA1", digits: 6, period: 120 } },
          { type: "yandex", name: "ada", issuer: "Y", info: { secret, algo: "SHA256", digits: 8, pin: "canary" } },
          { type: "totp", name: "ada", issuer: "Ten", info: { secret, algo: "SHA1", digits: 10, period: 30 } },
        ],
      },
    }),
    entries: [],
    twoFactor: [
      ["GitHub", "ada", secret, "sha512"],
      ["Bank", "grace", secret, "sha1 totp 8 30"],
      ["Steam", "grace", secret, "sha1 steam 5 30"],
      ["Door", "ada", secret, "sha256 hotp 7 counter 41"],
      ["Slow", "ada", secret, "sha1 totp 6 120"],
    ],
    faults: [
      "token 6 (Y, ada): Its type yandex is not supported",
      "token 7 (Ten, ada): Its codes have 10 digits; 6, 7 and 8 are supported",
    ],
  },
  "Aegis, encrypted": {
    format: "aegis",
    text: json({ version: 1, header: { slots: [] }, db: "canary" }),
    entries: [],
    twoFactor: [],
    faults: ["the file: It is encrypted: export it without encryption"],
  },
  "2FAS": {
    format: "2fas",
    text: json({
      schemaVersion: 4,
      services: [
        {
          name: "GitHub",
          secret,
          otp: { account: "ada", issuer: "GitHub", digits: 6, period: 30, algorithm: "SHA1", tokenType: "TOTP" },
        },
        { name: "Slow", secret, otp: { account: "ada", period: 60 } },
        { name: "Bare", secret, otp: {} },
        { name: "Door", secret, otp: { account: "ada", digits: 8, counter: 5, tokenType: "HOTP" } },
        { name: "Steam", secret, otp: { account: "ada", digits: 5, period: 30, tokenType: "STEAM" } },
        { name: "Hash", secret, otp: { account: "ada", algorithm: "SHA224", tokenType: "TOTP" } },
      ],
    }),
    entries: [],
    twoFactor: [
      ["GitHub", "ada", secret, "sha1"],
      ["Slow", "ada", secret, "sha1 totp 6 60"],
      ["Bare", "Bare", secret, "sha1"],
      ["Door", "ada", secret, "sha1 hotp 8 counter 5"],
      ["Steam", "ada", secret, "sha1 steam 5 30"],
    ],
    faults: ["token 6 (Hash, ada): Its algorithm SHA224 is not supported"],
  },
  "2FAS, encrypted": {
    format: "2fas",
    text: json({ schemaVersion: 4, services: [], servicesEncrypted: "canary" }),
    entries: [],
    twoFactor: [],
    faults: ["the file: It is encrypted: make the backup without a password"],
  },
  Ente: {
    format: "ente",
    text: `otpauth://totp/GitHub:ada%40example.com?secret=${secret}&issuer=GitHub&algorithm=sha1&digits=6&period=30&codeDisplay=%7B%22pinned%22%3Afalse%7D\notpauth://hotp/Door:ada?secret=${secret}&issuer=Door&algorithm=sha512&digits=8&period=30&counter=2\notpauth://steam/Steam:ada?secret=${secret}&issuer=Steam&algorithm=sha1&digits=5&period=30\notpauth://totp/Slow:ada?secret=${secret}&issuer=Slow&algorithm=sha256&digits=7&period=60\n`,
    entries: [],
    twoFactor: [
      ["GitHub", "ada@example.com", secret, "sha1"],
      ["Door", "ada", secret, "sha512 hotp 8 counter 2"],
      ["Steam", "ada", secret, "sha1 steam 5 30"],
      ["Slow", "ada", secret, "sha256 totp 7 60"],
    ],
    faults: [],
  },
  "Ente, encrypted": {
    format: "ente",
    text: json({ version: 1, kdfParams: { memLimit: 1 }, encryptedData: "canary", encryptionNonce: "x" }),
    entries: [],
    twoFactor: [],
    faults: ["the file: It is encrypted: export it as plain text"],
  },
};

/**
 * The protobuf of four tokens, as Google Authenticator writes them: secret, name, issuer; then algorithm (4), digits (5),
 * type (6) and counter (7).
 */
function migration(): string {
  const field = (number: number, bytes: Buffer) => Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
  const parameters = (...kind: number[]) =>
    field(
      1,
      Buffer.concat([
        field(1, Buffer.from("48656c6c6f21deadbeef", "hex")),
        field(2, Buffer.from("Example:alice@google.com")),
        field(3, Buffer.from("Example")),
        Buffer.from(kind),
      ]),
    );
  const [algorithm, digits, type, counter] = [32, 40, 48, 56];
  return Buffer.concat([
    parameters(algorithm, 1, digits, 1, type, 2),
    parameters(algorithm, 3, digits, 2, type, 2),
    // 300 takes two bytes.
    parameters(algorithm, 1, digits, 1, type, 1, counter, 0xac, 0x02),
    parameters(algorithm, 4, digits, 1, type, 2),
    Buffer.from([16, 1, 24, 1, 32, 0]),
  ]).toString("base64");
}
