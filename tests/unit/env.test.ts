import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareNextAuthEnvironment, readSettings, senderOf, SettingsError } from "@/lib/env";
import { refusedBy } from "../support/http/refused";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vault-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aFile(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const refusalOf = (source: Record<string, string>) => refusedBy(SettingsError, () => readSettings(source));

describe("settings", () => {
  test("all have a default", () => {
    expect(readSettings({})).toEqual({
      PORT: 3000,
      HOST: "127.0.0.1",
      VAULT_DATA_DIR: path.resolve("data"),
      DATABASE_URL: undefined,
      VAULT_MASTER_KEYS: undefined,
      TLS_CERT_FILE: undefined,
      TLS_KEY_FILE: undefined,
      NEXTAUTH_URL: undefined,
      AUTH_PASSWORD_LOGIN: true,
      WORKERS: 1,
      STOP_DELAY_SECONDS: 0,
      AUTH_REGISTRATION: "open",
      AUTH_SECOND_FACTOR: "optional",
      AUTH_ADDRESS_FAILURES_MAX: 5,
      API_REQUESTS_PER_MINUTE: undefined,
      VERSIONS_KEPT: 50,
      VERSIONS_DAYS: 365,
      TRASH_DAYS: 30,
      ACTIVITY_DAYS: 400,
      AUTH_SESSION_IDLE_MINUTES: 30,
      AUTH_SESSION_MAX_HOURS: 12,
      TRUSTED_PROXIES: [],
      WEBHOOK_PRIVATE_ADDRESSES: false,
      ISSUER_ADDRESSES: "loopback",
      AI_BASE_URL: undefined,
      AI_API_KEY: undefined,
      AI_MODEL: undefined,
    });
  });

  test.each([
    [{ SMTP_URL: "smtps://mail.example.com" }, "MAIL_FROM is wrong: it must be set too, since SMTP_URL is"],
    [{ MAIL_FROM: "vault@example.com" }, "SMTP_URL is wrong: it must be set too, since MAIL_FROM is"],
    [{ SMTP_URL: "mail.example.com", MAIL_FROM: "a@example.com" }, "SMTP_URL is wrong: it must be smtps://"],
    [{ SMTP_URL: "https://mail.example.com", MAIL_FROM: "a@example.com" }, "SMTP_URL is wrong: it must be smtps://"],
    [
      { SMTP_URL: "smtps://ada@mail.example.com", MAIL_FROM: "a@example.com" },
      "SMTP_URL is wrong: it must be smtps://",
    ],
    [
      { SMTP_URL: "smtps://a:b%@mail.example.com", MAIL_FROM: "a@example.com" },
      "SMTP_URL is wrong: it must be smtps://",
    ],
    [{ SMTP_URL: "smtps://h/?pool=true", MAIL_FROM: "a@example.com" }, "SMTP_URL is wrong: it must be smtps://"],
    [{ SMTP_URL: "smtps://h", MAIL_FROM: "Vault" }, "MAIL_FROM is wrong: it must be an e-mail address"],
    [{ SMTP_URL: "smtps://h", MAIL_FROM: "V\r\nBcc: eve <a@example.com>" }, "MAIL_FROM is wrong: it must be an e-mail"],
    [{ SMTP_URL: "smtps://h", MAIL_FROM: "Vault <a@example.com, b@example.com>" }, "MAIL_FROM is wrong: it must be an"],
  ])("for mail are both set and well-formed, or neither: %j", (given, sentence) => {
    expect(refusalOf(given as Record<string, string>)).toContain(`The setting ${sentence}`);
  });

  test("for mail: the sender has a name or none", () => {
    const SMTP_URL = "smtp://vault%40example.com:not%2Freal@mail.example.com:587";
    for (const MAIL_FROM of ["vault@example.com", "The vault <vault@example.com>"])
      expect(readSettings({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
    expect(senderOf("The vault <vault@example.com>")).toEqual({ name: "The vault", address: "vault@example.com" });
    expect(senderOf("vault@example.com")).toEqual({ name: "", address: "vault@example.com" });
  });

  test("that are empty count as not set, as compose files leave them", () => {
    const names = Object.keys(readSettings({}));
    expect(
      readSettings(
        Object.fromEntries([...names, "VAULT_MASTER_KEYS_FILE", "DATABASE_URL_FILE"].map((name) => [name, ""])),
      ),
    ).toEqual(readSettings({}));
  });

  test.each<[string, string, unknown]>([
    ["PORT", "8080", 8080],
    ["PORT", "0", 0],
    ["PORT", "65535", 65_535],
    ["HOST", "0.0.0.0", "0.0.0.0"],
    ["VAULT_DATA_DIR", "/srv/vault", "/srv/vault"],
    ["VAULT_DATA_DIR", "elsewhere", path.resolve("elsewhere")],
    ["DATABASE_URL", "file:/srv/vault.db", "file:/srv/vault.db"],
    [
      "DATABASE_URL",
      "postgresql://vault:not%2Freal@db.example:5432/vault",
      "postgresql://vault:not%2Freal@db.example:5432/vault",
    ],
    ["WORKERS", "4", 4],
    ["STOP_DELAY_SECONDS", "0", 0],
    ["STOP_DELAY_SECONDS", "600", 600],
    ["VAULT_MASTER_KEYS", "not-a-real-key", "not-a-real-key"],
    ["NEXTAUTH_URL", "https://vault.example.com", "https://vault.example.com"],
    ["NEXTAUTH_URL", "https://vault.example.com:8443/", "https://vault.example.com:8443"],
    ["NEXTAUTH_URL", "http://Vault.Example.com/", "http://vault.example.com"],
    ["AUTH_PASSWORD_LOGIN", "false", false],
    ["AUTH_PASSWORD_LOGIN", "true", true],
    ["AUTH_REGISTRATION", "closed", "closed"],
    ["AUTH_SECOND_FACTOR", "required", "required"],
    ["AUTH_ADDRESS_FAILURES_MAX", "1000", 1000],
    ["API_REQUESTS_PER_MINUTE", "1200", 1200],
    ["AUTH_SESSION_IDLE_MINUTES", "5", 5],
    ["AUTH_SESSION_MAX_HOURS", "24", 24],
    ["TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,fd00::/8,", ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]],
  ])("%s=%s is accepted", (name, text, value) => {
    expect(readSettings({ [name]: text })).toEqual({ ...readSettings({}), [name]: value });
  });

  test("that are not ours are ignored", () => {
    expect(readSettings({ PATH: "/bin", VAULT: "x", PORT_FILE: "/nowhere" })).toEqual(readSettings({}));
  });
});

describe("a wrong setting stops the start with a message that names it and says what to set", () => {
  test.each([
    ["PORT", "http", "must be a port number"],
    ["PORT", "3000.5", "must be a port number"],
    ["PORT", "65536", "must be at most 65535"],
    ["PORT", "-1", "must be a port number"],
    ["PORT", " ", "must be a port number"],
    ["PORT", "0x50", "must be a port number"],
    ["PORT", "1e3", "must be a port number"],
    [
      "DATABASE_URL",
      "mysql://localhost/vault",
      "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder",
    ],
    [
      "DATABASE_URL",
      "postgresql://vault:no/t#real@host/vault",
      "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder",
    ],
    ["WORKERS", "0", "must be at least 1"],
    ["STOP_DELAY_SECONDS", "5s", "must be a whole number from 0 to 600"],
    ["STOP_DELAY_SECONDS", "601", "must be at most 600"],
    ["WORKERS", "many", "must be a whole number from 1 to 999"],
    [
      "DATABASE_URL",
      "file:",
      "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder",
    ],
    ["NEXTAUTH_URL", "vault.example.com", "must be a URL such as https://vault.example.com"],
    ["NEXTAUTH_URL", "ftp://vault.example.com", "must be a URL such as https://vault.example.com"],
    ["NEXTAUTH_URL", "javascript:alert(1)", "must be a URL such as https://vault.example.com"],
    ["AUTH_PASSWORD_LOGIN", "yes", "must be true or false"],
    ["AUTH_PASSWORD_LOGIN", "TRUE", "must be true or false"],
    ["AUTH_REGISTRATION", "invite", "must be open or closed"],
    ["AUTH_SECOND_FACTOR", "true", "must be optional or required"],
    ["AUTH_SESSION_IDLE_MINUTES", "0", "must be at least 1"],
    ["AUTH_SESSION_IDLE_MINUTES", "30m", "must be a whole number from 1 to 10080"],
    ["AUTH_SESSION_MAX_HOURS", "2161", "must be at most 2160"],
    ["API_REQUESTS_PER_MINUTE", "0", "must be at least 1"],
    ["API_REQUESTS_PER_MINUTE", "none", "must be a whole number from 1 to 1000000"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "must list addresses or ranges such as 10.0.0.0/8, separated by commas"],
    ["TRUSTED_PROXIES", "proxy.internal", "must list addresses or ranges such as 10.0.0.0/8, separated by commas"],
    ["TRUSTED_PROXIES", "10.0.0.0/8/8", "must list addresses or ranges such as 10.0.0.0/8, separated by commas"],
  ])("%s=%s", (name, text, told) => {
    expect(refusalOf({ [name]: text })).toBe(`The setting ${name} is wrong: it ${told}.`);
  });
});

describe("an AI model", () => {
  const model = { AI_BASE_URL: "https://api.openai.com/v1", AI_MODEL: "gpt-4.1-mini" };

  test.each([
    ["https://api.openai.com/v1", "https://api.openai.com/v1"],
    ["https://models.example.com/", "https://models.example.com"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1"],
    ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"],
    ["http://[::1]:8000", "http://[::1]:8000"],
  ])("is reached over https, or on this machine: %s", (url, taken) => {
    expect(readSettings({ ...model, AI_BASE_URL: url })).toMatchObject({
      AI_BASE_URL: taken,
      AI_MODEL: "gpt-4.1-mini",
      AI_API_KEY: undefined,
    });
  });

  test("its key may come from a file", () => {
    expect(readSettings({ ...model, AI_API_KEY_FILE: aFile("ai-key", "not-a-real-key\n") }).AI_API_KEY).toBe(
      "not-a-real-key",
    );
  });

  test.each<[string, Record<string, string>, string]>([
    ["AI_BASE_URL", { ...model, AI_BASE_URL: "api.openai.com/v1" }, "must be a URL such as https://api.openai.com/v1"],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "ftp://models.example.com" },
      "must be a URL such as https://api.openai.com/v1",
    ],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "http://models.example.com/v1" },
      "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)",
    ],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "http://localhost.example.com/v1" },
      "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)",
    ],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "http://127.0.0.1.example.com/v1" },
      "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)",
    ],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "https://ada:not-real@models.example.com/v1" },
      "must not contain a user name or password: put the key into AI_API_KEY",
    ],
    [
      "AI_BASE_URL",
      { ...model, AI_BASE_URL: "https://models.example.com/v1?key=not-real" },
      "must end with its path, such as /v1",
    ],
    ["AI_MODEL", { AI_BASE_URL: model.AI_BASE_URL }, "must be set too, since AI_BASE_URL is"],
    ["AI_BASE_URL", { AI_MODEL: model.AI_MODEL }, "must be set too, since AI_MODEL is"],
    ["AI_BASE_URL", { AI_API_KEY: "not-a-real-key" }, "must be set too, since AI_API_KEY is"],
    ["AI_MODEL", { ...model, AI_MODEL: "local" }, "must be a model's name, such as gpt-4.1-mini, and not local"],
    ["AI_MODEL", { ...model, AI_MODEL: "two words" }, "must be a model's name, such as gpt-4.1-mini, and not local"],
    ["AI_API_KEY", { ...model, AI_API_KEY: "not a\nreal key" }, "must be one key without blanks or line breaks"],
  ])("%s is refused: %#", (name, source, told) => {
    const message = refusalOf(source);
    expect(message).toBe(`The setting ${name} is wrong: it ${told}.`);
    expect(message).not.toMatch(/not-real|real key/);
  });
});

