import { iconFinder } from "@/lib/icon-name";

/** Where a service lets people make keys. */
export type ServicePage = { service: string; url: string };

/** By the icon's slug. Each is the address that public projects tell their users to open. Addresses that need an account's or a project's name lead to the page above. */
const pages: Readonly<Record<string, readonly [service: string, url: string]>> = {
  airtable: ["Airtable", "https://airtable.com/create/tokens"],
  algolia: ["Algolia", "https://dashboard.algolia.com/account/api-keys"],
  amazonaws: ["AWS", "https://console.aws.amazon.com/iam/home#/security_credentials"],
  anthropic: ["Anthropic", "https://console.anthropic.com/settings/keys"],
  brevo: ["Brevo", "https://app.brevo.com/settings/keys/api"],
  circleci: ["CircleCI", "https://app.circleci.com/settings/user/tokens"],
  cloudflare: ["Cloudflare", "https://dash.cloudflare.com/profile/api-tokens"],
  datadog: ["Datadog", "https://app.datadoghq.com/organization-settings/api-keys"],
  digitalocean: ["DigitalOcean", "https://cloud.digitalocean.com/account/api/tokens"],
  discord: ["Discord", "https://discord.com/developers/applications"],
  github: ["GitHub", "https://github.com/settings/tokens"],
  gitlab: ["GitLab", "https://gitlab.com/-/user_settings/personal_access_tokens"],
  googlecloud: ["Google Cloud", "https://console.cloud.google.com/apis/credentials"],
  googlegemini: ["Google AI Studio", "https://aistudio.google.com/app/apikey"],
  heroku: ["Heroku", "https://dashboard.heroku.com/account"],
  huggingface: ["Hugging Face", "https://huggingface.co/settings/tokens"],
  linear: ["Linear", "https://linear.app/settings/account/security"],
  mailgun: ["Mailgun", "https://app.mailgun.com/settings/api_security"],
  microsoftazure: ["Azure", "https://portal.azure.com"],
  netlify: ["Netlify", "https://app.netlify.com/user/applications"],
  notion: ["Notion", "https://www.notion.so/profile/integrations"],
  openai: ["OpenAI", "https://platform.openai.com/api-keys"],
  paypal: ["PayPal", "https://developer.paypal.com/dashboard/applications"],
  resend: ["Resend", "https://resend.com/api-keys"],
  sendgrid: ["SendGrid", "https://app.sendgrid.com/settings/api_keys"],
  sentry: ["Sentry", "https://sentry.io/settings/account/api/auth-tokens/"],
  slack: ["Slack", "https://api.slack.com/apps"],
  stripe: ["Stripe", "https://dashboard.stripe.com/apikeys"],
  supabase: ["Supabase", "https://supabase.com/dashboard/account/tokens"],
  telegram: ["Telegram", "https://t.me/BotFather"],
  twilio: ["Twilio", "https://console.twilio.com"],
  vercel: ["Vercel", "https://vercel.com/account/settings/tokens"],
};

const slugOf = iconFinder(Object.entries(pages).map(([slug, [service]]) => [slug, service]));

/** Where a category's keys are made: by its icon, or by its name, which may begin with the service's, as STRIPE_SECRET_KEY does. */
export function servicePage({ icon, name }: { icon: string | null; name: string }): ServicePage | undefined {
  const slug = icon !== null && Object.hasOwn(pages, icon) ? icon : slugOf(name);
  const [service, url] = (slug !== null && pages[slug]) || [];
  return service !== undefined && url !== undefined ? { service, url } : undefined;
}

/** The first web address in an entry's notes, without what a sentence puts around it. */
export function linkIn(notes: string | null): string | undefined {
  for (const word of (notes ?? "").split(/\s+/)) {
    const from = word.indexOf("https://");
    if (from === -1) continue;
    let text = word.slice(from);
    while (">)\"'.,;:".includes(text.at(-1) ?? "-")) text = text.slice(0, -1);
    if (URL.canParse(text)) return text;
  }
  return undefined;
}
