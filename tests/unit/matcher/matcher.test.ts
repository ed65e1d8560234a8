import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Environment } from "@/lib/contracts/primitives";
import { matchLocally, type NamedEntry } from "@/lib/matcher";
import { vault } from "./names";

function find(prompt: string, environment?: Environment | null, entries: readonly NamedEntry[] = vault) {
  const { matches, missing } = matchLocally(prompt, entries, environment);
  return {
    found: matches.map(({ index }) => vault[index]?.short),
    missing,
    reasons: matches.map(({ reason }) => reason),
  };
}

type Case = [prompt: string, found: string[], missing?: string[]];

/** Each prompt with everything that a person would expect of it, and nothing else. */
const cases: Record<string, Case[]> = {
  "a service by its name, in a project and an environment": [
    ["Stripe for billing in production", ["Stripe/billing/prod", "Stripe Webhook/billing/prod"]],
    ["I need the Redis url of the chatbot", ["Redis/chatbot/prod"]],
    ["give me the staging Stripe key for the web shop, please", ["Stripe/web shop/stg"]],
    [
      "OpenAI, Stripe and the database for the billing service in staging",
      ["Stripe/billing/stg", "PostgreSQL/billing/stg", "OpenAI/shared/any"],
    ],
    ["github token and slack webhook for ci", ["GitHub/ci/any", "Slack/ci/any"]],
  ],
  "a project as a whole": [
    [
      "everything for billing in staging",
      ["Stripe/billing/stg", "PostgreSQL/billing/stg", "Redis/billing/stg", "Session secret/billing/stg"],
    ],
    ["set up a .env file for the infrastructure project, staging", ["AWS/infrastructure/stg"]],
    ["which keys does the mobile app use in development?", ["Firebase/mobileApp/dev"]],
  ],
  "environment words": [
    ["stripe billing dev", ["Stripe/billing/dev"]],
    ["Firebase keys for local development", ["Firebase/mobileApp/dev"]],
    ["algolia on prod", ["Algolia/web shop/prod"]],
    ["algolia, live", ["Algolia/web shop/prod"]],
    ["Google Maps in staging and production", ["Google Maps/mobileApp/stg", "Google Maps/mobileApp/prod"]],
    [
      "all development secrets",
      [
        "Stripe/billing/dev",
        "PostgreSQL/billing/dev",
        "MongoDB/chatbot/dev",
        "OpenAI/chatbot/dev",
        "OpenAI/shared/any",
        "SendGrid/shared/any",
        "Sentry/shared/any",
        "GitHub/ci/any",
        "Slack/ci/any",
        "Firebase/mobileApp/dev",
        "Session secret/billing/dev",
      ],
    ],
  ],
  synonyms: [
    ["the database for the chatbot in production", ["MongoDB/chatbot/prod"]],
    ["db for billing, development", ["PostgreSQL/billing/dev"]],
    ["postgres of the web shop in staging", ["PostgreSQL/web shop/stg"]],
    ["something to send emails", ["SendGrid/shared/any", "SMTP relay/legacy-crm/prod"]],
    ["payments for the web shop, production", ["Stripe/web shop/prod", "PayPal/web shop/prod"]],
    ["Claude for the chatbot", ["Anthropic/chatbot/prod"]],
    ["object storage buckets in production", ["AWS S3/web shop/prod", "Cloudflare R2/chatbot/prod"]],
    ["error monitoring", ["Sentry/shared/any", "Datadog/infrastructure/prod"]],
    ["a message queue and a cache for billing in production", ["Redis/billing/prod", "RabbitMQ/billing/prod"]],
  ],
  "plurals, slips of the finger and other spellings": [
    [
      "databases for production",
      ["PostgreSQL/billing/prod", "PostgreSQL/web shop/prod", "MySQL/legacy-crm/prod", "MongoDB/chatbot/prod"],
    ],
    ["Stirpe for billing in staging", ["Stripe/billing/stg"]],
    ["Twillio and sendgird", ["SendGrid/shared/any", "Twilio/billing/prod"]],
    ["databse for the chatbot, development", ["MongoDB/chatbot/dev"]],
    ["send grid", ["SendGrid/shared/any"]],
    ["open ai for the chatbot in development", ["OpenAI/chatbot/dev"]],
    ["git-hub", ["GitHub/ci/any"]],
    ["REDIS FOR BILLING IN STAGING", ["Redis/billing/stg"]],
    ["zürich rück api", ["Zürich Rück API/legacy-crm/prod"]],
  ],
  "the whole name before its parts": [
    ["Google Maps for staging", ["Google Maps/mobileApp/stg"]],
    ["STRIPE_WEBHOOK_SECRET", ["Stripe Webhook/billing/prod"]],
    ["MYSQL_PASSWORD and SESSION_SECRET in production", ["MySQL/legacy-crm/prod", "Session secret/billing/prod"]],
    ["AWS S3", ["AWS S3/web shop/prod"]],
    ["aws for staging", ["AWS/infrastructure/stg"]],
  ],
  "what is not there": [
    ["Stripe for billing in staging, and Kafka", ["Stripe/billing/stg"], ["kafka"]],
    ["Snowflake and Algolia in staging", ["Algolia/web shop/stg"], ["snowflake"]],
    ["Datadog in staging", [], ["datadog"]],
    ["Heroku", [], ["heroku"]],
    ["Sentry for the intranet", ["Sentry/shared/any"], ["intranet"]],
  ],
  "whole sentences": [
    [
      "Build me an env for the chatbot on production with OpenAI and Mongo",
      ["MongoDB/chatbot/prod", "OpenAI/chatbot/prod"],
    ],
    [
      "What's needed to run the legacy CRM?",
      [
        "MySQL/legacy-crm/prod",
        "SMTP relay/legacy-crm/prod",
        "Zürich Rück API/legacy-crm/prod",
        "Elasticsearch/legacy-crm/prod",
      ],
    ],
    [
      "SMS and push notifications in prod",
      ["Twilio/billing/prod", "Apple Push/mobileApp/prod", "Firebase/mobileApp/prod"],
    ],
    [
      "I'm setting up a frontend for the web shop: Algolia search, Mapbox, PostHog and Stripe (production)",
      ["Stripe/web shop/prod", "PostHog/web shop/prod", "Algolia/web shop/prod", "Mapbox/web shop/prod"],
    ],
    [
      "Give me DATABASE_URL, REDIS_URL and STRIPE_SECRET_KEY for billing staging",
      ["Stripe/billing/stg", "PostgreSQL/billing/stg", "Redis/billing/stg"],
    ],
    ["connect to the Snowflake warehouse and dbt", [], ["snowflake", "dbt"]],
  ],
  "what is left out": [
    [
      "everything for billing in staging except Redis",
      ["Stripe/billing/stg", "PostgreSQL/billing/stg", "Session secret/billing/stg"],
    ],
    [
      "all of the chatbot in production without OpenAI, Anthropic and Redis",
      ["MongoDB/chatbot/prod", "Cloudflare R2/chatbot/prod"],
    ],
    ["Google Maps, not in production", ["Google Maps/mobileApp/stg"]],
    ["Stripe for billing in production but no webhooks", ["Stripe/billing/prod"]],
    ["Algolia in staging, but I don't need PayPal", ["Algolia/web shop/stg"]],
    ["I'm not sure whether the mobile app uses Firebase in development", ["Firebase/mobileApp/dev"]],
  ],
  "words side by side are one thing": [
    ["Google login for the mobile app in staging", ["Google OAuth/mobileApp/stg"]],
    ["a Zapier webhook", [], ["zapier"]],
    ["the Heroku database", [], ["heroku"]],
  ],
  variables: [
    ["ALGOLIA_CRAWLER_KEY and SESSION_COOKIE_NAME for staging", [], ["ALGOLIA_CRAWLER_KEY", "SESSION_COOKIE_NAME"]],
    ["REDIS_PASSWORD for billing in staging", ["Redis/billing/stg"]],
  ],
  "words that name nothing": [
    ["Hello! Could you please help me to configure my new application?", []],
    ["I want to deploy the infrastructure to staging today; what do I need?", ["AWS/infrastructure/stg"]],
    ["api key", []],
    ["the url, host, port and password", []],
    ["2 keys, 3 tokens", []],
    ["?!", []],
  ],
};

