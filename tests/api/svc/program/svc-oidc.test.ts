import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTrustRule, deleteTrustRule } from "@/lib/contracts/access/trust-rules";
import { aUser } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { githubJob } from "../../../support/servers/github-job";
import { anIssuer, ruleFor } from "../../../support/servers/issuer";
import { aHome, startSvc, svc } from "../../../support/programs/svc";
import { ownVaults } from "../../../support/vaults/own-vaults";

const { aVault } = ownVaults();
const value = "not-a-real-value-of-stripe";

async function aSetting() {
  const { baseUrl } = await aVault({ env: { AUTH_ADDRESS_FAILURES_MAX: "1000" } });
  const { session } = await aUser(baseUrl);
  await anEntry(session, { value, environment: "production" });
  const issuer = await anIssuer();
  const body = ruleFor(issuer.issuer, { audience: baseUrl, scopes: ["entries:read", "export:read"] });
  const { id } = await session.call(createTrustRule, { body });
  const job = { SVC_URL: baseUrl, SVC_OIDC: "true", HOME: aHome() };
  return { baseUrl, session, issuer, id, body, job };
}

const print = ["run", "--", process.execPath, "-e", "console.log(JSON.stringify(process.env))"];

describe("svc in a job without a kept key", () => {
  test("takes GitHub's ID token, runs with the values, and leaves the key nowhere", async () => {
    const { issuer, id, job } = await aSetting();
    const { env, asked } = await githubJob(issuer);
    const ran = await svc(print, { env: { ...job, ...env, SVC_OIDC_RULE: id } });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain(value);
    expect(ran.stdout).not.toContain("svc_");
    expect(asked).toEqual([`?api-version=2.0&audience=${encodeURIComponent(job.SVC_URL)}`]);
    expect((await svc(["whoami", "--json"], { env: { ...job, ...env } })).stdout).toContain("Deploy web");
    const other = await svc(["ls"], { env: { ...job, ...env, SVC_OIDC_AUDIENCE: "https://other.example.com" } });
    expect(other).toMatchObject({ code: 4, stderr: expect.stringContaining("did not accept") as string });
    // What it asked for can be compared with the rule.
    expect(other.stderr).toContain(
      `The token says: issuer ${issuer.issuer}; audience https://other.example.com; subject repo:acme/web:`,
    );
    // A rule may fit what can't be verified, and of what can't be read there is nothing to compare.
    const unread = await svc(["ls"], { env: { ...job, SVC_ID_TOKEN: "not-a-token" } });
    expect(unread).toMatchObject({ code: 4, stderr: expect.stringContaining("or it can't be verified") as string });
    expect(unread.stderr).not.toContain("Compare that");
  });

  test("takes GitLab's ID token, which the command does not see", async () => {
    const { baseUrl, issuer, job } = await aSetting();
    const SVC_ID_TOKEN = await issuer.token({ aud: baseUrl });
    const ran = await svc(print, { env: { ...job, SVC_ID_TOKEN } });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain(value);
    expect(ran.stdout).not.toContain(SVC_ID_TOKEN);
  });

  test("under --watch, a token that is refused once does not end the watching: the next one gets a key", async () => {
    const { session, issuer, id, body, job } = await aSetting();
    const { env } = await githubJob(issuer);
    const stay = "console.log('started'); setInterval(() => {}, 1000)";
    const args = ["run", "--watch", "--interval", "2", "--", process.execPath, "-e", stay];
    const { child, ended } = startSvc(args, { env: { ...job, ...env } });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
    const says = (words: string) =>
      expect.poll(() => Buffer.concat(said).toString(), { timeout: 60_000 }).toContain(words);
    await says("started");
    await session.call(deleteTrustRule, { params: { id } });
    await says("no trust rule matches it");
    await session.call(createTrustRule, { body });
    await says("The vault is answering again.");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ stdout: "started\n" });
  });

  test("says what is missing", async () => {
    const { issuer, job } = await aSetting();
    const { env } = await githubJob(issuer);
    const said = async (more: Record<string, string>, args = ["ls"]) => {
      const { code, stderr } = await svc(args, { env: { ...job, ...more } });
      return { code, stderr };
    };
    expect(await said({})).toEqual({ code: 4, stderr: expect.stringContaining("id-token: write") as string });
    expect(await said({ ...env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "wrong" })).toEqual({
      code: 3,
      stderr: expect.stringContaining("gave no ID token") as string,
    });
    expect(await said({ SVC_ID_TOKEN: "nonsense" })).toEqual({
      code: 4,
      stderr: expect.stringContaining("no trust rule matches it") as string,
    });
    expect(await said({ SVC_ID_TOKEN: "nonsense", SVC_OIDC_RULE: "Deploy web" })).toEqual({
      code: 2,
      stderr: expect.stringContaining("SVC_OIDC_RULE is not the id of a trust rule") as string,
    });
    const other = createServer((_, response) => response.writeHead(400).end('{"code":"VALIDATION_ERROR"}')).listen(0);
    onTestFinished(() => void other.close());
    const SVC_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await said({ SVC_URL, SVC_ID_TOKEN: "nonsense", SVC_OIDC_RULE: "Deploy web" })).toEqual({
      code: 3,
      stderr: expect.stringContaining("gave no access key") as string,
    });
    expect(await said({ SVC_OIDC: "yes" })).toMatchObject({ code: 2 });
    expect(await said(env, ["run", "--fallback", "copy", "--", "true"])).toMatchObject({ code: 2 });
  });
});
