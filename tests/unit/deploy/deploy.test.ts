import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { secureContextOf } from "@/lib/crypto/certificate";
import { contracts } from "@/lib/contracts";
import { register } from "@/lib/contracts/people/account";
import { bodyBytesMaxDefault } from "@/lib/contracts/contract";
import { readSettings } from "@/lib/env";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const composeFiles = ["compose.yaml", "compose.postgresql.yaml"];
/** Parts of another file, which names the settings. */
const included = new Set(["rate-limits.caddy", "vault-proxy.conf"]);
const files = [
  ...composeFiles,
  ...readdirSync(path.join(projectRoot, "deploy"))
    .filter((name) => !included.has(name))
    .map((name) => `deploy/${name}`),
];
/** From a proxy's own environment, or passed on by the file that includes it. */
const withoutOwn = (text: string) => text.replace(/\{\$[A-Z_]+/g, "").replace(/\bVAULT_(?:TLS|UPSTREAMS)=/g, "");
const unit = read("deploy/secrets-vault.service");
const nginx = read("deploy/nginx.conf");
const nginxProxy = read("deploy/vault-proxy.conf");
const caddy = read("deploy/Caddyfile");
const caddyLimits = read("deploy/rate-limits.caddy");
const haproxy = read("deploy/haproxy.cfg");
const dockerfile = read("Dockerfile");

/** All matches' first group. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? "");
const only = (text: string, pattern: RegExp) => {
  const found = all(text, pattern);
  expect([pattern, found]).toEqual([pattern, [expect.any(String)]]);
  return found[0] ?? "";
};

/** The lines below a YAML key in our style: two spaces per level, lists in brackets. */
function below(yaml: string, ...keys: string[]): string {
  return keys.reduce(
    (text, key, depth) =>
      only(text, new RegExp(`^ {${depth * 2}}${key}:\\n((?:(?: {${depth * 2 + 2}}.*)?\\n)+)`, "gm")),
    yaml,
  );
}
const keysOf = (yaml: string, ...keys: string[]) =>
  all(below(yaml, ...keys), new RegExp(`^ {${keys.length * 2}}([\\w-]+):`, "gm"));
const items = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim().replace(/^"|"$/g, ""))
    .filter((item) => item !== "");

const names = new Set(Object.keys(readSettings({})));
/** A setting of the C library, and what systemd tells a service. */
const ofTheSystem = new Set(["MALLOC_ARENA_MAX", "CREDENTIALS_DIRECTORY"]);
/** Whether the vault would read this as a setting or as the file of one. */
function isSetting(name: string): boolean {
  if (names.has(name)) return true;
  try {
    readSettings({ [name]: "/nonexistent/secret" });
    return false;
  } catch (error) {
    return String(error).includes(`${name} names a file`);
  }
}

describe.for(files)("%s", (file) => {
  test("uses settings that exist, with valid values", () => {
    const text = withoutOwn(read(file));
    const named = all(text, /\b([A-Z]+(?:_[A-Z]+)+)\b/g).filter((name) => !/^(?:POSTGRES|AF)_/.test(name));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !isSetting(name) && !ofTheSystem.has(name))).toEqual([]);
    const given = [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)(?:=|: )([^\s.]\S*?)\.?(?=\s|$)/gm)]
      .map(([, name = "", value = ""]) => [name, value] as const)
      .filter(([name]) => names.has(name));
    expect(given.length).toBeGreaterThan(0);
    for (const [name, value] of given) expect(() => readSettings({ [name]: value })).not.toThrow();
  });
});