describe.each(Object.entries(cases))("%s", (_, prompts) => {
  test.each(prompts)("%s", (prompt, expected, absent = []) => {
    const { found, missing } = find(prompt);
    expect({ found: found.toSorted(), missing }).toEqual({ found: expected.toSorted(), missing: absent });
  });
});

describe("the environment of the request", () => {
  test("wins over the sentence's own", () => {
    expect(find("Stripe for billing in production", "staging").found).toEqual(["Stripe/billing/stg"]);
    expect(find("Stripe for billing", "development").found).toEqual(["Stripe/billing/dev"]);
  });

  test("counts as none if it is null", () => {
    expect(find("Stripe for billing in staging", null).found).toEqual(["Stripe/billing/stg"]);
  });

  test("does not exclude an entry without an environment", () => {
    expect(find("sentry", "production").found).toEqual(["Sentry/shared/any"]);
  });
});

test("a longer name does not also match the shorter ones within it", () => {
  const named = (category: string, ...envVarNames: string[]): NamedEntry => ({
    category,
    entry: "shared",
    environment: null,
    envVarNames,
  });
  const entries = [
    named("Stripe", "STRIPE_WEBHOOK_SECRET"),
    named("Webhook secret", "INCOMING_SECRET"),
    named("Webhook", "HOOK_URL"),
  ];
  expect(matchLocally("STRIPE_WEBHOOK_SECRET", entries).matches.map(({ index }) => index)).toEqual([0]);
  expect(matchLocally("the webhook secret", entries).matches.map(({ index }) => index)).toEqual([1]);
});

