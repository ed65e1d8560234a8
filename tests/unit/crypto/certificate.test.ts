import { createPrivateKey } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Certificate, CertificateError, checkCertificate } from "@/lib/crypto/certificate";
import { aCertificate } from "../../support/programs/tls";

const [from, until] = [Date.parse("2026-11-01T00:00:00Z"), Date.parse("2026-12-01T00:00:00Z")];
let pair: Certificate;
let other: Certificate;
beforeAll(async () => {
  const times = { notBeforeDate: new Date(from), notAfterDate: new Date(until) };
  [pair, other] = [await aCertificate(times), await aCertificate(times)];
});

const faultOf = (certificate: Certificate, now = from + 1_000) => {
  try {
    return checkCertificate(certificate, now);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return [error.at, error.message];
  }
};

test("a certificate and its key are valid from its first second to its last", () => {
  for (const now of [from, from + 1_000, until - 1]) expect(faultOf(pair, now)).toEqual(new Date(until));
  expect(faultOf(pair, until)).toEqual([
    "cert",
    "holds a certificate that expired on 2026-12-01T00:00:00.000Z: renew it",
  ]);
  expect(faultOf(pair, from - 1)).toEqual([
    "cert",
    "holds a certificate that is not valid before 2026-11-01T00:00:00.000Z: check this machine's clock",
  ]);
});

test("a chain may come after it, not before it", () => {
  expect(faultOf({ ...pair, cert: `${pair.cert}\n${other.cert}` })).toEqual(new Date(until));
  expect(faultOf({ ...pair, cert: `${other.cert}\n${pair.cert}` })).toEqual([
    "key",
    expect.stringContaining("the server's own must come first"),
  ]);
});

test("another's key and an invalid one are distinguished; nothing of a key is revealed", () => {
  expect(faultOf({ ...pair, key: other.key })).toEqual([
    "key",
    expect.stringMatching(/^holds a key that does not belong to the certificate/),
  ]);
  expect(faultOf({ ...pair, cert: "" })).toEqual(["cert", "holds no certificate in PEM form"]);
  const locked = createPrivateKey(pair.key)
    .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "not-real" })
    .toString();
  for (const key of ["", "not-a-real-key", pair.cert, locked])
    expect(faultOf({ ...pair, key })).toEqual(["key", "holds no private key in PEM form, or one with a passphrase"]);
  expect(
    faultOf({ ...pair, cert: `${pair.cert}\n-----BEGIN CERTIFICATE-----\nbm90IHJlYWw=\n-----END CERTIFICATE-----\n` }),
  ).toEqual(["cert", expect.stringMatching(/^can't be used for TLS/)]);
});
