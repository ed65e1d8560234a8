import { z } from "zod";
import { isPlainLine } from "../../plain-text";
import { contract } from "../contract";
import { grantBounds, grantBoundsReply } from "./grants";
import { count, id, idOfEitherCase, name, Scope, timestamp } from "../primitives";

/*
 * Trust rules: programs that have an ID token of an issuer, such as a job in GitHub Actions, exchange it for an access key
 * that ends by itself. No key is kept there.
 */

const issuerLengthMax = 500;
const audienceLengthMax = 500;
const claimsMax = 20;
const claimNameLengthMax = 100;
const patternLengthMax = 500;
/** Of the keys that a rule issues. */
const minutesMax = 60;
const minutesDefault = 15;
/** An ID token of a provider has 1 to 4 KiB. */
const tokenLengthMax = 12_000;

const atMost = (max: number) => `must have at most ${max} characters`;
const line = (max: number) =>
  z
    .string()
    .min(1, "must not be empty")
    .max(max, atMost(max))
    .refine(isPlainLine, "must not contain line breaks, tabs or other control characters");

const issuer = () =>
  z
    .string()
    .max(issuerLengthMax, atMost(issuerLengthMax))
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { protocol } = new URL(text);
      return (
        ["https:", "http:"].includes(protocol) && isPlainLine(text) && ![..." ?#"].some((sign) => text.includes(sign))
      );
    }, "must be an https address without a query, such as https://token.actions.githubusercontent.com")
    .meta({
      format: "uri",
      maxLength: issuerLengthMax,
      description: "Exactly as the tokens' `iss`. An https address; http only for the vault's own machine",
    });

/** Claims that all tokens of an issuer share, or that their holder chooses: none tells one job from another. */
const everybodys: ReadonlySet<string> = new Set(["iss", "aud", "azp", "exp", "iat", "nbf", "jti"]);

/** Whether a pattern has a letter or a digit. */
const namesSomething = (pattern: string): boolean =>
  [...pattern].some((sign) => sign.toLowerCase() !== sign.toUpperCase() || (sign >= "0" && sign <= "9"));

const claims = () =>
  z
    .record(line(claimNameLengthMax), line(patternLengthMax))
    .refine((given) => Object.keys(given).length <= claimsMax, `must have at most ${claimsMax} claims`)
    .refine(
      (given) => Object.entries(given).some(([claim, pattern]) => !everybodys.has(claim) && namesSomething(pattern)),
      "must name a claim specific to the job, such as sub, with a pattern of more than * and punctuation: anybody can get a token from a public issuer",
    )
    .meta({
      maxProperties: claimsMax,
      description:
        "Patterns by claim name. Each must match the whole claim; `*` stands for any characters or none. Claims that are text, numbers or true and false can be named",
      example: { sub: "repo:acme/web:*" },
    });

const rule = {
  id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  name: "Deploy web",
  issuer: "https://token.actions.githubusercontent.com",
  audience: "https://vault.example.com",
  claims: { sub: "repo:acme/web:ref:refs/heads/main" },
  scopes: ["entries:read", "entries:reveal"] as Scope[],
  projects: ["web"],
  environments: ["production" as const],
  minutes: 15,
  makerId: null,
  liveKeys: 0,
  createdAt: "2026-03-01T09:30:00.000Z",
};
type Scope = z.infer<typeof Scope>;

export const TrustRule = z
  .object({
    id: id(),
    name: z.string(),
    issuer: z.string(),
    audience: z.string(),
    claims: z.record(z.string(), z.string()),
    scopes: z.array(Scope),
    ...grantBoundsReply(),
    minutes: count().meta({ description: "How long the keys it issues work" }),
    makerId: id().nullable().meta({
      description: "Who created it, in a team: its keys may do no more than their role. Null in one's own vault",
    }),
    liveKeys: count().meta({ description: "How many of the keys it issued work now" }),
    createdAt: timestamp(),
  })
  .meta({ id: "TrustRule", example: rule });
export type TrustRule = z.infer<typeof TrustRule>;

