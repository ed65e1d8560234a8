import { expect, test } from "vitest";
import { readTokenSecret } from "../../../lib/crypto/tokens/token-secret";
import { readImport } from "@/lib/import";
import { readOtpauth } from "@/lib/import/otpauth/otpauth";

const secret = "JBSWY3DPEHPK3PXP";
const link = `otpauth://totp/My Company:ada l?secret=${secret}&issuer=My Company&algorithm=SHA256&digits=8&period=60`;

const tokensIn = (text: string) =>
  readImport(text, { project: "mine" }).twoFactor.map(({ service, accountName, secret }) => {
    const { algorithm, digits, period, ...token } = readTokenSecret(secret);
    return [service, accountName, token.secret, algorithm, digits, period];
  });

test.each([" my github", "\tpersonal", " - old phone", "  # ada & co", "\tGitHub\tada@example.com", " secret=AAAA"])(
  "what is noted behind a link (%j) is no part of it",
  (note) => {
    const secretOf = (text: string) => readOtpauth(text).map((token) => readTokenSecret(token.secret).secret);
    expect(secretOf(`otpauth://totp/GitHub:ada?secret=${secret}${note}`)).toEqual([secret]);
    expect(secretOf(`otpauth://totp/Git Hub:ada l?issuer=Git Hub&secret=${secret}&digits=6${note}`)).toEqual([secret]);
    expect(secretOf(`steam://${secret}${note}`)).toEqual([secret]);
  },
);

test("a link with bare spaces is read as a whole, alone in a cell", () => {
  const token = ["Mail", "ada", secret, "sha256", 8, 60];
  expect(tokensIn(`title,username,password,otpauth\nMail,ada,not-real,${link}\n`)).toEqual([token]);
  const login = { username: "ada", password: "not-real", totp: ` ${link}\n` };
  expect(tokensIn(JSON.stringify({ encrypted: false, items: [{ type: 1, name: "Mail", login }] }))).toEqual([token]);
});

test.each([" ", "\n", " \t\r\n\r\n  ", "\u2028"])(
  "and in a list, where %j is between it and the next one",
  (between) => {
    const token = ["My Company", "ada l", secret, "sha256", 8, 60];
    const other = ["Old", "ada", secret, "sha1", 6, 30];
    expect(tokensIn(`${link}${between}OTPAUTH://totp/Old:ada?secret=${secret}${between}${link}${between}`)).toEqual([
      token,
      other,
      token,
    ]);
  },
);
