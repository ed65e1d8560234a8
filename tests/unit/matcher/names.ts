import type { Environment } from "@/lib/contracts/primitives";
import type { NamedEntry } from "@/lib/matcher";

const environments: Record<string, Environment | null> = {
  dev: "development",
  stg: "staging",
  prod: "production",
  any: null,
};

/** A realistic team's vault: some services in many projects, some shared, some with unusual spelling. */
const lines = `
Stripe | billing | dev stg prod | STRIPE_SECRET_KEY
Stripe | web shop | stg prod | STRIPE_SECRET_KEY
Stripe Webhook | billing | prod | STRIPE_WEBHOOK_SECRET
PayPal | web shop | prod | PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET
PostgreSQL | billing | dev stg prod | DATABASE_URL
PostgreSQL | web shop | stg prod | DATABASE_URL
MySQL | legacy-crm | prod | MYSQL_HOST MYSQL_USER MYSQL_PASSWORD
MongoDB | chatbot | dev prod | MONGODB_URI
Redis | billing | stg prod | REDIS_URL
Redis | chatbot | prod | REDIS_URL
RabbitMQ | billing | prod | AMQP_URL
OpenAI | chatbot | dev prod | OPENAI_API_KEY
OpenAI | shared | any | OPENAI_API_KEY
Anthropic | chatbot | prod | ANTHROPIC_API_KEY
SendGrid | shared | any | API_KEY FROM_ADDRESS
SMTP relay | legacy-crm | prod | SMTP_HOST SMTP_USER SMTP_PASSWORD
Twilio | billing | prod | TWILIO_ACCOUNT_SID TWILIO_AUTH_TOKEN
AWS | infrastructure | stg prod | AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION
AWS S3 | web shop | prod | S3_BUCKET S3_ACCESS_KEY S3_SECRET_KEY
Cloudflare R2 | chatbot | prod | R2_BUCKET R2_ACCESS_KEY
Google Maps | mobileApp | stg prod | GOOGLE_MAPS_API_KEY
Google OAuth | web shop | prod | GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET
Google OAuth | mobileApp | stg prod | GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET
Sentry | shared | any | SENTRY_DSN
Datadog | infrastructure | prod | DD_API_KEY
PostHog | web shop | prod | POSTHOG_KEY
Algolia | web shop | stg prod | ALGOLIA_APP_ID ALGOLIA_API_KEY
GitHub | ci | any | GITHUB_TOKEN
Slack | ci | any | SLACK_WEBHOOK_URL
Auth0 | mobileApp | stg prod | AUTH0_DOMAIN AUTH0_CLIENT_ID
Zürich Rück API | legacy-crm | prod | ZURICH_API_KEY
Firebase | mobileApp | dev stg prod | FIREBASE_SERVER_KEY
Apple Push | mobileApp | prod | APNS_KEY_ID APNS_TEAM_ID
Mapbox | web shop | prod | MAPBOX_TOKEN
Elasticsearch | legacy-crm | prod | ELASTIC_URL
Session secret | billing | dev stg prod | SESSION_SECRET
`;

/** Entries under short names such as `Stripe/billing/prod`. */
export const vault: readonly (NamedEntry & { short: string })[] = lines
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [category = "", entry = "", places = "", variables = ""] = line.split(" | ");
    return places.split(" ").map((place) => ({
      short: `${category}/${entry}/${place}`,
      category,
      entry,
      environment: environments[place] ?? null,
      envVarNames: variables.split(" "),
    }));
  });
