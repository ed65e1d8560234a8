import { expect, test } from "vitest";
import { unreachable } from "../../../../packages/svc/src/vault/unreachable";

const attempt = { server: "The vault at https://vault.test", proxy: null, atProxy: false, mayBeDone: false };

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NODE_EXTRA_CA_CERTS"],
  ["CERT_HAS_EXPIRED", "renew the certificate, or set the clock"],
  ["CERT_NOT_YET_VALID", "set the clock"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Use the name it was issued for"],
  ["EPROTO", "Check https:// and the port"],
  ["ENOTFOUND", "Check the address"],
  ["ECONNREFUSED", "Check the address and its port"],
  ["ECONNRESET", "Try again"],
])("%s is said with what to do about it", (code, words) => {
  const { message, exitCode } = unreachable(code, attempt);
  expect([exitCode, message.startsWith(`The vault at https://vault.test can't be reached (${code}). `)]).toEqual([
    3,
    true,
  ]);
  expect(message).toContain(words);
});

test.each(["no answer within 10 s", "EUNKNOWN", "constructor"])("%s is said as it is", (code) => {
  expect(unreachable(code, attempt).message).toBe(`The vault at https://vault.test can't be reached (${code}).`);
});

test("whose name or certificate it is is said: the vault's, or the proxy's in between", () => {
  const through = { ...attempt, proxy: "proxy.test:3128" };
  expect(unreachable("ENOTFOUND", { ...through, atProxy: true }).message).toMatch(
    /reached through the proxy proxy\.test:3128 \(ENOTFOUND\)\. The proxy's name is unknown here\./,
  );
  expect(unreachable("CERT_HAS_EXPIRED", through).message).toContain("Its certificate has expired");
});

test("of a change that may have been made, nobody is told just to try again", () => {
  const { message } = unreachable("ECONNRESET", { ...attempt, mayBeDone: true });
  expect(message).toMatch(/may have gone through anyway: check before you repeat it\.$/);
  expect(message).not.toContain("Try again");
});
