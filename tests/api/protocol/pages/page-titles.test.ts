import { expect, test } from "vitest";
import { createEnvProject, deleteEnvProject } from "@/lib/contracts/vault/envs";
import { aUser, aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";

const page = async (id: string, headers: Record<string, string>) =>
  (await fetch(`${sharedBaseUrl()}/envs/${id}`, { headers, redirect: "manual" })).text();
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

test("an env project's page shows its name to its owner, and to nobody else", async () => {
  const owner = await aUser();
  const other = await aUser();
  const { accessKey } = await aUserWithKey();
  const { data: project } = await owner.session.call(createEnvProject, { body: { name: "billing <b>" } });
  const shown = await page(project.id, owner.session.headers);
  expect(titleOf(shown)).toBe("billing &lt;b&gt; · Secrets Vault");
  expect(shown).toMatch(/<h1[^>]*>billing &lt;b&gt;<\/h1>/);
  const others = [
    other.session.headers,
    { ...owner.session.headers, cookie: "next-auth.session-token=not.a-session" },
    { cookie: "next-auth.session-token=x", authorization: `Bearer ${accessKey.key}` },
  ];
  for (const headers of others) {
    const html = await page(project.id, headers);
    expect(html).not.toContain("billing");
    expect(titleOf(html)).toBe("Env project · Secrets Vault");
  }
  await owner.session.call(deleteEnvProject, { params: { id: project.id } });
  expect(titleOf(await page(project.id, owner.session.headers))).toBe("Env project · Secrets Vault");
});
