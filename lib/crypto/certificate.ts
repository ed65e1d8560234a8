import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions } from "node:tls";

/** A server's certificate with its chain, and its private key, as PEM text. */
export type Certificate = { cert: string; key: string };

/** Why a certificate can't be used: the file at fault, and what is wrong with it. */
export class CertificateError extends Error {
  constructor(
    readonly at: keyof Certificate,
    message: string,
  ) {
    super(message);
    this.name = "CertificateError";
  }
}

/**
 * TLS 1.3's ciphers, and those of TLS 1.2 with forward secrecy and authenticated encryption: the "intermediate" list of
 * Mozilla's Server Side TLS 5.7.
 */
const ciphers = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** TLS 1.2 and 1.3, even if NODE_OPTIONS allow older versions. */
export const secureContextOf = ({ cert, key }: Certificate) =>
  ({ cert, key, ciphers, minVersion: "TLSv1.2" }) as const satisfies SecureContextOptions;

/**
 * Returns when the certificate expires. Throws CertificateError if the certificate or key is invalid, if they don't
 * belong together, or if the certificate is not valid now. Never quotes the key.
 */
export function checkCertificate({ cert, key }: Certificate, now = Date.now()): Date {
  const certificate = attempt(() => new X509Certificate(cert), "cert", "holds no certificate in PEM form");
  const privateKey = attempt(
    () => createPrivateKey(key),
    "key",
    "holds no private key in PEM form, or one with a passphrase",
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new CertificateError(
      "key",
      "holds a key that does not belong to the certificate: if there are several certificates, the server's own must come first",
    );
  const [from, until] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (until.getTime() <= now)
    throw new CertificateError("cert", `holds a certificate that expired on ${until.toISOString()}: renew it`);
  if (from.getTime() > now)
    throw new CertificateError(
      "cert",
      `holds a certificate that is not valid before ${from.toISOString()}: check this machine's clock`,
    );
  attempt(
    () => createSecureContext(secureContextOf({ cert, key })),
    "cert",
    "can't be used for TLS: its chain is damaged, or its key is too short",
  );
  return until;
}

function attempt<T>(read: () => T, at: keyof Certificate, message: string): T {
  try {
    return read();
  } catch {
    throw new CertificateError(at, message);
  }
}
