import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { seemsToHoldSecret } from "@/lib/services/ai-extract/secret-shape";
import { vault } from "../../matcher/names";

/** This many random-looking characters, the same in every run. No credential was ever made of them. */
function fake(alphabet: "hex" | "base64" | "base64url" | "letters", length: number, seed = ""): string {
  let text = "";
  for (let round = 0; text.length < length; round += 1) {
    const bytes = createHash("sha256").update(`fake ${seed} ${round}`).digest();
    text +=
      alphabet === "letters"
        ? bytes.toString("base64").replace(/[^A-Za-z0-9]/g, "")
        : bytes.toString(alphabet).replaceAll("=", "");
  }
  return text.slice(0, length);
}

describe("a prompt with a credential in it is recognised", () => {
  // Prefixes are assembled here, so that no scanner reports this file as a leak.
  test.each<[string, string]>([
    ["an access key of this vault", `svc_${fake("base64url", 43)}`],
    ["a Stripe live key", `sk_${"live"}_${fake("letters", 24)}`],
    ["a Stripe restricted key", `rk_${"test"}_${fake("letters", 24)}`],
    ["a Stripe webhook secret", `whsec_${fake("letters", 32)}`],
    ["an OpenAI key", `sk-${"proj"}-${fake("base64url", 48)}`],
    ["an Anthropic key", `sk-${"ant"}-api03-${fake("base64url", 48)}`],
    ["a GitHub token", `ghp_${fake("letters", 36)}`],
    ["a fine-grained GitHub token", `github_${"pat"}_${fake("letters", 22)}_${fake("letters", 59)}`],
    ["a GitLab token", `glpat-${fake("base64url", 20)}`],
    ["a Slack token", `xoxb-${"1234567890"}-${fake("letters", 24)}`],
    ["a Slack webhook", `https://hooks.slack.com/services/T0/B0/${fake("letters", 24)}`],
    ["an AWS key id", `AKIA${"EXAMPLE".repeat(3).slice(0, 16)}`],
    ["an AWS secret key", fake("base64", 40)],
    ["a Google API key", `AIza${fake("base64url", 35)}`],
    ["a Google OAuth secret", `GOCSPX-${fake("base64url", 28)}`],
    ["a SendGrid key", `SG.${fake("base64url", 22)}.${fake("base64url", 43)}`],
    ["a Supabase token", `sbp_${fake("hex", 40)}`],
    ["a Grafana token", `glsa_${fake("letters", 32)}_${fake("hex", 8)}`],
    ["a Docker token", `dckr_pat_${fake("base64url", 27)}`],
    ["a Groq key", `gsk_${fake("letters", 52)}`],
    ["a Slack app's token", `xapp-1-${fake("letters", 11)}-${fake("hex", 64)}`],
    ["a Brevo key", `xkeysib-${fake("hex", 64)}-${fake("letters", 16)}`],
    ["a HubSpot token", `pat-na1-${fake("hex", 32)}`],
    ["a Resend key", `re_${fake("letters", 8)}_${fake("letters", 24)}`],
    ["a Google access token", `ya29.${fake("base64url", 60)}`],
    ["an Atlassian token", `ATATT3${fake("base64url", 60)}`],
    ["a Doppler token", `dp.pt.${fake("letters", 40)}`],
    ["a Tailscale key", `tskey-auth-${fake("letters", 17)}`],
    ["an npm token", `npm_${fake("letters", 36)}`],
    ["a Hugging Face token", `hf_${fake("letters", 34)}`],
    ["a Twilio auth token", fake("hex", 32)],
    ["a Heroku key", fake("hex", 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")],
    ["a Telegram bot's token", `123456789:${fake("base64url", 35)}`],
    ["a JSON web token", `eyJhbGciOiJIUzI1NiJ9.${fake("base64url", 40)}.${fake("base64url", 43)}`],
    ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----"],
    ["a PGP key", "-----BEGIN PGP PRIVATE KEY BLOCK-----"],
    ["a database URL with its password", "postgresql://ada:not-real@db.example.com/app"],
    ["a Redis URL with a password alone", "redis://:not-real@cache.example.com:6379"],
    ["a TOTP secret", "JBSWY3DPEHPK3PXP"],
    ["a TOTP link", "otpauth://totp/ada?secret=AAAA"],
    ["a master key of this vault", `${fake("base64", 43)}=`],
    ["an assignment", "DB_PASSWORD=correcthorse"],
    ["an assignment in quotes", `export API_TOKEN="not-real"`],
    ["a password in a sentence", "the password is notreal2day"],
  ])("%s", (_, credential) => {
    for (const prompt of [
      credential,
      `Use ${credential} for billing, please`,
      `key:"${credential}",`,
      `I have (${credential}).`,
    ])
      expect([prompt, seemsToHoldSecret(prompt)]).toEqual([prompt, true]);
  });

  test.each([
    ["hex", 32],
    ["letters", 24],
    ["base64", 32],
    ["base64url", 32],
    ["base64url", 43],
    ["base64", 43],
    ["hex", 64],
  ] as const)("%s that look random, %i characters of no known form, nearly always", (alphabet, length) => {
    const samples = Array.from({ length: 2000 }, (_, index) => fake(alphabet, length, String(index)));
    // A second line of defence: the matcher and models never get values anyway. It may miss one in a hundred.
    expect(samples.filter((sample) => !seemsToHoldSecret(`use ${sample} there`)).length).toBeLessThanOrEqual(20);
  });
});

describe("an ordinary sentence passes", () => {
  test.each([
    "OpenAI, Stripe and the database for the billing service",
    "Give me everything for the web shop in production",
    "Which keys does the mobile app need to run locally?",
    "I need STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and NEXT_PUBLIC_STRIPE_PUBLISHABLE_KEY",
    "Set up AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_DEFAULT_REGION for eu-central-1",
    "Create a .env for my Next.js 16 app with Auth0, PostgreSQL 17 and Redis 8",
    "DATABASE_URL= and REDIS_URL= for staging",
    "the API key, the API secret and the access token of Twilio",
    "the password for the production database",
    "My password manager is down; which secrets of billing do we hold?",
    "What is the token: is it for GitHub or for GitLab?",
    "Please list the credentials for S3 bucket my-company-backups-eu-west-1",
    "k8s-prod-eu-west-1-api-v2 needs Datadog and Sentry",
    "deploy services/payments/api/v2/webhooks/handler.ts with Stripe and PayPal",
    "postgres://localhost:5432/billing_development is my local database",
    "see https://docs.example.com/guides/getting-started-with-environment-variables?section=2#naming",
    "connect to https://eu-west-1.console.aws.amazon.com/s3/buckets",
    "write to ada.lovelace+billing@mathematics.example.com when done",
    "git@github.com:example/billing-service-frontend.git needs CI tokens",
    "the branch feature/PAY-1234-add-stripe-checkout-to-web-shop",
    "image images.example.com/team/billing-service:2026.03.01-rc.2",
    "the Donaudampfschifffahrtsgesellschaft project in Österreich",
    "Schlüssel für die Abrechnung in der Produktion, bitte",
    "Necesito las claves de facturación para producción",
    "請求サービスの本番環境のキーをください",
    "Ключи для биллинга в продакшене",
    "GoogleMapsApiKey and FirebaseServerKey for mobileApp",
    "NEXT_PUBLIC_SUPABASE_ANON_KEY_V2 and SUPABASE_SERVICE_ROLE_KEY_2026",
    "the internationalization-and-localization-service in development",
    "OAUTH2_PROXY_COOKIE_SECRET, S3_BUCKET_EU_WEST_1_ID, B2_APP_KEY_ID",
    "2 keys for project 42, 3 tokens by 2026-03-01T09:30:00.000Z",
    "call +49 30 1234567890 or 0123456789012345678901 to ask",
    "version 1.2.3-beta.4+build.20260301 of the exporter",
    "GPT-4o, Claude and text-embedding-3-large for the chatbot",
    "set KEY=<your key> and TOKEN=${TOKEN} from the vault",
    "use process.env.STRIPE_SECRET_KEY in src/lib/payments/createCheckoutSession.ts",
    "the so-called pseudopseudohypoparathyroidism study needs MongoDB",
    "VERCEL_ENV, VERCEL_GIT_COMMIT_SHA and VERCEL_PROJECT_PRODUCTION_URL",
    "SMTP_HOST/SMTP_PORT/SMTP_USER/SMTP_PASSWORD for legacy-crm",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "the table glc_customer_accounts_by_region and re_export_all_customers_nightly",
    "xapp-notifications-and-more for the phone",
    "the keys: stripe, openai, sentry; the secrets: session, webhook",
    "key=value files for the billing team",
  ])("%s", (sentence) => {
    expect(seemsToHoldSecret(sentence)).toBe(false);
  });

  test("every name in a vault passes", () => {
    expect(
      vault.flatMap(({ category, entry, envVarNames }) => [category, entry, ...envVarNames]).filter(seemsToHoldSecret),
    ).toEqual([]);
  });
});

test("no text takes long to check", () => {
  const hard = ["password is ", "a://", "AAAA2", "sk_", "key=", "-----BEGIN ", "aB3", ":@", "eyJ.", "password: a1"].map(
    (part) => part.repeat(Math.ceil(2000 / part.length)).slice(0, 2000),
  );
  const before = performance.now();
  for (const text of hard) seemsToHoldSecret(text);
  // Milliseconds in practice; an expression that backtracks without bound would take minutes.
  expect(performance.now() - before).toBeLessThan(2_000);
});
