import type { Environment } from "../contracts/primitives";

/**
 * What services are for. Each line starts with words of one general meaning, followed by services of that kind. `=`
 * joins names of the same thing. A general word finds all of its special ones; a special word finds the general one if
 * no entry has its own name. Names of several words are written as one.
 */
const meaningLines = [
  "database db sql: postgres=postgresql=postgre=pg mysql mariadb mongo=mongodb sqlite mssql=sqlserver oracle cockroachdb planetscale supabase neon dynamodb cassandra",
  "email mail smtp mailer: sendgrid mailgun postmark ses resend mailchimp brevo",
  "payment: stripe paypal adyen braintree mollie square klarna",
  "cache: redis valkey memcached upstash",
  "queue messagequeue messagebroker broker: rabbitmq=amqp kafka sqs nats",
  "storage objectstorage bucket blob: s3 r2 gcs minio b2=backblaze wasabi",
  "hosting: aws=amazon gcp=googlecloud azure digitalocean hetzner heroku netlify vercel flyio railway",
  "llm ai gpt languagemodel: openai=chatgpt anthropic=claude mistral gemini cohere groq deepseek",
  "vectordatabase vectordb vectorstore: pinecone weaviate qdrant chroma milvus",
  "auth oauth login sso oidc: auth0 okta clerk cognito keycloak nextauth ldap",
  "monitoring error errortracking errormonitoring logging observability: sentry datadog=dd newrelic grafana honeycomb bugsnag rollbar",
  "alerting oncall paging: pagerduty opsgenie",
  "sms: twilio vonage nexmo messagebird",
  "pushnotification push: fcm=firebase apns=applepush onesignal",
  "map: mapbox googlemaps maptiler",
  "search searchengine: algolia elasticsearch=elastic=es opensearch meilisearch typesense",
  "analytics webanalytics tracking: posthog mixpanel amplitude segment plausible googleanalytics=ga matomo",
  "datawarehouse: snowflake bigquery=bq redshift databricks clickhouse",
  "bi businessintelligence: looker metabase tableau superset",
  "cdn: cloudflare=cf fastly cloudfront bunny",
  "chat: slack discord telegram",
  "captcha: hcaptcha recaptcha turnstile",
  "featureflag featuretoggle: launchdarkly unleash configcat flagsmith",
  "registry containerregistry imageregistry: dockerhub ecr gcr ghcr quay",
  "shipping parcel: dhl ups fedex usps shippo",
  "geoip iplookup geolocation: ipinfo maxmind",
  "crm: salesforce hubspot pipedrive",
  "support helpdesk: zendesk intercom freshdesk",
  "cms: contentful sanity strapi storyblok",
  "versioncontrol: github=gh gitlab=gl bitbucket",
  "orchestration: kubernetes=k8s=kube",
  "infrastructureascode iac: terraform=tf pulumi",
];

/**
 * Services that are found by name only. If no entry has the name, it is reported as missing, even if it is also an
 * ordinary word.
 */
const otherServices =
  "airtable airbyte asana avalara bitrise box buildkite calendly chromatic circleci cloudinary codecov confluence datev dbt discourse docker dockerhub docusign dropbox figma ghost ibm ifttt jenkins jira linear linkedin monday mux notion npm opentelemetry plaid prisma quickbooks retool sap shopify snyk sonar sonarcloud spotify tailscale trello twitch twitter typeform unsplash vault webflow wordpress xero youtube zapier zoom".split(
    " ",
  );

const environmentWords: Record<string, Environment> = {
  development: "development",
  dev: "development",
  local: "development",
  localhost: "development",
  locally: "development",
  laptop: "development",
  workstation: "development",
  staging: "staging",
  stage: "staging",
  preprod: "staging",
  preproduction: "staging",
  test: "staging",
  testing: "staging",
  qa: "staging",
  sandbox: "staging",
  production: "production",
  prod: "production",
  live: "production",
};

/**
 * Words of a request that name nothing: prose, and parts that most variable names share. They match nothing and are
 * never missing.
 */
