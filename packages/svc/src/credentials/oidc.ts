import type { IssuedKey } from "../../../../lib/contracts/access/trust-rules";
import { plainLine } from "../../../../lib/plain-text";
import { isAccessKey } from "./access-key";
import { CliError } from "../cli-error";
import { getFrom } from "../vault/http";
import { sendWithRetry } from "../vault/retry";
import type { Settings } from "../settings";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An access key for the job's ID token, by the vault's trust rule (SVC_OIDC_RULE, or the one that fits). It stays in this
 * process and ends by itself.
 */
export async function issuedKey(settings: Settings, env: Environment = process.env): Promise<string> {
  const rule = env.SVC_OIDC_RULE || undefined;
  const token = await idToken(settings, env);
  const answer = await sendWithRetry(settings, "POST", "/token", { token, ...(rule && { rule }) });
  const { key, code, details } = read(answer.text) as Partial<IssuedKey> & { code?: string; details?: unknown };
  if (answer.status === 201 && typeof key === "string" && isAccessKey(key)) return key;
  if (code === "TOKEN_REFUSED")
    throw new CliError(
      "authentication",
      `${settings.url.origin} did not accept the job's ID token: no trust rule matches it, or it can't be verified. ${claimsOf(token)}The activity of the rule that it was meant for says why.`,
    );
  if (answer.status === 429)
    throw new CliError("authentication", `${settings.url.origin} accepts no more ID tokens for now: try again later.`);
  if (code === "VALIDATION_ERROR" && JSON.stringify(details ?? []).includes('"path":"rule"'))
    throw new CliError("usage", "SVC_OIDC_RULE is not the id of a trust rule. The Access keys page shows it.");
  throw new CliError(
    "network",
    `${settings.url.origin} gave no access key for the job's ID token (status ${answer.status}): is that the vault's address, and does it have trust rules?`,
  );
}

function read(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

/** As long as the names of branches get; what is longer tells nothing more. */
const shownMax = 300;

/** What a token says of itself, for people; never the token. Empty if it can't be read. */
function claimsOf(token: string): string {
  const { iss, aud, sub } = read(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    [claim: string]: unknown;
  };
  const told = (
    [
      ["issuer", [iss]],
      ["audience", [aud].flat()],
      ["subject", [sub]],
    ] as const
  ).flatMap(([word, said]) => {
    const texts = said.filter((text) => typeof text === "string");
    return texts.length === 0 ? [] : [`${word} ${plainLine(texts.join(", ")).slice(0, shownMax)}`];
  });
  return told.length === 0 ? "" : `The token says: ${told.join("; ")}. Compare that with the rule. `;
}

/** From GitHub Actions, and what speaks as it does, or from GitLab's `id_tokens`. */
async function idToken(settings: Settings, env: Environment): Promise<string> {
  if (env.SVC_ID_TOKEN) return env.SVC_ID_TOKEN.trim();
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: credential } = env;
  if (!address || !credential || !URL.canParse(address))
    throw new CliError(
      "authentication",
      "SVC_OIDC is true, but this job has no ID token. In GitHub Actions, give the job `permissions: id-token: write`. In GitLab, declare SVC_ID_TOKEN under `id_tokens`.",
    );
  const target = new URL(address);
  target.searchParams.set("audience", env.SVC_OIDC_AUDIENCE || settings.url.origin);
  const answer = await getFrom(target, settings.timeoutSeconds, { Authorization: `Bearer ${credential}` });
  const { value } = read(answer.text) as { value?: unknown };
  if (answer.status === 200 && typeof value === "string" && value !== "") return value;
  throw new CliError(
    "network",
    `${target.origin} gave no ID token for this job (status ${answer.status}): does the job have \`permissions: id-token: write\`?`,
  );
}