describe.for(composeFiles)("the secrets of %s", (file) => {
  const yaml = read(file);
  const services = keysOf(yaml, "services");

  test("are files that its first lines create, each for a service that reads it", () => {
    const secrets = keysOf(yaml, "secrets");
    for (const secret of secrets) {
      expect(below(yaml, "secrets", secret)).toBe(`    file: ./secrets/${secret}\n`);
      expect(all(yaml.slice(0, yaml.indexOf("services:")), new RegExp(`> (secrets/${secret})\\b`, "g"))).toEqual([
        `secrets/${secret}`,
      ]);
    }
    const given = services.flatMap((service) => {
      const text = below(yaml, "services", service);
      const list = items(all(text, /^ {4}secrets: \[(.*)\]$/gm).join());
      expect(all(text, /_FILE: \/run\/secrets\/(\S+)$/gm).sort()).toEqual(list.sort());
      return list;
    });
    expect([...new Set(given)].sort()).toEqual(secrets.sort());
  });

  test("are readable for their owner only", () => {
    const [firstLines = ""] = yaml.split("services:");
    expect(firstLines.indexOf("umask 077")).toBeGreaterThan(0);
    expect(firstLines.indexOf("umask 077")).toBeLessThan(firstLines.indexOf("> secrets/"));
  });

  test("belong to the container's user, as far as the vault reads them", () => {
    const owned = only(yaml, /chown 1000 ([^&\n]+)/g);
    expect(owned.split(" ").sort()).toEqual(
      items(only(below(yaml, "services", "vault"), /^ {4}secrets: \[(.*)\]$/gm))
        .map((name) => `secrets/${name}`)
        .sort(),
    );
  });
});

/** What closes registration, or says that one may: the files above, and the example for Kubernetes. */
const closing = [...files, "docs/examples/kubernetes.yaml"].filter((file) => /AUTH_REGISTRATION\b/.test(read(file)));

test("registration is closed in four files", () => {
  expect(closing).toEqual([...composeFiles, "deploy/secrets-vault.service", "docs/examples/kubernetes.yaml"]);
});

test.for([...closing, "docs/operate/run.md", "README.md"])("%s says how one gets the first account", (file) => {
  expect(read(file)).toMatch(/\buser add you@example\.com\b/);
});

