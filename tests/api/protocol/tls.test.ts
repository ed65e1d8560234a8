import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { password } from "../../support/callers/actors";
import { operate } from "../../support/programs/operator";
import { ownVaults } from "../../support/vaults/own-vaults";
import { projectRoot, type RunningVault } from "../../support/vaults/server";
import { endedStart, expectSentence } from "../../support/vaults/starts";
import { svcWith } from "../../support/programs/svc";
import { aCertificate, askOverTls, keepCertificate, type PemPair, shakeHands } from "../../support/programs/tls";

const { aFolder, aVault } = ownVaults();

let certificate: PemPair;
let ca: string;
let vault: RunningVault;
// Settings of a careless operator. The vault's own must win.
const careless = { NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0" };
beforeAll(async () => {
  certificate = await aCertificate();
  ca = certificate.cert;
  vault = await aVault({ env: { ...keepCertificate(aFolder(), certificate), ...careless } });
});

const fingerprintOf = ({ cert }: PemPair) => new X509Certificate(cert).fingerprint256;
const eventsOf = ({ output }: RunningVault, name: string) =>
  output()
    .split("\n")
    .filter((line) => line.includes(`"event":"${name}"`));

/**
 * Registers and signs in like a browser at this address. Returns the session cookie, and the lines that set cookies.
 */
async function aSignedInBrowser({ port }: RunningVault): Promise<{ Cookie: string; set: string[] }> {
  const origin = `https://localhost:${port}`;
  const email = `ada-${Math.random()}@example.com`;
  const registered = await askOverTls(port, "/api/auth/register", {
    ca,
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expect(registered.status).toBe(201);
  const start = await askOverTls(port, "/api/auth/csrf", { ca });
  const set = [...(start.headers["set-cookie"] ?? [])];
  const cookies = () => set.map((line) => line.split(";")[0]).join("; ");
  const { csrfToken } = JSON.parse(start.body) as { csrfToken: string };
  const signedIn = await askOverTls(port, "/api/auth/callback/credentials", {
    ca,
    method: "POST",
    headers: { Cookie: cookies(), "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }).toString(),
  });
  expect(signedIn.status).toBe(200);
  expect((JSON.parse(signedIn.body) as { url: string }).url).toMatch(new RegExp(`^${origin}(/|$)`));
  set.push(...(signedIn.headers["set-cookie"] ?? []));
  const session = set.find((line) => line.includes("session-token=")) ?? "";
  return { Cookie: session.split(";")[0] ?? "", set };
}

describe("a vault with a certificate of its own", () => {
  test.each(["TLSv1.2", "TLSv1.3"] as const)(
    "speaks %s, with forward secrecy if the client leaves the choice",
    async (version) => {
      const { protocol, cipher, fingerprint } = await shakeHands(vault.port, {
        ca,
        minVersion: version,
        maxVersion: version,
      });
      expect([protocol, fingerprint]).toEqual([version, fingerprintOf(certificate)]);
      expect(cipher).toMatch(version === "TLSv1.3" ? /^TLS_(AES|CHACHA20)/ : /^ECDHE-ECDSA-(AES\d+-GCM|CHACHA20)/);
    },
  );

  test.each(["TLSv1", "TLSv1.1"] as const)("refuses %s, even if NODE_OPTIONS allow it", async (version) => {
    await expect(
      shakeHands(vault.port, { ca, minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" }),
    ).rejects.toMatchObject({ code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" });
  });

  const handshakeWith = (port: number, trusted: string, ciphers: string) =>
    shakeHands(port, { ca: trusted, maxVersion: "TLSv1.2", ciphers: `${ciphers}:@SECLEVEL=0` });
  // OpenSSL 3.0 names the alert after SSL 3, 3.5 does not.
  const refusal = { code: expect.stringMatching(/^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/) as string };

  test.each(["ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA"])(
    "refuses a client that supports nothing better than %s",
    async (ciphers) => {
      await expect(handshakeWith(vault.port, ca, ciphers)).rejects.toMatchObject(refusal);
    },
  );

  // Only a certificate with an RSA key could have these.
  test("refuses, with an RSA key too, ciphers without forward secrecy or authenticated encryption", async () => {
    const ofRsa = await aCertificate({ keyType: "rsa" });
    const { port } = await aVault({ env: { ...keepCertificate(aFolder(), ofRsa), ...careless } });
    for (const ciphers of ["AES128-GCM-SHA256", "AES256-SHA256", "ECDHE-RSA-AES128-SHA256"]) {
      await expect(handshakeWith(port, ofRsa.cert, ciphers), ciphers).rejects.toMatchObject(refusal);
    }
    expect((await handshakeWith(port, ofRsa.cert, "ECDHE-RSA-AES128-GCM-SHA256")).cipher).toBe(
      "ECDHE-RSA-AES128-GCM-SHA256",
    );
  });

  test("prints its address with https, and asks for no TLS in front", async () => {
    const open = await aVault({ env: { ...keepCertificate(aFolder(), certificate), HOST: "0.0.0.0" } });
    for (const output of [vault.output(), open.output()])
      expect(output).toMatch(/The vault is open at https:\/\/localhost:\d+\n/);
    expect([open.output().includes("reachable"), open.output().includes("put TLS in front")]).toEqual([true, false]);
  });

  test("signs in with cookies that are Secure and bound to this host, and that work for pages and the API", async () => {
    const { Cookie, set } = await aSignedInBrowser(vault);
    expect(Cookie).toMatch(/^__Host-next-auth\.session-token=/);
    expect(set.length).toBeGreaterThanOrEqual(3);
    for (const line of set) expect(line).toMatch(/^__Host-.*; ?Path=\/.*; ?Secure/i);
    const made = await askOverTls(vault.port, "/api/categories", {
      ca,
      method: "POST",
      headers: { Cookie, Origin: `https://localhost:${vault.port}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "TLS", keyType: "json" }),
    });
    expect(made.status).toBe(201);
    const page = await askOverTls(vault.port, "/vault", { ca, headers: { Cookie } });
    expect([page.status, page.body.includes("<html")]).toEqual([200, true]);
    // Planted by a neighbour without TLS, under a name that needs no TLS.
    const planted = await askOverTls(vault.port, "/api/categories", {
      ca,
      headers: { Cookie: Cookie.replace("__Host-", "") },
    });
    expect(planted.status).toBe(401);
  });

  test("binds browsers to TLS, whatever a request claims", async () => {
    for (const target of ["/login", "/", "/api/stats", "/api/auth/csrf", "/healthz"]) {
      for (const headers of [{}, { "X-Forwarded-Proto": "http" }] as Record<string, string>[])
        expect([
          target,
          (await askOverTls(vault.port, target, { ca, headers })).headers["strict-transport-security"],
        ]).toEqual([target, "max-age=31536000; includeSubDomains"]);
    }
    const { status, headers } = await askOverTls(vault.port, "/vault", { ca });
    expect([status, new URL(headers.location ?? "", `https://localhost:${vault.port}`).protocol]).toEqual([
      307,
      "https:",
    ]);
  });

  test("closes a plain HTTP connection without a response, and goes on", async () => {
    for (const bytes of [
      "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /api/openapi HTTP/1.0\r\n\r\n",
      "garbage\r\n\r\n",
    ]) {
      const socket = net.connect(vault.port, "127.0.0.1");
      const received: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => received.push(chunk));
      socket.on("error", () => {});
      socket.write(bytes);
      await once(socket, "close");
      expect(Buffer.concat(received).toString("latin1")).not.toMatch(/HTTP|html/i);
    }
    expect((await askOverTls(vault.port, "/readyz", { ca })).status).toBe(200);
  });

  test("replies to invalid HTTP within TLS as without it", async () => {
    const socket = tls.connect({ host: "127.0.0.1", servername: "localhost", port: vault.port, ca });
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    socket.write("garbage\r\n\r\n");
    await once(socket, "close");
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"VALIDATION_ERROR"/s);
  });

  test("stops at once although idle connections are open", async () => {
    const own = await aVault({ env: keepCertificate(aFolder(), certificate) });
    const early = tls.connect({ host: "127.0.0.1", servername: "localhost", port: own.port, ca });
    await once(early, "secureConnect");
    early.on("error", () => {});
    const began = performance.now();
    expect(await own.stop()).toBe(0);
    // Sooner than requests in progress would be cut off.
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  test("answers the container's health check, and svc if it trusts the authority", async () => {
    const look = (env: Record<string, string>) =>
      spawnSync(process.execPath, [path.join(projectRoot, "scripts/package/app-healthcheck.mjs")], {
        env: { NODE_ENV: "test", ...env },
      }).status;
    const port = String(vault.port);
    expect([
      look({ PORT: port, TLS_CERT_FILE: "set" }),
      look({ PORT: port }),
      look({ PORT: "1", TLS_CERT_FILE: "set" }),
    ]).toEqual([0, 1, 1]);
    const { Cookie } = await aSignedInBrowser(vault);
    const made = await askOverTls(vault.port, "/api/access-keys", {
      ca,
      method: "POST",
      headers: { Cookie, Origin: `https://localhost:${port}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "CI", scopes: ["entries:read"] }),
    });
    const { key } = JSON.parse(made.body) as { key: string };
    const ls = svcWith(`https://localhost:${port}`, key);
    const { TLS_CERT_FILE } = keepCertificate(aFolder(), certificate);
    expect(await ls(["ls", "--json"], { env: { NODE_EXTRA_CA_CERTS: TLS_CERT_FILE } })).toMatchObject({
      code: 0,
      stdout: "[]\n",
    });
    expect((await ls(["ls", "--json"])).code).toBe(3);
  });
});

test("a hanging handshake delays a stop no longer than a request would", async () => {
  const own = await aVault({ env: keepCertificate(aFolder(), certificate) });
  const slow = net.connect(own.port, "127.0.0.1");
  slow.on("error", () => {});
  // The beginning of a handshake record (RFC 8446, 5.1), and nothing more.
  await new Promise((resolve) => slow.write(Buffer.from([22, 3, 1, 0, 200, 1]), resolve));
  // Connections are accepted in order: a later one was answered, so this one has arrived.
  expect((await askOverTls(own.port, "/healthz", { ca })).status).toBe(200);
  const began = performance.now();
  expect(await own.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(9_500);
});

describe("a renewed certificate", () => {
  test("is used on SIGHUP without a restart; a broken one is logged, and the previous one stays", async () => {
    const folder = aFolder();
    const own = await aVault({ env: keepCertificate(folder, certificate) });
    const shown = async () => (await shakeHands(own.port, { rejectUnauthorized: false })).fingerprint;
    expect(await shown()).toBe(fingerprintOf(certificate));

    const renewed = await aCertificate();
    keepCertificate(folder, renewed);
    expect(await shown()).toBe(fingerprintOf(certificate));
    own.process.kill("SIGHUP");
    await expect.poll(() => eventsOf(own, "certificate-taken").length, { timeout: 10_000 }).toBe(1);
    expect(await shown()).toBe(fingerprintOf(renewed));

    keepCertificate(folder, { cert: (await aCertificate()).cert, key: renewed.key });
    own.process.kill("SIGHUP");
    await expect.poll(() => eventsOf(own, "certificate-refused").length, { timeout: 10_000 }).toBe(1);
    expect(JSON.parse(eventsOf(own, "certificate-refused")[0] ?? "")).toMatchObject({
      level: "error",
      reason: expect.stringMatching(
        /^The setting TLS_KEY_FILE is wrong: its file holds a key that does not belong to the certificate/,
      ),
    });
    expect(await shown()).toBe(fingerprintOf(renewed));
    expect((await askOverTls(own.port, "/readyz", { ca: renewed.cert })).status).toBe(200);
    expect(await own.stop()).toBe(0);
  });
});

describe("the start is refused with a message, before anything is created,", () => {
  const day = 24 * 60 * 60_000;
  const cases: [string, (pair: PemPair) => Promise<PemPair>, RegExp][] = [
    [
      "with another certificate's key",
      async ({ cert }) => ({ cert, key: (await aCertificate()).key }),
      /TLS_KEY_FILE is wrong: its file holds a key that does not belong to the certificate/,
    ],
    [
      "with a certificate that expired",
      () => aCertificate({ notBeforeDate: new Date(Date.now() - 2 * day), notAfterDate: new Date(Date.now() - day) }),
      /TLS_CERT_FILE is wrong: its file holds a certificate that expired on \d{4}-/,
    ],
    [
      "with a certificate that is none",
      async ({ key }) => ({ cert: "not a certificate", key }),
      /TLS_CERT_FILE is wrong: its file holds no certificate in PEM form/,
    ],
    [
      "with a key that is none",
      async ({ cert }) => ({ cert, key: "not-a-real-key" }),
      /TLS_KEY_FILE is wrong: its file holds no private key in PEM form/,
    ],
  ];

  test.for(cases)("%s", async ([, make, sentence]) => {
    const start = await endedStart({ dataDir: aFolder(), env: keepCertificate(aFolder(), await make(certificate)) });
    expectSentence(start, sentence);
    expect(start.output).not.toContain("not-a-real-key");
    expect(readdirSync(start.dataDir)).toEqual([]);
  });

  test("with a file that can't be read", async () => {
    const files = keepCertificate(aFolder(), certificate);
    for (const [name, file] of [
      ["TLS_CERT_FILE", "/nonexistent/vault.pem"],
      ["TLS_KEY_FILE", path.dirname(files.TLS_KEY_FILE)],
    ] as const) {
      expectSentence(
        await endedStart({ dataDir: aFolder(), env: { ...files, [name]: file } }),
        new RegExp(`${name} is wrong: its file can't be read`),
      );
    }
  });

  test("with only one of the two, or a public address without TLS", async () => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = keepCertificate(aFolder(), certificate);
    for (const [env, sentence] of [
      [{ TLS_CERT_FILE }, /TLS_KEY_FILE is wrong: it must be set too/],
      [{ TLS_KEY_FILE }, /TLS_CERT_FILE is wrong: it must be set too/],
      [
        { TLS_CERT_FILE, TLS_KEY_FILE, NEXTAUTH_URL: "http://vault.example.com" },
        /NEXTAUTH_URL is wrong: it must start with https/,
      ],
    ] as const) {
      expectSentence(await endedStart({ dataDir: aFolder(), env }), sentence);
    }
  });
});

test("doctor says when the certificate expires, and what to do if that is soon or it is broken", async () => {
  const { dataDir } = vault;
  const soon = await aCertificate({ notAfterDate: new Date(Date.now() + 3.5 * 24 * 60 * 60_000) });
  const look = async (pair: PemPair) => operate(dataDir, ["doctor"], { env: keepCertificate(aFolder(), pair) });
  expect(await look(certificate)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok {5}TLS certificate \(until \d{4}-\d\d-\d\dT.*\)$/m),
  });
  expect(await look(soon)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^to do {2}TLS certificate \(until .*\): it expires in 3 days: renew it/m),
  });
  expect(await look({ cert: certificate.cert, key: soon.key })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^to do {2}TLS certificate: The setting TLS_KEY_FILE is wrong/m),
  });
});
