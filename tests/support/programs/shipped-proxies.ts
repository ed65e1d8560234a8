import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "./free-port";
import type { ownProxies, ProxyProgram, RunningProxy } from "./proxies";
import { projectRoot } from "../vaults/server";
import { aCertificate, keepCertificate } from "./tls";

export type ShippedProxy = { plainPort: number; tlsPort: number; ca: string; output: RunningProxy["output"] };

const shipped = (name: string) => readFileSync(path.join(projectRoot, "deploy", name), "utf8");

/** Replaces places in a text. Each of them must exist. */
function moved(text: string, places: readonly (readonly [from: string, to: string])[]): string {
  return places.reduce((rest, [from, to]) => {
    if (!rest.includes(from)) throw new Error(`${from} is not in the configuration`);
    return rest.replaceAll(from, to);
  }, text);
}

/**
 * Starts a proxy with its configuration from `deploy/` in front of vaults at these ports, for the host localhost. Only
 * ports and certificate paths are replaced by the test's own; the rest is exactly what is shipped.
 */
export async function startShipped(
  aProxy: ReturnType<typeof ownProxies>,
  program: ProxyProgram,
  vaultPorts: readonly number[],
): Promise<ShippedProxy> {
  const [plainPort, tlsPort, certificate] = [await freePort(), await freePort(), await aCertificate()];
  const upstreams = vaultPorts.map((port) => `127.0.0.1:${port}`);
  const configs: Record<ProxyProgram, (folder: string) => string> = {
    caddy: () => shipped("Caddyfile"),
    nginx: (folder) => {
      const { TLS_CERT_FILE, TLS_KEY_FILE } = keepCertificate(folder, certificate);
      writeFileSync(path.join(folder, "vault-proxy.conf"), shipped("vault-proxy.conf"));
      const letsencrypt = "/etc/letsencrypt/live/vault.example.com";
      return moved(shipped("nginx.conf"), [
        ["listen 80;", `listen 127.0.0.1:${plainPort};`],
        ["listen 443 ssl;", `listen 127.0.0.1:${tlsPort} ssl;`],
        [
          "    server 127.0.0.1:3000 max_fails=0;",
          upstreams.map((address) => `    server ${address} max_fails=0;`).join("\n"),
        ],
        [`${letsencrypt}/fullchain.pem`, TLS_CERT_FILE],
        [`${letsencrypt}/privkey.pem`, TLS_KEY_FILE],
      ]);
    },
    haproxy: (folder) => {
      const file = path.join(folder, "both.pem");
      writeFileSync(file, `${certificate.cert}\n${certificate.key}\n`, { mode: 0o600 });
      return moved(shipped("haproxy.cfg"), [
        ["bind :80\n", `bind 127.0.0.1:${plainPort}\n`],
        ["bind :443 ", `bind 127.0.0.1:${tlsPort} `],
        ["/etc/haproxy/vault.pem", file],
        [
          "    server vault-1 127.0.0.1:3000",
          upstreams.map((address, index) => `    server vault-${index + 1} ${address}`).join("\n"),
        ],
      ]);
    },
  };
  // Caddy reads them from its own environment.
  const env = (folder: string) => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = keepCertificate(folder, certificate);
    return {
      VAULT_HOST: "localhost",
      VAULT_HTTP_PORT: String(plainPort),
      VAULT_HTTPS_PORT: String(tlsPort),
      VAULT_UPSTREAMS: upstreams.join(" "),
      VAULT_TLS: `tls ${TLS_CERT_FILE} ${TLS_KEY_FILE}`,
    };
  };
  const { output } = await aProxy(
    program,
    configs[program],
    [plainPort, tlsPort],
    program === "caddy" ? env : undefined,
  );
  return { plainPort, tlsPort, ca: certificate.cert, output };
}