describe("places and ports", () => {
  const port = only(dockerfile, /^EXPOSE (\d+)$/gm);

  test("use one port, from the setting's default to the proxies", () => {
    expect([
      String(readSettings({}).PORT),
      only(dockerfile, /^ENV .*\bPORT=(\d+)/gm),
      only(unit, /^Environment=.*\bPORT=(\d+)/gm),
    ]).toEqual([port, port, port]);
    expect([
      only(nginx, /server 127\.0\.0\.1:(\d+) max_fails=0;/g),
      only(caddy, /reverse_proxy \{\$VAULT_UPSTREAMS:127\.0\.0\.1:(\d+)\} /g),
      only(haproxy, /^ {4}server \S+ 127\.0\.0\.1:(\d+)$/gm),
    ]).toEqual([port, port, port]);
    expect(new Set(all(nginx, /proxy_pass http:\/\/(\w+);/g))).toEqual(new Set(all(nginx, /^upstream (\w+) \{/gm)));
    // Published to this machine only.
    for (const file of composeFiles)
      expect(items(only(read(file), /^ {4}ports: \[(.*)\]$/gm))).toEqual([`127.0.0.1:3000:${port}`]);
    expect(only(read("compose.postgresql.yaml"), /"--from", ":(\d+)"/g)).toBe("3000");
    expect(only(read("compose.postgresql.yaml"), /"--to", "([^"]+)"/g)).toBe(`vault:${port}`);
  });

  test("a health check requests the same as the image's own", () => {
    const [, initial, address] =
      /:\$\{process\.env\.PORT \|\| (\d+)\}(\/\w+)`/.exec(read("scripts/package/app-healthcheck.mjs")) ?? [];
    expect([initial, address]).toEqual([port, only(caddy, /health_uri (\S+)/g)]);
    expect(only(haproxy, /option httpchk GET (\S+)/g)).toBe(address);
    expect(read("lib/server/process/listen.ts")).toContain(`"${address}"`);
  });

  test("the proxies hide the server's own paths, and limit guesses", () => {
    const served = read("lib/server/process/listen.ts");
    const metrics = [
      only(caddy, /@metrics path (\S+)/g),
      only(nginx, /location = (\S+) \{ return 404; \}/g),
      only(haproxy, /return status 404 if \{ path (\S+) \}/g),
    ];
    for (const address of metrics) expect(served).toContain(`"${address}"`);
    const registration = `/api${register.path}`;
    const guessed = new RegExp(only(nginx, /location ~ (\S+) \{/g));
    for (const address of [registration, "/api/auth/callback/credentials", "/api/auth/callback/passkey"])
      expect([address, guessed.test(address)]).toEqual([address, true]);
    expect(only(caddyLimits, /path (\/api\/.*)$/gm).split(" ")).toEqual(["/api/auth/callback/*", registration]);
  });

  test("every deployment limits an account to what the proxies allow an address", () => {
    const perMinute = String(60 * Number(only(nginx, /zone=vault_all:10m rate=(\d+)r\/s;/g)));
    expect(only(haproxy, /sc_http_req_rate\(0\) gt (\d+)/g)).toBe(perMinute);
    expect([
      only(unit, /^Environment=.*\bAPI_REQUESTS_PER_MINUTE=(\d+)/gm),
      ...composeFiles.map((file) =>
        only(below(read(file), "services", "vault"), /^ {6}API_REQUESTS_PER_MINUTE: (\d+)$/gm),
      ),
    ]).toEqual([perMinute, perMinute, perMinute]);
  });

  test("the proxies redirect pages to TLS, and refuse an unencrypted API call rather than redirect its key", () => {
    const [, plain = ""] = /server \{\n {4}listen 80;\n(.*?)\n\}/s.exec(nginx) ?? [];
    expect([
      only(plain, /location \/api\/ \{ return (\d+); \}/g),
      only(plain, /location \/ \{ return (\d+) https:/g),
      all(plain, /return/g).length,
    ]).toEqual(["403", "301", 2]);
    const [, alsoPlain = ""] = /^http:\/\/\{\$VAULT_HOST:vault\.example\.com\} \{\n(.*?)\n\}/ms.exec(caddy) ?? [];
    expect(alsoPlain.split("\n").map((line) => line.trim())).toEqual([
      "@api path /api /api/*",
      "handle @api {",
      "respond 403",
      "}",
      "handle {",
      "redir https://{host}{uri} permanent",
      "}",
    ]);
  });

  test("a proxy accepts only TLS 1.2 and 1.3, with forward secrecy", () => {
    expect(only(nginx, /ssl_protocols (.*);/g).split(" ")).toEqual(["TLSv1.2", "TLSv1.3"]);
    expect([only(haproxy, /ssl-min-ver (\S+)/g), only(haproxy, /ssl-default-bind-ciphers (\S+)/g)]).toEqual([
      "TLSv1.2",
      only(nginx, /ssl_ciphers (.*);/g),
    ]);
    // nginx accepts all ciphers of TLS 1.3, none of which is weak.
    expect(
      only(nginx, /ssl_ciphers (.*);/g)
        .split(":")
        .sort(),
    ).toEqual(
      secureContextOf({ cert: "", key: "" })
        .ciphers.split(":")
        .filter((cipher) => !cipher.startsWith("TLS_"))
        .sort(),
    );
    // Caddy's default, unless it is configured otherwise.
    expect(caddy).not.toMatch(/^\s*(tls|protocols)\b/m);
  });

  test("nginx accepts the largest body that the vault accepts", () => {
    const largest = Math.max(...contracts.map(({ bodyBytesMax = bodyBytesMaxDefault }) => bodyBytesMax));
    expect(Number(only(nginx, /client_max_body_size (\d+)m;/g)) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
  });

  test("nginx writes no body and no response to a file", () => {
    expect(only(nginx, /^ {4}client_body_buffer_size (\d+m);/gm)).toBe(only(nginx, /client_max_body_size (\d+m);/g));
    expect(only(nginxProxy, /^proxy_max_temp_file_size (\d+);/gm)).toBe("0");
    // Each place that passes requests on passes them on in this way.
    expect(all(nginx, /proxy_pass/g).length).toBe(all(nginx, /include vault-proxy\.conf;/g).length);
  });

  test("a service manager waits longer for a stop than it takes", () => {
    const drainSeconds =
      Number(only(read("lib/server/process/lifecycle.ts"), /drainMsMax = ([\d_]+);/g).replace("_", "")) / 1000;
    const delayIn = (text: string) => Number(all(text, /\bSTOP_DELAY_SECONDS(?:=|: )(\d+)/g)[0] ?? 0);
    const waits = [
      [unit, only(unit, /^TimeoutStopSec=(\d+)$/gm)] as const,
      ...composeFiles.map(
        (file) => [read(file), only(below(read(file), "services", "vault"), /stop_grace_period: (\d+)s/g)] as const,
      ),
    ];
    for (const [text, seconds] of waits) expect(Number(seconds)).toBeGreaterThan(drainSeconds + delayIn(text));
    // If several vaults are behind one proxy, it learns of a stop in time.
    expect([delayIn(unit), delayIn(read("compose.postgresql.yaml"))]).toEqual([5, 5]);
    for (const interval of [only(caddy, /health_interval (\d+)s/g), only(haproxy, /check inter (\d+)s/g)])
      expect(Number(interval)).toBeLessThan(delayIn(unit) / 2);
  });

  test("systemd goes on starting a vault whose database is away: it gives up after five starts within ten seconds", () => {
    expect(Number(only(unit, /^RestartSec=(\d+)$/gm)) * 4).toBeGreaterThan(10);
  });

  test("a proxy passes on the host with its port, and closes idle connections before the vault does", () => {
    expect(only(nginxProxy, /proxy_set_header Host (\S+);/g)).toBe("$http_host");
    expect(new Set(all(nginx, /include (\S+);/g))).toEqual(new Set(["vault-proxy.conf"]));
    const vaultSeconds =
      Number(only(read("lib/server/process/listen.ts"), /keepAliveTimeout: ([\d_]+)/g).replace("_", "")) / 1000;
    expect(Number(only(nginx, /^ {4}keepalive_timeout (\d+)s;/gm))).toBeLessThan(vaultSeconds);
  });

  test("data is stored where the vault writes it", () => {
    const kept = only(dockerfile, /^VOLUME (\S+)$/gm);
    expect(only(dockerfile, /VAULT_DATA_DIR=(\S+)/g)).toBe(kept);
    expect(items(only(below(read("compose.yaml"), "services", "vault"), /^ {4}volumes: \[(.*)\]$/gm))).toEqual([
      `${keysOf(read("compose.yaml"), "volumes").join()}:${kept}`,
    ]);
    const replicas = below(read("compose.postgresql.yaml"), "services", "vault");
    expect(
      only(replicas, /VAULT_DATA_DIR: (\S+)/g).startsWith(`${items(only(replicas, /tmpfs: \[(.*)\]/g)).join()}/`),
    ).toBe(true);
    // Of the vault, and of the operator's commands.
    const folder = `/var/lib/${only(unit, /^StateDirectory=(\S+)$/gm)}`;
    expect(all(unit, /VAULT_DATA_DIR=(\S+)/g)).toEqual([folder, folder]);
  });

  test("the unit says how a command runs from a terminal, and from cron", () => {
    expect(
      only(unit, /^# The operator's commands,[^\n]* \(from cron with ([^)\n]+)\):\n# {3}systemd-run --pty /gm),
    ).toBe("--pipe --wait --quiet in place of --pty");
  });

  test("the operator's commands get a master key outside of the data folder as the vault does", () => {
    const [ofCommands, ofVault, ...others] = all(unit, /LoadCredential=(\S+)/g);
    expect([ofCommands, others]).toEqual([ofVault, []]);
    const [name = ""] = (ofVault ?? "").split(":");
    // In a transient unit, systemd expands variables in the command, and no %d.
    expect(all(unit, /VAULT_MASTER_KEYS_FILE=([^\s']+)/g)).toEqual([`\${CREDENTIALS_DIRECTORY}/${name}`, `%d/${name}`]);
  });

  test("commands are files of the deployable folder", () => {
    const assembled = all(read("scripts/package.mjs"), /\["app-[\w-]+\.mjs", "([\w-]+\.mjs)"\]/g);
    const used = [...all(unit, /\/opt\/secrets-vault\/([\w-]+\.mjs)/g), ...all(dockerfile, /\/app\/([\w-]+\.mjs)/g)];
    expect([...new Set(used)].sort()).toEqual(assembled.sort());
  });

  test("the database's address is that of the service in the same file", () => {
    const yaml = read("compose.postgresql.yaml");
    const database = below(yaml, "services", "postgresql");
    const { username, hostname, pathname } = new URL(only(yaml, /printf '(\S+)'/g).replace("%s", "password"));
    expect([username, hostname, pathname]).toEqual([
      only(database, /POSTGRES_USER: (\S+)/g),
      "postgresql",
      `/${only(database, /POSTGRES_DB: (\S+)/g)}`,
    ]);
    expect(items(only(database, /test: \[(.*)\]/g))).toEqual([
      "CMD",
      "pg_isready",
      `--username=${username}`,
      `--dbname=${pathname.slice(1)}`,
    ]);
  });
});
