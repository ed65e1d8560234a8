import { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { writeFileSync } from "node:fs";
import path from "node:path";
import tls, { type ConnectionOptions } from "node:tls";
import { generate } from "selfsigned";

export type PemPair = { cert: string; key: string };

/** A self-signed certificate for localhost, or for another host, and its key. */
export async function aCertificate({
  keyType = "ec",
  host = "localhost",
  ...times
}: { keyType?: "ec" | "rsa"; host?: string; notBeforeDate?: Date; notAfterDate?: Date } = {}): Promise<PemPair> {
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keyType,
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
    ...times,
  });
  return { cert, key };
}

/** Writes both into files of a folder, over existing ones, and returns the vault's settings for them. */
export function keepCertificate(
  folder: string,
  { cert, key }: PemPair,
): { TLS_CERT_FILE: string; TLS_KEY_FILE: string } {
  const files = { TLS_CERT_FILE: path.join(folder, "vault.pem"), TLS_KEY_FILE: path.join(folder, "vault-key.pem") };
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key, { mode: 0o600 });
  return files;
}

export type TlsAnswer = { status: number; headers: IncomingHttpHeaders; body: string };
/** `from`: the address on this machine to send from. */
type Asked = { ca: string; from?: string; method?: string; headers?: Record<string, string>; body?: string };

/**
 * Sends one request to the vault at a port of this machine, over a separate connection, and verifies its certificate.
 */
export function askOverTls(
  port: number,
  target: string,
  { ca, from, method = "GET", headers = {}, body }: Asked,
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const request = https.request(
      {
        host: "127.0.0.1",
        localAddress: from,
        servername: "localhost",
        port,
        path: target,
        method,
        ca,
        agent: false,
        headers: { Host: `localhost:${port}`, ...length, ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
        answer.once("error", reject);
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

export type Handshake = { protocol: string | null; cipher: string; fingerprint: string };

/** Makes a handshake and disconnects. Returns what was agreed, or throws OpenSSL's code. */
export function shakeHands(port: number, options: ConnectionOptions): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ host: "127.0.0.1", servername: "localhost", port, ...options }, () => {
      resolve({
        protocol: socket.getProtocol(),
        cipher: socket.getCipher().name,
        fingerprint: socket.getPeerCertificate().fingerprint256,
      });
      socket.end();
    });
    socket.once("error", reject);
  });
}