describe("a secret from a file", () => {
  test.each([
    ["VAULT_MASTER_KEYS", "not-a-real-key"],
    ["DATABASE_URL", "file:/srv/vault.db"],
  ])("%s_FILE is read, without the line break that editors add", (name, text) => {
    expect(readSettings({ [`${name}_FILE`]: aFile("secret", `${text}\r\n`) })).toMatchObject({ [name]: text });
  });

  test("keeps line breaks within it", () => {
    expect(readSettings({ VAULT_MASTER_KEYS_FILE: aFile("keys", "one\ntwo\n") }).VAULT_MASTER_KEYS).toBe("one\ntwo");
  });

  test("in an empty file is not the same as none: no new key must be created for it", () => {
    expect(readSettings({ VAULT_MASTER_KEYS_FILE: aFile("empty", "\n") }).VAULT_MASTER_KEYS).toBe("");
  });

  test("that is given both ways is refused", () => {
    expect(refusalOf({ VAULT_MASTER_KEYS: "one", VAULT_MASTER_KEYS_FILE: aFile("two", "two") })).toBe(
      "Both VAULT_MASTER_KEYS and VAULT_MASTER_KEYS_FILE are set: keep one of them.",
    );
  });

  test("in a file that can't be read is refused by the variable's name", () => {
    expect(refusalOf({ VAULT_MASTER_KEYS_FILE: path.join(folder, "missing") })).toMatch(
      /^VAULT_MASTER_KEYS_FILE names .*can't be read: check that it exists and that this user may read it\.$/,
    );
  });

  test("in a folder is refused, such as the one that Docker creates for a missing file", () => {
    expect(refusalOf({ DATABASE_URL_FILE: folder })).toBe(`DATABASE_URL_FILE names ${folder}, which is not a file.`);
  });
});

