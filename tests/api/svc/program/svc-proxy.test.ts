import { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { svcWith } from "../../../support/programs/svc";
import { aCertificate, keepCertificate } from "../../../support/programs/tls";

const { aFolder } = ownVaults();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const key = newAccessKey();
const credentials = `Basic ${Buffer.from("ada:not-a-real-password").toString("base64")}`;
const atVault: IncomingMessage[] = [];
const atProxy: { method?: string; url?: string; headers: IncomingMessage["headers"] }[] = [];
let trust = "";
let proxy = "";

beforeAll(async () => {
  const certificate = await aCertificate({ host: "vault.example.com" });
  trust = keepCertificate(aFolder(), certificate).TLS_CERT_FILE;
  const vault = await listening(
    https.createServer(certificate, (request, response) => {
      atVault.push(request);
      response.setHeader("Content-Type", "application/json").end("[]");
    }),
  );
  const server = createServer((request, response) => {
    atProxy.push(request);
    response.setHeader("Content-Type", "application/json").end("[]");
  });
  // It connects to the vault whatever the request names, so only the certificate can tell whether that is right.
  server.on("connect", (request, socket, head) => {
    atProxy.push(request);
    if (request.headers["proxy-authorization"] !== credentials)
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    const upstream = connect(vault, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => undefined);
  });
  proxy = `127.0.0.1:${await listening(server)}`;
});

const ls = (url: string, env: Record<string, string>, ...args: string[]) => {
  atVault.length = atProxy.length = 0;
  return svcWith(url, key)(["ls", "--json", ...args], { env: { NODE_EXTRA_CA_CERTS: trust, ...env } });
};

describe("HTTPS_PROXY", () => {
  test("reaches the vault through a tunnel that contains the key; the proxy sees host, port and its own credentials", async () => {
    expect(await ls("https://vault.example.com", { HTTPS_PROXY: `http://ada:not-a-real-password@${proxy}` })).toEqual({
      code: 0,
      signal: null,
      stdout: "[]\n",
      stderr: "",
    });
    expect(atProxy.map(({ method, url }) => [method, url])).toEqual([["CONNECT", "vault.example.com:443"]]);
    expect(atProxy[0]?.headers).toEqual({
      host: "vault.example.com:443",
      connection: expect.any(String),
      "proxy-authorization": credentials,
    });
    expect(
      atVault.map(({ url, headers }) => [url, headers.host, headers.authorization, headers["proxy-authorization"]]),
    ).toEqual([["/api/entries", "vault.example.com", `Bearer ${key}`, undefined]]);
  });

  test("accepts no certificate for another host, and reports a proxy that refuses or is missing, without its password", async () => {
    const refusals = [
      ["https://other.example.com", `http://ada:not-a-real-password@${proxy}`, "ERR_TLS_CERT_ALTNAME_INVALID"],
      ["https://vault.example.com", `http://ada:wrong-not-real@${proxy}`, "the proxy answered 407"],
      ["https://vault.example.com", "http://ada:not-a-real-password@127.0.0.1:1", "ECONNREFUSED"],
    ] as const;
    for (const [url, HTTPS_PROXY, words] of refusals) {
      const { code, stderr } = await ls(url, { HTTPS_PROXY });
      expect([
        code,
        stderr.includes(words),
        stderr.includes("through the proxy 127.0.0.1:"),
        stderr.includes("not-"),
      ]).toEqual([3, true, true, false]);
    }
    expect(atVault).toEqual([]);
  });

  test("is not used for this machine or for hosts in NO_PROXY", async () => {
    expect(await ls("https://vault.invalid", { HTTPS_PROXY: `http://${proxy}`, NO_PROXY: ".invalid" })).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/can't be reached \(E\w+\)/),
    });
    expect(await ls("http://127.0.0.1:1", { HTTP_PROXY: `http://${proxy}` })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("ECONNREFUSED"),
    });
    expect(atProxy).toEqual([]);
  });
});

test("HTTP_PROXY gets the whole URL of a vault without TLS, which --insecure-http allows", async () => {
  expect(
    await ls(
      "http://vault.home.arpa:3000",
      { HTTP_PROXY: `http://ada:not-a-real-password@${proxy}` },
      "--insecure-http",
    ),
  ).toMatchObject({ code: 0, stdout: "[]\n" });
  expect(
    atProxy.map(({ url, headers }) => [url, headers.host, headers.authorization, headers["proxy-authorization"]]),
  ).toEqual([["http://vault.home.arpa:3000/api/entries", "vault.home.arpa:3000", `Bearer ${key}`, credentials]]);
});