describe("a name of words that name nothing elsewhere", () => {
  const entries: NamedEntry[] = [
    { category: "PostgreSQL", entry: "user-service", environment: "production", envVarNames: ["DATABASE_URL"] },
    { category: "Redis", entry: "user-service", environment: "staging", envVarNames: ["REDIS_URL"] },
    { category: "Laravel", entry: "billing", environment: null, envVarNames: ["APP_KEY"] },
    { category: "USER_API_KEY", entry: "billing", environment: null, envVarNames: ["USER_API_KEY"] },
    { category: "Service account", entry: "web shop", environment: "production", envVarNames: ["GOOGLE_KEY"] },
  ];
  test.each<[string, number[], string[]?]>([
    ["all secrets of user-service", [0, 1]],
    ["everything for the user service in production", [0]],
    // It is known, and has nothing there: that asks for nothing of other projects.
    ["all secrets of user-service in development", [], ["user service"]],
    ["APP_KEY", [2]],
    ["my APP_KEY and USER_API_KEY", [2, 3]],
    ["USER_API_KEY", [3]],
    ["ACCESS_TOKEN", [], ["ACCESS_TOKEN"]],
    ["the service account", [4]],
    // Nobody asks for a variable by such words.
    ["an app key and a user api key", []],
  ])("%s", (prompt, expected, absent = []) => {
    const { matches, missing } = matchLocally(prompt, entries);
    expect([matches.map(({ index }) => index), missing]).toEqual([expected, absent]);
  });
});

test("each match says which words of the sentence led to it", () => {
  for (const reason of find("Stripe for billing in staging").reasons)
    expect(reason).toBe("Matches “stripe” and “billing”");
  expect(find("everything for the mobile app in development").reasons).toEqual(["Matches “mobile app”"]);
  expect(new Set(find("all development secrets").reasons)).toEqual(new Set(["Everything was asked for"]));
});

test("an empty vault finds nothing and says what is missing", () => {
  expect(matchLocally("Stripe and the database", [])).toEqual({ matches: [], missing: ["stripe", "database"] });
});

test("any sentence over any names: each entry at most once, in its order, with a reason; nothing is missing that was not named", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "stripe",
      "billing",
      "Prod",
      "all",
      "for",
      "db",
      "STRIPE_KEY",
      "__proto__",
      "constructor",
      "toString",
    ),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  const entry = fc.record<NamedEntry>({
    category: text,
    entry: text,
    environment: fc.constantFrom("development", "staging", "production", null),
    envVarNames: fc.array(word, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(text, fc.array(entry, { maxLength: 8 }), (prompt, entries) => {
      const { matches, missing } = matchLocally(prompt, entries);
      const indexes = matches.map(({ index }) => index);
      expect(indexes).toEqual([...new Set(indexes)].toSorted((left, right) => left - right));
      expect(matches.every(({ index, reason }) => entries[index] !== undefined && reason !== "")).toBe(true);
      expect(
        missing.every((name) =>
          prompt
            .normalize("NFKC")
            .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
            .toLowerCase()
            .includes(name.replaceAll("_", " ").toLowerCase()),
        ),
      ).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("2,000 characters over 5,000 entries are fast", () => {
  const entries = Array.from({ length: 5000 }, (_, index): NamedEntry => ({
    category: `Service ${index}`,
    entry: `project-${index % 50}`,
    environment: null,
    envVarNames: [`SERVICE_${index}_KEY`],
  }));
  const prompt = Array.from({ length: 200 }, (_, index) => `servce${index}`)
    .join(" ")
    .slice(0, 2000);
  const before = performance.now();
  matchLocally(prompt, entries);
  // Nobody minds waiting a second. It takes a tenth.
  expect(performance.now() - before).toBeLessThan(5_000);
});
