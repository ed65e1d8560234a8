import type { CreateTrustRule, TrustRule } from "@/lib/contracts/access/trust-rules";
import { isPlainLine } from "@/lib/plain-text";

/** Where a job runs. Each has its own issuer and its own claims. */
export const providers = { github: "GitHub", gitlab: "GitLab", forgejo: "Forgejo", other: "Another issuer" } as const;
export type Provider = keyof typeof providers;

/** Which jobs of a repository: all, those of a branch, or those of an environment. */
export const kinds = { branch: "One branch", environment: "One environment", all: "All jobs" } as const;
type Kind = keyof typeof kinds;

export type JobFields = {
  provider: Provider;
  /** Of GitLab or Forgejo, such as https://gitlab.com. */ server: string;
  /** acme/web */ repository: string;
  kind: Kind;
  /** A branch's or an environment's. */ ref: string;
  /** Of another issuer. */ issuer: string;
  /** Of another issuer: one a line, name=pattern. */ claims: string;
};

export const usualServers: Readonly<Record<Provider, string>> = {
  github: "",
  gitlab: "https://gitlab.com",
  forgejo: "https://codeberg.org",
  other: "",
};

type Asked = Pick<CreateTrustRule, "issuer" | "claims">;

const withoutSlash = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.endsWith("/") ? trimmed.slice(0, -1) : trimmed;
};

/** The issuer and the claims of those jobs' tokens. */
export function askedOf({ provider, server, repository, kind, ref, issuer, claims }: JobFields): Asked {
  const [name, of] = [repository.trim(), ref.trim()];
  if (provider === "github")
    return {
      issuer: "https://token.actions.githubusercontent.com",
      claims: {
        sub: `repo:${name}:${{ branch: `ref:refs/heads/${of}`, environment: `environment:${of}`, all: "*" }[kind]}`,
      },
    };
  if (provider === "gitlab")
    return {
      issuer: withoutSlash(server),
      claims: {
        sub: `project_path:${name}:${kind === "branch" ? `ref_type:branch:ref:${of}` : "*"}`,
        ...(kind === "environment" && { environment: of }),
      },
    };
  if (provider === "forgejo")
    return {
      issuer: `${withoutSlash(server)}/api/actions`,
      claims: { repository: name, ...(kind === "branch" && { ref: `refs/heads/${of}` }) },
    };
  return { issuer: issuer.trim(), claims: claimsIn(claims) };
}

/** The fields that issuer and claims follow from, where they are not typed themselves. A claim of its own comes first. */
export function standInsOf(fields: JobFields): Record<string, "server" | "repository" | "ref"> {
  const { provider, repository, kind, ref } = fields;
  if (provider === "other") return {};
  const hasRefInSubject = kind === "branch" || (provider === "github" && kind === "environment");
  // It is refused for signs that disturb, or for its length.
  const isRefAtFault = !isPlainLine(ref) || (isPlainLine(repository) && ref.length > repository.length);
  return {
    "claims.sub": hasRefInSubject && isRefAtFault ? "ref" : "repository",
    "claims.ref": "ref",
    "claims.environment": "ref",
    claims: "repository",
    ...(provider !== "github" && { issuer: "server" }),
  };
}

/** The lines of name=pattern, as they were typed and in parts. */
const claimLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf("=");
      const [name, pattern] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
      return { line, name: name.trim(), pattern: pattern.trim() };
    });

const claimsIn = (text: string): Record<string, string> =>
  Object.fromEntries(claimLines(text).map(({ name, pattern }) => [name, pattern]));

/** What is wrong with such lines, before the vault judges the patterns. */
export function claimsFault(text: string): string | undefined {
  const claims = claimLines(text);
  if (claims.length === 0) return "Enter at least one claim.";
  const broken = claims.find(({ name, pattern }) => name === "" || name === "*" || pattern === "");
  if (broken) return `Write a claim as name=pattern, such as sub=repo:acme/web:*, not “${broken.line}”.`;
  const names = claims.map(({ name }) => name);
  const again = names.find((name, at) => names.indexOf(name) !== at);
  return again === undefined ? undefined : `Enter ${again} once: each claim has one pattern.`;
}

/** Whose tokens a rule trusts, by its issuer. */
export function providerOf({ issuer, claims }: Pick<TrustRule, "issuer" | "claims">): Provider {
  if (issuer === "https://token.actions.githubusercontent.com") return "github";
  if (claims["sub"]?.startsWith("project_path:")) return "gitlab";
  return issuer.endsWith("/api/actions") ? "forgejo" : "other";
}

/** What to write into the job. svc.cjs lies in the repository. */
export function snippetOf(rule: TrustRule, origin: string): string {
  const provider = providerOf(rule);
  const settings = [
    `SVC_URL: ${origin}`,
    'SVC_OIDC: "true"',
    `SVC_OIDC_RULE: ${rule.id}`,
    ...(rule.audience === origin || provider === "gitlab"
      ? []
      : [`SVC_OIDC_AUDIENCE: ${JSON.stringify(rule.audience)}`]),
  ];
  const indented = (lines: readonly string[], by: number) => lines.map((line) => " ".repeat(by) + line);
  const run = "node tools/svc.cjs run -- ./deploy.sh";
  if (provider === "gitlab")
    return [
      "deploy:",
      "  id_tokens:",
      "    SVC_ID_TOKEN:",
      `      aud: ${JSON.stringify(rule.audience)}`,
      "  variables:",
      ...indented(settings, 4),
      "  script:",
      `    - ${run}`,
    ].join("\n");
  if (provider === "other") return [...settings, "SVC_ID_TOKEN: <THE ID TOKEN>"].join("\n");
  return [
    "jobs:",
    "  deploy:",
    ...(provider === "forgejo"
      ? ["    enable-openid-connect: true"]
      : ["    permissions:", "      contents: read", "      id-token: write"]),
    "    env:",
    ...indented(settings, 6),
    "    steps:",
    `      - run: ${run}`,
  ].join("\n");
}
