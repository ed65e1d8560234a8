// The vault in the screenshots: plausible names and visibly fake values, created through the API only.
const fake = (prefix) => `${prefix}not_a_real_key_0000`;

const categories = [
  {
    name: "Stripe",
    keyType: "simple",
    envVarName: "STRIPE_SECRET_KEY",
    icon: "stripe",
    description: "Restricted keys only",
    entries: [
      ["storefront", "production"],
      ["storefront", "staging"],
      ["billing", "production"],
      ["billing", "development"],
    ],
  },
  {
    name: "PostgreSQL",
    keyType: "group",
    envVarName: null,
    icon: "postgresql",
    entries: [
      ["storefront", "production"],
      ["storefront", "development"],
      ["analytics", "production"],
    ],
  },
  {
    name: "GitHub",
    keyType: "simple",
    envVarName: "GITHUB_TOKEN",
    icon: "github",
    entries: [
      ["release bot", "production"],
      ["storefront", "development"],
    ],
  },
  {
    name: "Cloudflare",
    keyType: "simple",
    envVarName: "CLOUDFLARE_API_TOKEN",
    icon: "cloudflare",
    entries: [["example.com", "production"]],
  },
  {
    name: "Resend",
    keyType: "simple",
    envVarName: "RESEND_API_KEY",
    icon: "resend",
    entries: [
      ["billing", "production"],
      ["billing", "staging"],
    ],
  },
  {
    name: "Sentry",
    keyType: "simple",
    envVarName: "SENTRY_AUTH_TOKEN",
    icon: "sentry",
    entries: [["storefront", "production"]],
  },
  {
    name: "Google Cloud",
    keyType: "json",
    envVarName: null,
    icon: "googlecloud",
    description: "Service accounts",
    entries: [["analytics", "production"]],
  },
  {
    name: "Deploy keys",
    keyType: "ssh",
    envVarName: null,
    icon: null,
    entries: [
      ["edge-1.example.com", "production"],
      ["edge-2.example.com", "staging"],
    ],
  },
];

const values = {
  simple: fake("sk_test_"),
  group: JSON.stringify({ PGHOST: "db.example.com", PGUSER: "ada", PGPASSWORD: "not-a-real-password" }),
  json: '{ "type": "service_account", "project": "not-real" }',
  ssh: "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXk=\n-----END OPENSSH PRIVATE KEY-----\n",
};

const tokens = [
  ["GitHub", "ada@example.com"],
  ["Cloudflare", "ops@example.com"],
  ["Stripe", "billing@example.com"],
  ["npm", "release-bot"],
  ["Hetzner", "ada@example.com"],
  ["Sentry", "ada@example.com"],
];

const storefront = `# Shared by every stage of the shop
APP_NAME="Example storefront"
APP_URL=https://shop.example.com
LOG_LEVEL=info

# Payments
STRIPE_PUBLISHABLE_KEY=pk_test_not_a_real_key
STRIPE_WEBHOOK_SECRET='whsec_not a real secret'

# Storage
DATABASE_URL=postgresql://ada:not-a-real-password@db.example.com:5432/shop
REDIS_URL=redis://cache.example.com:6379
UPLOADS_BUCKET=example-uploads
FEATURE_NEW_CART=true
`;

const projects = [
  {
    name: "storefront",
    description: "The shop that customers see",
    files: {
      env: storefront,
      "env.local": "LOG_LEVEL=debug\n",
      "env.development": "APP_URL=http://localhost:3000\n",
      "env.production": "APP_URL=https://shop.example.com\n",
    },
  },
  {
    name: "billing",
    description: "Invoices, taxes, dunning",
    files: { env: "QUEUE=billing\n", "env.production": "QUEUE=billing-live\n" },
  },
  { name: "analytics", description: "Nightly reports", files: { env: "WAREHOUSE=not-real\n" } },
];

const day = 86_400_000;
const accessKeys = [
  {
    name: "Deploy of storefront",
    scopes: ["entries:read", "entries:reveal", "envs:read", "envs:reveal", "export:read"],
    days: 5,
  },
  { name: "Nightly backup", scopes: ["export:read"], days: 200 },
  {
    name: "Status dashboard",
    scopes: ["categories:read", "entries:read", "2fa:read", "envs:read", "stats:read"],
    days: null,
  },
  { name: "Old laptop", scopes: ["entries:read", "entries:write"], days: -12 },
];

/**
 * Fills an empty vault. `post(path, body)` sends a signed-in request and returns the reply's JSON; `tryKey(key)` makes
 * one request with a key.
 */
export async function fillVault(post, tryKey) {
  for (const { entries, ...category } of categories) {
    const { id: categoryId } = await post("/categories", category);
    for (const [name, environment] of entries)
      await post("/entries", { categoryId, name, environment, value: values[category.keyType] });
  }
  // Base32, and a different secret for each, so that the codes differ.
  for (const [index, [service, accountName]] of tokens.entries())
    await post("/2fa", { service, accountName, secret: `NOTAREALSECRET${index + 2}A` });
  for (const { files, ...project } of projects) {
    const { data } = await post("/envs", project);
    for (const [fileType, content] of Object.entries(files))
      await post(`/envs/${data.id}/files`, { fileType, content });
  }
  for (const { name, scopes, days } of accessKeys) {
    const { key } = await post("/access-keys", {
      name,
      scopes,
      ...(days !== null && { expiresAt: new Date(Date.now() + days * day).toISOString() }),
    });
    if (name === "Status dashboard") await tryKey(key);
  }
}
