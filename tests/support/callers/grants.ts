import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import type { BoundEnvironment } from "@/lib/contracts/access/grants";
import type { Role } from "@/lib/contracts/people/roles";
import { type Scope, scopes as all } from "@/lib/contracts/access/scopes";
import { createShareLink } from "@/lib/contracts/transfer/links";
import { createTrustRule } from "@/lib/contracts/access/trust-rules";
import { createWebhook, testWebhook } from "@/lib/contracts/access/webhooks";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import type { Actor } from "./actors";

/*
 * What a grant allows, said a second time and as plainly as possible: tests compare the vault with it. So it takes
 * nothing from the product but the names.
 */

/** Null for all. */
export type Bounds = { projects?: readonly string[] | null; environments?: readonly BoundEnvironment[] | null };

/** What each role may do, written out: a new scope has to be given to somebody here too. */
export const scopesOf: Record<Role, readonly Scope[]> = {
  owner: all,
  editor: all,
  reader: [
    "categories:read",
    "entries:read",
    "entries:reveal",
    "2fa:read",
    "2fa:reveal",
    "envs:read",
    "envs:reveal",
    "stats:read",
    "activity:read",
    "export:read",
    "ai:extract",
  ],
  auditor: ["categories:read", "entries:read", "2fa:read", "envs:read", "stats:read", "activity:read"],
};

/** Where something lies; without an environment, it lies in all of them. */
export type Place = { project: string; environment?: BoundEnvironment };

/** Whether something lies within all of these bounds. */
export const isWithin = ({ project, environment }: Place, ...bounds: readonly Bounds[]): boolean =>
  bounds.every(
    ({ projects, environments }) =>
      (!projects || projects.includes(project)) &&
      (!environments || environment === undefined || environments.includes(environment)),
  );

export const isBounded = (...bounds: readonly Bounds[]): boolean =>
  bounds.some(({ projects, environments }) => Boolean(projects ?? environments));

/** Where the things of `oneOfEach` lie. */
export const billing = { project: "billing", environment: "production" } as const;

/** One of everything in a vault, all of it in the project billing and, where there are environments, in production. */
export async function oneOfEach(at: Actor) {
  const category = await at.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
  });
  const entry = await at.call(createEntry, {
    body: {
      categoryId: category.id,
      name: "billing",
      environment: "production",
      value: "not-a-real-value",
      rotateEveryDays: 7,
    },
  });
  const { id: token } = await at.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await at.call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await at.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env.production", content: "A=not-a-real-value\n" },
  });
  const trashed = await at.call(createEntry, {
    body: { categoryId: category.id, name: "billing", environment: "production", value: "was-in-the-trash" },
  });
  await at.call(deleteEntry, { params: { id: trashed.id } });
  const { id: accessKey } = await at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
  const { id: rule } = await at.call(createTrustRule, {
    body: {
      name: "Deploy",
      issuer: "https://issuer.example.com",
      audience: "vault",
      claims: { sub: "repo:acme/web:*" },
      scopes: ["entries:read"],
    },
  });
  const link = await at.call(createShareLink, {
    body: { ciphertext: "AQAA", views: 1, expiresInHours: 1, hint: "for Grace" },
  });
  const webhook = await at.call(createWebhook, {
    body: { url: "https://hooks.example.com/vault", events: ["account.identity-unlink"] },
  });
  const { id: delivery } = await at.call(testWebhook, { params: { id: webhook.id } });
  return {
    category: category.id,
    entry: entry.id,
    token,
    project: project.id,
    file: file.id,
    trashed: trashed.id,
    accessKey,
    rule,
    link: link.id,
    webhook: webhook.id,
    delivery,
  };
}
export type Things = Awaited<ReturnType<typeof oneOfEach>>;