export const CreateTrustRule = z
  .strictObject({
    name: name(),
    issuer: issuer(),
    audience: line(audienceLengthMax).meta({
      description: "What the tokens' `aud` must be or contain: ask for it with the token, such as this vault's address",
    }),
    claims: claims(),
    scopes: z.array(Scope).min(1, "must name at least one scope").max(64, "must have at most 64 items"),
    ...grantBounds(),
    minutes: z
      .int()
      .min(1)
      .max(minutesMax)
      .default(minutesDefault)
      .meta({ description: "How long the keys it issues work", example: minutesDefault }),
  })
  .meta({
    id: "CreateTrustRule",
    example: {
      name: rule.name,
      issuer: rule.issuer,
      audience: rule.audience,
      claims: rule.claims,
      scopes: rule.scopes,
      projects: rule.projects,
      environments: rule.environments,
      minutes: rule.minutes,
    },
  });
export type CreateTrustRule = z.output<typeof CreateTrustRule>;

export const ExchangeToken = z
  .strictObject({
    token: z
      .string()
      .min(1, "must not be empty")
      .max(tokenLengthMax, atMost(tokenLengthMax))
      .meta({ description: "An ID token: a signed JWT" }),
    rule: idOfEitherCase()
      .optional()
      .meta({ description: "The rule's id: no other rule is used. Without it, the oldest that matches" }),
  })
  .meta({ id: "ExchangeToken", example: { token: "<ID_TOKEN>", rule: rule.id } });
export type ExchangeToken = z.infer<typeof ExchangeToken>;

export const IssuedKey = z
  .object({
    key: z.string().meta({ description: "An access key", example: "svc_<ACCESS_KEY>" }),
    expiresAt: timestamp(),
  })
  .meta({ id: "IssuedKey", example: { key: "svc_<ACCESS_KEY>", expiresAt: "2026-03-01T09:45:00.000Z" } });
export type IssuedKey = z.infer<typeof IssuedKey>;

const tag = "Trust rules";
const ofVault = { tag, access: "session", inVault: true } as const;

export const listTrustRules = contract({
  id: "listTrustRules",
  method: "GET",
  path: "/trust-rules",
  ...ofVault,
  summary: "List trust rules",
  description:
    "Ordered by name, then creation. In a team, owners see everybody's, others their own, and if their role is limited to projects, limits name only those.",
  reply: { status: 200, json: z.array(TrustRule) },
});

export const createTrustRule = contract({
  id: "createTrustRule",
  method: "POST",
  path: "/trust-rules",
  ...ofVault,
  summary: "Create a trust rule",
  description:
    "ID tokens of this issuer, for this audience, whose claims all match are exchanged at `POST /api/token` for an access key with these rights. The key expires after `minutes`. In a team it can do no more than the rule's creator.",
  recentAuthentication: true,
  body: CreateTrustRule,
  reply: { status: 201, json: TrustRule },
  errors: ["TRUST_RULES_FULL"],
});

export const deleteTrustRule = contract({
  id: "deleteTrustRule",
  method: "DELETE",
  path: "/trust-rules/{id}",
  ...ofVault,
  summary: "Delete a trust rule",
  description: "The keys that were issued under it are refused from the next request on.",
  recentAuthentication: true,
  notFound: "TRUST_RULE_NOT_FOUND",
  reply: { status: 204 },
});

export const exchangeToken = contract({
  id: "exchangeToken",
  method: "POST",
  path: "/token",
  tag,
  summary: "Exchange an ID token for an access key",
  description:
    "For programs that have an ID token of an issuer that a trust rule names. The key has that rule's rights and expires by itself. A token that no rule accepts gets the same answer whatever is wrong with it; the activity of the rule that it was meant for says why. Refusals count like failed sign-ins from the caller's address.",
  access: "public",
  body: ExchangeToken,
  reply: { status: 201, json: IssuedKey },
  errors: ["TOKEN_REFUSED", "TOO_MANY_ATTEMPTS"],
  plaintext: true,
});