const fillers = new Set(
  [
    "a about after again all also am an and another any are as at back be been before being both but by can cannot could did do does done during each either",
    "else etc ever every everything few first for from get gets give go going goes gonna good got had has have having hello help here hey hi how i if in inside into is it its itself",
    "just last later least less let lets like ll look looking made make makes making many may maybe me might more most much must my need needed needing needs never new next no not now",
    "of off ok okay old on once one only onto open or other others otherwise our ours out over own part please plus possible put puts quick quickly re really right run running runs",
    "same see seems send sends sending set sets setting she should show since so some something soon start started starting still such sure take tell than thank thanks that the their",
    "them then there these they thing things this those three through to today together tomorrow too try trying two under until up upon us use used uses using ve very via want wanted",
    "wants was way we well were what when where which while who whole whose why will wish with within without would yes yet you your yours",
    "add adding allow bring build building call called calls change check code collect configure connect connecting connects contain containing copy create created creating deploy",
    "deployed deploying deployment deploys fetch fill find generate handle handles include includes including install integrate integration keep launch list load migrate name named names object",
    "post prepare prepares provide read reads release require required requires save ship store stores switch sync talk talks update updates work working works write writes",
    "access account accounts address api apis app application applications apps base client config configuration configurations credential credentials domain dotenv dsn endpoint env envs",
    "environment environments file files frontend backend host hostname id ids instance key keys machine message messages notification notifications password passwords person platform port private prj product provider providers project projects public region",
    "repo repository secret secrets server servers service services setup sid site software stack stuff system systems team template tenant thing token tokens tool tools uri url urls user",
    "username users value values var variable variables vars version website",
  ]
    .join(" ")
    .split(" "),
);

/** Entries of a project with one of these names serve every project. */
const sharedProjects = new Set(["shared", "common", "global", "default", "general", "everyone"]);

/** Words that request everything of the name next to them. */
const allWords = new Set(["all", "any", "every", "everything", "whole"]);

const sameAs = new Map<string, string[]>();
const specialsOf = new Map<string, string[]>();
const generalsOf = new Map<string, string[]>();
for (const line of meaningLines) {
  const [generals = [], groups = []] = line.split(": ").map((part) => part.split(" "));
  const specials = groups.map((group) => group.split("="));
  for (const general of generals) {
    sameAs.set(general, generals);
    specialsOf.set(general, specials.flat());
  }
  for (const group of specials) {
    for (const special of group) {
      sameAs.set(special, group);
      generalsOf.set(special, generals);
    }
  }
}

const serviceNames = new Set(otherServices);

/** A word in singular and plural. */
export function formsOf(word: string): string[] {
  const forms = [word, `${word}s`];
  if (word.length > 3 && word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.length > 4 && word.endsWith("es")) forms.push(word.slice(0, -2));
  if (word.length > 4 && word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  return forms;
}

const lookUp = (table: ReadonlyMap<string, readonly string[]>, word: string) =>
  formsOf(word).flatMap((form) => table.get(form) ?? []);

/** Other names of the same thing, and the special names that a general word covers. */
export const meaningsOf = (word: string): string[] => [...lookUp(sameAs, word), ...lookUp(specialsOf, word)];
/** The general words that cover a special one. */
export const kindsOf = (word: string): string[] => lookUp(generalsOf, word);
/** Words with a meaning of their own, which a typo may have changed. */
export const knownWords: readonly string[] = [...sameAs.keys(), ...otherServices];
export const isKnown = (word: string): boolean => lookUp(sameAs, word).length > 0 || serviceNames.has(word);
export const isGeneral = (word: string): boolean => lookUp(specialsOf, word).length > 0;
export const isSharedProject = (name: string): boolean => wordsOf(name).some((word) => sharedProjects.has(word));
export const isFiller = (word: string): boolean => fillers.has(word);
export const asksForAll = (words: readonly string[]): boolean => words.some((word) => allWords.has(word));
export const environmentOf = (word: string): Environment | undefined =>
  Object.hasOwn(environmentWords, word) ? environmentWords[word] : undefined;

/** A text's words in lower case. Splits snake_case and kebab-case, but not camelCase. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A name's words, with camelCase both whole and split: `mobileApp` gives mobileapp, mobile and app. */
export function nameWordsOf(name: string): string[] {
  const apart = name.normalize("NFKC").replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return [...new Set([...wordsOf(name), ...wordsOf(apart)])];
}
