import path from "node:path";
import { z } from "zod";
import * as value from "./values";

const oidcNames = ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET", "AUTH_OIDC_NAME"] as const;

/** All settings, by their names in the environment. */
export const Settings = z
  .object({
    // Digits only: Number() reads " " as 0 and accepts 0x50 and 1e3.
    PORT: z
      .string()
      .regex(/^\d+$/, "must be a port number")
      .transform(Number)
      .pipe(z.number().max(65_535, "must be at most 65535"))
      .default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    VAULT_DATA_DIR: z
      .string()
      .min(1)
      .default("./data")
      .transform((dir) => path.resolve(/* turbopackIgnore: true */ dir)),
    DATABASE_URL: z
      .string()
      .refine(
        value.isDatabaseUrl,
        "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder",
      )
      .optional(),
    WORKERS: value.atLeastOne(1, 999),
    STOP_DELAY_SECONDS: value.wholeNumber(0, 600).default(0),
    VAULT_MASTER_KEYS: z.string().optional(),
    TLS_CERT_FILE: z.string().optional(),
    TLS_KEY_FILE: z.string().optional(),
    NEXTAUTH_URL: value.httpUrl.transform((url) => new URL(url).origin).optional(),
    AUTH_PASSWORD_LOGIN: value.flag(true),
    AUTH_REGISTRATION: z.enum(["open", "closed"], "must be open or closed").default("open"),
    AUTH_SECOND_FACTOR: z.enum(["optional", "required"], "must be optional or required").default("optional"),
    METRICS_TOKEN: z
      .string()
      .min(16, "must have at least 16 characters (openssl rand -hex 32 makes one), or be unset for no /metrics")
      .optional(),
    AUTH_ADDRESS_FAILURES_MAX: value.atLeastOne(5, 1_000_000),
    API_REQUESTS_PER_MINUTE: value.fromOne(1_000_000).optional(),
    AUTH_SESSION_IDLE_MINUTES: value.atLeastOne(30, 7 * 24 * 60),
    AUTH_SESSION_MAX_HOURS: value.atLeastOne(12, 90 * 24),
    VERSIONS_KEPT: value.wholeNumber(0, 10_000).default(50),
    VERSIONS_DAYS: value.wholeNumber(0, 36_500).default(365),
    TRASH_DAYS: value.wholeNumber(0, 36_500).default(30),
    ACTIVITY_DAYS: value.atLeastOne(400, 36_500),
    TRUSTED_PROXIES: value.addressRanges,
    WEBHOOK_PRIVATE_ADDRESSES: value.flag(false),
    ISSUER_ADDRESSES: z
      .enum(["public", "loopback", "private"], "must be public, loopback or private")
      .default("loopback"),
    SMTP_URL: value.smtpUrl.optional(),
    MAIL_FROM: value.mailFrom.optional(),
    AUTH_OIDC_ISSUER: value.oidcIssuer.optional(),
    AUTH_OIDC_CLIENT_ID: z.string().min(1, "must not be empty").optional(),
    AUTH_OIDC_CLIENT_SECRET: z.string().min(1, "must not be empty").optional(),
    AUTH_OIDC_NAME: z.string().trim().min(1, "must not be blank").max(40, "must have at most 40 characters").optional(),
    AI_BASE_URL: value.aiBaseUrl.optional(),
    AI_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must be one key without blanks or line breaks")
      .optional(),
    // Replies contain this name as their provider, and local is the name of the built-in matcher.
    AI_MODEL: z
      .string()
      .regex(/^(?!local$)[\x21-\x7e]{1,200}$/, "must be a model's name, such as gpt-4.1-mini, and not local")
      .optional(),
  })
  .superRefine((settings, context) => {
    const missing = oidcNames.filter((name) => settings[name] === undefined);
    const [first] = missing;
    if (first && missing.length < oidcNames.length)
      context.addIssue({
        code: "custom",
        path: [first],
        message: `is not set, though another of the OIDC settings is: set all of ${oidcNames.join(", ")}, or none`,
      });
    const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = settings;
    const needs = (name: string, because: string) =>
      context.addIssue({ code: "custom", path: [name], message: `must be set too, since ${because} is` });
    const { TLS_CERT_FILE, TLS_KEY_FILE, NEXTAUTH_URL } = settings;
    if (TLS_CERT_FILE && !TLS_KEY_FILE) needs("TLS_KEY_FILE", "TLS_CERT_FILE");
    if (TLS_KEY_FILE && !TLS_CERT_FILE) needs("TLS_CERT_FILE", "TLS_KEY_FILE");
    if (TLS_CERT_FILE && NEXTAUTH_URL?.startsWith("http:"))
      context.addIssue({
        code: "custom",
        path: ["NEXTAUTH_URL"],
        message: "must start with https://, since TLS_CERT_FILE is set",
      });
    if (settings.SMTP_URL && !settings.MAIL_FROM) needs("MAIL_FROM", "SMTP_URL");
    if (settings.MAIL_FROM && !settings.SMTP_URL) needs("SMTP_URL", "MAIL_FROM");
    if (AI_BASE_URL && !AI_MODEL) needs("AI_MODEL", "AI_BASE_URL");
    if (AI_MODEL && !AI_BASE_URL) needs("AI_BASE_URL", "AI_MODEL");
    if (AI_API_KEY && !AI_BASE_URL) needs("AI_BASE_URL", "AI_API_KEY");
  });
export type Settings = z.output<typeof Settings>;

/**
 * Settings that hold a secret. Each may also be given as `NAME_FILE`, the path of a file with the secret (Docker
 * secrets).
 */
export const secretNames = [
  "DATABASE_URL",
  "VAULT_MASTER_KEYS",
  "AUTH_OIDC_CLIENT_SECRET",
  "AI_API_KEY",
  "METRICS_TOKEN",
  "SMTP_URL",
] as const;
