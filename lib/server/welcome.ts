import type { Misspelled, Settings } from "../env";
import { isLoopback } from "../loopback";
import { masterKeyFile } from "../runtime/master-key";
import type { Prepared } from "../runtime/prepare";

/** What a start prints: where the vault is, where its data is, and what the operator should see to. */
export function welcome(
  settings: Settings,
  { database, migrations, madeMasterKey, hasAccounts }: Prepared,
  port: number,
  misspelled: readonly Misspelled[] = [],
): string {
  const { HOST, NEXTAUTH_URL, TLS_CERT_FILE, TRUSTED_PROXIES, VAULT_MASTER_KEYS } = settings;
  const { AUTH_REGISTRATION, AUTH_PASSWORD_LOGIN, AUTH_OIDC_ISSUER } = settings;
  const scheme = TLS_CERT_FILE === undefined ? "http" : "https";
  const loopback = isLoopback(HOST);
  const everywhere = ["0.0.0.0", "::"].includes(HOST);
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const url = NEXTAUTH_URL ?? `${scheme}://${loopback || everywhere ? "localhost" : host}:${port}`;
  // A proxy on this machine may lead others here.
  const isReachable =
    !loopback ||
    TRUSTED_PROXIES.length > 0 ||
    (NEXTAUTH_URL !== undefined && !isLoopback(new URL(NEXTAUTH_URL).hostname));
  const keyPlace = VAULT_MASTER_KEYS === undefined ? masterKeyFile(settings) : "the master keys that you set";
  const lines = [
    `The vault is open at ${url}`,
    `  database    ${database}`,
    `  master key  ${keyPlace}${madeMasterKey ? "  (made just now)" : ""}`,
    ...(settings.WORKERS > 1 ? [`  workers     ${settings.WORKERS} processes`] : []),
    `  back up     both: without the master key nothing in the database can ever be read`,
    ...(migrations.length > 0 ? [`  applied     ${migrations.join(", ")}`] : []),
    ...(everywhere
      ? [
          `  reachable   from other machines, by this machine's name and port ${port}${scheme === "https" ? "" : "; put TLS in front"}`,
        ]
      : []),
    ...(isReachable && AUTH_PASSWORD_LOGIN && AUTH_REGISTRATION === "open"
      ? [`  warning     anyone who can reach it can register: set AUTH_REGISTRATION=closed once your accounts exist`]
      : []),
    ...(!AUTH_PASSWORD_LOGIN && AUTH_OIDC_ISSUER === undefined
      ? [
          `  warning     nobody can sign in: AUTH_PASSWORD_LOGIN is false, and no single sign-on is set (AUTH_OIDC_ISSUER)`,
        ]
      : []),
    ...(AUTH_REGISTRATION === "closed" && !hasAccounts && (AUTH_PASSWORD_LOGIN || AUTH_OIDC_ISSUER !== undefined)
      ? [
          `  warning     there is no account yet, and registration is closed: ${AUTH_PASSWORD_LOGIN ? "add one with svc-admin user add you@example.com" : "set AUTH_REGISTRATION=open until yours exists"}`,
        ]
      : []),
    ...misspelled.map(({ name, meant }) => `  warning     ${name} is no setting, and does nothing: ${meant} is one`),
  ];
  return `${lines.join("\n")}\n`;
}
