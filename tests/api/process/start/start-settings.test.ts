import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { register } from "@/lib/contracts/people/account";
import { anonymous, aRegisteredUser, password } from "../../../support/callers/actors";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { endedStart, expectSentence } from "../../../support/vaults/starts";

const { aFolder, aVault } = ownVaults();
const aKey = () => randomBytes(32).toString("base64");

describe("a wrong setting stops the start with a message that names it, before anything is created", () => {
  const wrong: [name: string, value: string, expected: RegExp][] = [
    ["PORT", "abc", /number/],
    ["PORT", "70000", /at most 65535/],
    ["DATABASE_URL", "mysql://localhost/vault", /file:/],
    ["NEXTAUTH_URL", "vault.example.com", /https:\/\//],
    ["AUTH_PASSWORD_LOGIN", "yes", /true or false/],
    ["AUTH_REGISTRATION", "maybe", /open or closed/],
    ["AI_BASE_URL", "http://models.example.com/v1", /https:\/\//],
    ["VAULT_MASTER_KEYS", "not-a-real-master-key", /32 bytes in base64/],
  ];

  test.for(wrong)("%s=%s", async ([name, value, expected]) => {
    const start = await endedStart({ dataDir: aFolder(), env: { [name]: value } });
    expectSentence(start, new RegExp(`\\b${name}\\b`));
    expect(start.output).toMatch(expected);
    expect(readdirSync(start.dataDir).filter((file) => file === "master.key")).toEqual([]);
    if (name === "VAULT_MASTER_KEYS" && value.length > 1) expect(start.output).not.toContain(value);
  });

  test.for(["DATABASE_URL", "VAULT_MASTER_KEYS"])("%s given both directly and as a file", async (name) => {
    const file = path.join(aFolder(), "secret");
    writeFileSync(file, aKey());
    const value = aKey();
    const start = await endedStart({ dataDir: aFolder(), env: { [name]: value, [`${name}_FILE`]: file } });
    expectSentence(start, new RegExp(`Both ${name} and ${name}_FILE`));
    expect(start.output).not.toContain(value);
  });

  test.for(["DATABASE_URL", "VAULT_MASTER_KEYS"])("%s_FILE that does not exist, or is a folder", async (name) => {
    const folder = aFolder();
    for (const file of [path.join(folder, "missing"), folder]) {
      const start = await endedStart({ dataDir: aFolder(), env: { [name]: "", [`${name}_FILE`]: file } });
      expectSentence(start, new RegExp(`${name}_FILE`));
      // Not quoted unless it is a file: it may be the secret itself in the wrong variable.
      expect(start.output).toMatch(/names a file that can't be read|is not a file/);
    }
  });

  test("PORT that another program uses", async () => {
    const other = await aVault();
    const start = await endedStart({ dataDir: aFolder(), env: { PORT: String(other.port) } });
    expectSentence(start, new RegExp(`${other.port} is in use.*\\bPORT\\b`));
    expect((await fetch(`${other.baseUrl}/healthz`)).status).toBe(200);
  });

  test("HOST that is not an address of this machine", async () => {
    expectSentence(await endedStart({ dataDir: aFolder(), env: { HOST: "203.0.113.1" } }), /\bHOST\b/);
  });

  test("VAULT_DATA_DIR that can't be created", async () => {
    const file = path.join(aFolder(), "file");
    writeFileSync(file, "");
    expectSentence(await endedStart({ dataDir: path.join(file, "below-a-file") }), /\bVAULT_DATA_DIR\b/);
  });
});

describe("settings take effect", () => {
  test("an empty variable counts as unset", async () => {
    const vault = await aVault({
      env: {
        AUTH_REGISTRATION: "",
        NEXTAUTH_URL: "",
        VAULT_MASTER_KEYS: "",
        VAULT_MASTER_KEYS_FILE: "",
        DATABASE_URL: "",
      },
    });
    await aRegisteredUser(vault.baseUrl);
    expect(readdirSync(vault.dataDir)).toContain("master.key");
  });

  const closed: Record<string, string>[] = [{ AUTH_REGISTRATION: "closed" }, { AUTH_PASSWORD_LOGIN: "false" }];

  test.for(closed)("with %o nobody can register", async (env) => {
    const vault = await aVault({ env });
    await expect(
      anonymous(vault.baseUrl).call(register, { body: { email: "ada@example.com", password } }),
    ).rejects.toMatchObject({ status: 403, code: "REGISTRATION_CLOSED" });
  });
});
