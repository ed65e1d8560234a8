/**
 * The meaning of each setting, in the groups of docs/operate/settings.md. Names, defaults and bounds come from the
 * schema in lib/settings; `npm run docs:settings` writes both into the page.
 */
export const settingMeanings = {
  "Address and TLS": {
    PORT: "The port to listen on.",
    HOST: "The interface to listen on. `0.0.0.0` means all of them: then put TLS in front, or set `TLS_CERT_FILE` and `TLS_KEY_FILE`.",
    TLS_CERT_FILE:
      "A PEM file with the certificate and its chain. The vault then speaks TLS itself, and no longer plain HTTP. Needs `TLS_KEY_FILE`.",
    TLS_KEY_FILE: "A PEM file with the certificate's private key. Needs `TLS_CERT_FILE`.",
    NEXTAUTH_URL:
      "The public address, such as `https://vault.example.com`; a path after it is ignored. Unset: taken from each request.",
    TRUSTED_PROXIES:
      "Addresses and ranges of your proxies, separated by commas, such as `127.0.0.1,10.0.0.0/8`. The vault believes their `X-Forwarded-For` and `X-Forwarded-Proto`. Unset: it believes nobody's `X-Forwarded-For`, and `X-Forwarded-Proto` from this machine and private networks.",
  },
  "Storage and keys": {
    VAULT_DATA_DIR: "The folder with the database and, unless you provide one, the master key.",
    DATABASE_URL:
      "`file:/path/to/vault.db` for a database file elsewhere, or `postgresql://user:password@host:5432/database` for PostgreSQL 14 or newer (percent-encode special characters in the password). Unset: `vault.db` in the data folder.",
    VAULT_MASTER_KEYS:
      "Base64 keys of 32 bytes (`openssl rand -base64 32`), separated by line breaks or commas. The first one encrypts, all of them decrypt. Unset: `master.key` in the data folder, created on the first start.",
  },
  History: {
    VERSIONS_KEPT:
      "How many former values of each entry and env file are kept. 0 keeps none, and files and groups that a key or member has seen then count as still in use.",
    VERSIONS_DAYS: "A former value is deleted this many days after another one took its place. 0 keeps none.",
    TRASH_DAYS:
      "What was deleted stays in the trash for this many days, and can be restored. 0: there is no trash, and deleting is final.",
    ACTIVITY_DAYS: "How many days activity records are kept.",
  },
  Processes: {
    WORKERS: "The number of processes on this machine, which share one port. More than one needs PostgreSQL.",
    STOP_DELAY_SECONDS:
      "After `SIGTERM` the vault keeps serving for this long while `/readyz` answers 503, so that a load balancer switches to other vaults first. A second signal ends the wait. `compose.postgresql.yaml` and the systemd unit set 5.",
  },
  "Sign-in and sessions": {
    AUTH_PASSWORD_LOGIN:
      "Whether people can sign in with e-mail and password, and with passkeys. `false` leaves only single sign-on.",
    AUTH_REGISTRATION:
      "`closed`: only people who were invited to a team can create an account, also through single sign-on.",
    AUTH_SECOND_FACTOR:
      "`required`: a session without a second factor can do nothing but set one up (an authenticator app, or a passkey to sign in with).",
    AUTH_SESSION_IDLE_MINUTES: "A session ends after this many minutes without a request.",
    AUTH_SESSION_MAX_HOURS: "A session ends after this many hours in any case.",
  },
  "Single sign-on": {
    AUTH_OIDC_ISSUER:
      "The provider's address, exactly as it reports it. Set all four of these settings, or none. See [sign-on.md](sign-on.md).",
    AUTH_OIDC_CLIENT_ID: "The vault's client id at the provider.",
    AUTH_OIDC_CLIENT_SECRET: "The vault's client secret at the provider.",
    AUTH_OIDC_NAME: "The provider's name on the sign-in button, at most 40 characters.",
  },
  Limits: {
    AUTH_ADDRESS_FAILURES_MAX:
      "Failed sign-ins from one client address before the vault delays further ones; the same number of registrations without an invitation, and of requests for calendars that don't exist, and 20 times as many links, registrations with an invitation, and sign-ins started at the provider, each counted separately. Raise it if many people share one address. (An account is always delayed after 5.)",
    API_REQUESTS_PER_MINUTE:
      "API requests per account, over all its sessions and access keys, in each process. Bursts of up to a sixth of that (at least 10) are allowed; beyond that the answer is `429` with `Retry-After`. Unset: no limit. The compose files and the systemd unit set 1200.",
  },
  Webhooks: {
    WEBHOOK_PRIVATE_ADDRESSES:
      "`true`: webhooks may lead to this machine and to private networks, and use plain `http`. Whoever has an account can then make the vault send requests there.",
  },
  "Trust rules": {
    ISSUER_ADDRESSES:
      "Where the issuers of trust rules may be: `public` (the internet, over TLS), `loopback` (also on this machine, including over `http`) or `private` (also in private networks, over TLS: your own GitLab or Forgejo).",
  },
  Mail: {
    SMTP_URL:
      "The server that sends the vault's mail, with its login: `smtps://user:password@mail.example.com:465` (TLS from the start) or `smtp://user:password@mail.example.com:587` (STARTTLS, which the server must offer unless it is this machine). Percent-encode special characters in user and password. Needs `MAIL_FROM`. Unset: no mail is sent, and no page offers any. See [mail.md](mail.md).",
    MAIL_FROM: "The sender of the vault's mail, such as `Vault <vault@example.com>`. Needs `SMTP_URL`.",
  },
  "AI model": {
    AI_BASE_URL:
      "The address of a model server that speaks OpenAI's protocol, such as `https://api.openai.com/v1`. Plain `http` only on this machine (`http://localhost:11434/v1`). Unset: nothing is sent anywhere.",
    AI_API_KEY: "The key for that server, if it needs one.",
    AI_MODEL: "The model's name on that server. Needed with `AI_BASE_URL`.",
  },
  Metrics: {
    METRICS_TOKEN: "The token that opens `/metrics`, at least 16 characters. Unset: there is no `/metrics`.",
  },
};