describe("no message quotes", () => {
  test("a wrong secret, given directly or by file", () => {
    const wrong = "mysql://ada:not-a-real-password@db/vault";
    for (const message of [
      refusalOf({ DATABASE_URL: wrong }),
      refusalOf({ DATABASE_URL_FILE: aFile("wrong", wrong) }),
    ]) {
      expect(message).toMatch(/^The setting DATABASE_URL is wrong/);
      expect(message).not.toContain("not-a-real-password");
    }
  });

  test("a secret given in place of its file's name", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    const message = refusalOf({ VAULT_MASTER_KEYS_FILE: key });
    expect(message).toMatch(/VAULT_MASTER_KEYS_FILE/);
    expect(message).not.toContain(key.slice(0, 8));
  });

  test("a secret that is given both ways", () => {
    expect(refusalOf({ VAULT_MASTER_KEYS: "not-a-real-key", VAULT_MASTER_KEYS_FILE: "not-a-real-file" })).not.toContain(
      "not-a-real",
    );
  });
});

describe("next-auth gets", () => {
  const names = ["NEXTAUTH_URL", "AUTH_TRUST_HOST"] as const;
  const told = (source: Record<string, string>) => {
    const before = names.map((name) => process.env[name]);
    for (const name of names) Reflect.deleteProperty(process.env, name);
    try {
      prepareNextAuthEnvironment(readSettings(source));
      return names.map((name) => process.env[name]);
    } finally {
      names.forEach((name, index) =>
        before[index] === undefined
          ? Reflect.deleteProperty(process.env, name)
          : Reflect.set(process.env, name, before[index]),
      );
    }
  };

  test("the public address if it is set, and the instruction to ask the request only if it is not", () => {
    expect(told({ NEXTAUTH_URL: "https://vault.example.com/x" })).toEqual(["https://vault.example.com", undefined]);
    expect(told({})).toEqual([undefined, "true"]);
  });
});
