import { describe, expect, test } from "vitest";
import { askedOf, claimsFault, type JobFields, providerOf, snippetOf } from "@/components/trust-rules/providers";

const fields: JobFields = {
  ...{ provider: "github", server: "", repository: " acme/web ", kind: "branch", ref: "main" },
  ...{ issuer: "", claims: "" },
};
const rule = {
  ...{ id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90", name: "Deploy", audience: "https://vault.example.com" },
  ...{ scopes: [], projects: null, environments: null, minutes: 5, makerId: null, liveKeys: 0, createdAt: "" },
};

describe("the claims of a job", () => {
  test.each([
    [{}, { sub: "repo:acme/web:ref:refs/heads/main" }],
    [{ kind: "environment", ref: "production" }, { sub: "repo:acme/web:environment:production" }],
    [{ kind: "all" }, { sub: "repo:acme/web:*" }],
    [{ provider: "gitlab" }, { sub: "project_path:acme/web:ref_type:branch:ref:main" }],
    [
      { provider: "gitlab", kind: "environment", ref: "production" },
      { sub: "project_path:acme/web:*", environment: "production" },
    ],
    [{ provider: "forgejo" }, { repository: "acme/web", ref: "refs/heads/main" }],
    [{ provider: "forgejo", kind: "all" }, { repository: "acme/web" }],
    [
      { provider: "other", claims: "sub = a=b*\n\nteam=x" },
      { sub: "a=b*", team: "x" },
    ],
  ] as const)("%j", (more, claims) => expect(askedOf({ ...fields, ...more }).claims).toEqual(claims));

  test.each([
    ["", "Enter at least one claim."],
    ["sub=repo:acme/web:*\nteam = x = y\n\n", undefined],
    ["sub repo:acme/web:*", /^Write a claim as name=pattern, .*, not “sub repo:acme\/web:\*”\.$/],
    ["team=x\nsub=", /not “sub=”/],
    ["=x", /not “=x”/],
    ["*=x", /not “\*=x”/],
    ["sub=a\n sub =b", "Enter sub once: each claim has one pattern."],
  ])("lines %j", (lines, fault) => {
    if (fault instanceof RegExp) expect(claimsFault(lines)).toMatch(fault);
    else expect(claimsFault(lines)).toBe(fault);
  });
});

test.each([
  [{ server: "https://gitlab.com/" }, "gitlab", "https://gitlab.com", "id_tokens:"],
  [{ server: "https://codeberg.org" }, "forgejo", "https://codeberg.org/api/actions", "enable-openid-connect: true"],
  [{}, "github", "https://token.actions.githubusercontent.com", "id-token: write"],
] as const)("%j of %s is asked at %s, and its lines have %j", (more, provider, issuer, line) => {
  const asked = askedOf({ ...fields, ...more, provider });
  expect(asked.issuer).toBe(issuer);
  expect(providerOf(asked)).toBe(provider);
  const lines = snippetOf({ ...rule, ...asked }, "https://vault.example.com");
  expect(lines).toContain(line);
  expect(lines).toContain(`SVC_OIDC_RULE: ${rule.id}`);
});
