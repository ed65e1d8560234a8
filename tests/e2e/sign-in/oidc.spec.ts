import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { createInvitation, listInvitations } from "@/lib/contracts/people/invitations";
import { createTeam } from "@/lib/contracts/people/teams";
import { api } from "../../support/browser/browser-actors";
import { startOidcProvider, type TestProvider } from "../../support/oidc/oidc-provider";
import { manyFailures, removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";
import { seedUser, sessionCookie } from "../../support/vaults/seeded-user";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../support/sign-in/second-factor";
import { changeSigned } from "../../support/sign-in/signing";

// One vault and one provider for all, instead of one of each for each worker.
test.describe.configure({ mode: "default" });

let provider: TestProvider;
let vault: RunningVault;
/** The vault is localhost and the provider 127.0.0.1: two sites, as in reality. */
const at = (path: string) => `http://localhost:${vault.port}${path}`;

test.beforeAll(async () => {
  provider = await startOidcProvider();
  vault = await startVault({ env: { ...provider.env, ...manyFailures } });
});
test.afterEach(() => provider.mend());
test.afterAll(async () => {
  await vault.stop();
  removeDataDir(vault.dataDir);
  await provider.stop();
});

const button = (page: Page) => page.getByRole("button", { name: "Sign in with Example Login" });
const notice = (page: Page) => page.getByRole("main").getByRole("alert");

/** The vault's cookies are gone, the provider's stay. */
async function forgetVault(page: Page): Promise<void> {
  // A late response would bring the session cookie back.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies({ domain: "localhost" });
}

async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a new user signs in with the provider, and gets to the requested page", async ({ page }) => {
  const subject = randomUUID();
  provider.people.set(subject, { email: `${subject}@example.com`, email_verified: true, name: "Ada Lovelace" });
  await page.goto(at("/envs"));
  await button(page).click();
  await expect(page).toHaveTitle("Example Login");
  await signInAtProvider(page, subject);
  await page.waitForURL(at("/envs"));
  await page.goto(at("/settings"));
  const identities = page.getByRole("list", { name: "Linked identities" });
  await expect(identities).toContainText("Example Login");
  await expect(identities).toContainText(subject);
});

test("an invitation goes along with a newcomer's first sign-in, which makes them a member", async ({
  page,
  browser,
}) => {
  const { session } = await seedUser(vault.dataDir, { password: "not-a-real-password", userAgent: "" });
  const host = await (await browser.newContext()).newPage();
  await host
    .context()
    .addCookies([{ name: sessionCookie, value: session, url: at("/"), httpOnly: true, sameSite: "Lax" }]);
  const owner = api(host, at(""));
  const { id } = await owner.call(createTeam, { body: { name: "Payments" } });
  const { url } = await owner.call(createInvitation, { params: { id }, body: { role: "reader" } });
  await page.goto(at(`/invitation${new URL(url).hash}`));
  await page.getByRole("link", { name: "Sign in" }).click();
  await button(page).click();
  await signInAtProvider(page, randomUUID());
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page).toHaveURL(at(`/teams/${id}`));
  expect(await owner.call(listInvitations, { params: { id } })).toEqual([]);
});

test("an account with a password links an identity, signs in with it, and unlinks it", async ({ page }) => {
  const account = { email: `${randomUUID()}@example.com`, password: "not-a-real-password" };
  const subject = randomUUID();
  expect((await page.request.post(at("/api/auth/register"), { data: account })).status()).toBe(201);
  await page.goto(at("/login?from=/settings"));
  await page.getByLabel("E-mail address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(at("/settings"));
  await page.getByRole("button", { name: "Link Example Login" }).click();
  await signInAtProvider(page, subject);
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("The identity was linked")).toBeVisible();
  await expect(page.getByRole("list", { name: "Linked identities" })).toContainText(subject);
  await page.waitForURL(at("/settings"));

  // The provider still knows the browser, so the vault's button is enough to sign in.
  await forgetVault(page);
  await page.goto(at("/settings"));
  await button(page).click();
  await expect(page.getByRole("main").getByText(account.email)).toBeVisible();

  await page.getByRole("button", { name: /^Unlink Example Login/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink Example Login" }).click();
  await expect(page.getByText("No identity is linked yet.", { exact: false })).toBeVisible();
});

test("the only sign-in method can't be unlinked, and the dialog says so", async ({ page }) => {
  await page.goto(at("/settings"));
  await button(page).click();
  await signInAtProvider(page, randomUUID());
  // Nobody vouched for an address, so none is shown, not even its placeholder.
  await expect(page.getByText("Not given")).toHaveCount(2);
  await expect(page.getByText("no-address.invalid")).toHaveCount(0);
  await page.getByRole("button", { name: /^Unlink Example Login/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink Example Login" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("only way to sign in");
});

test("an account without a password re-authenticates at the provider for a sensitive action", async ({ page }) => {
  const subject = randomUUID();
  await page.goto(at("/settings"));
  await button(page).click();
  await signInAtProvider(page, subject);
  await expect(page.getByRole("list", { name: "Linked identities" })).toContainText(subject);
  changeSigned(vault, 'UPDATE "Session" SET "provenAt" = ?', [
    new Date(Date.now() - 3_600_000).toISOString().replace("Z", "+00:00"),
  ]);
  const unlink = async () => {
    await page.getByRole("button", { name: /^Unlink Example Login/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink Example Login" }).click();
  };
  await unlink();
  await page
    .getByRole("dialog", { name: "Confirm that it is you" })
    .getByRole("button", { name: "Sign in again with Example Login" })
    .click();
  await signInAtProvider(page, subject);
  await page.waitForURL(at("/settings"));
  await unlink();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("only way to sign in");
});

test("with a second factor, re-authentication at the provider asks for its code too, and leads back", async ({
  page,
}) => {
  const subject = randomUUID();
  await page.goto(at("/settings"));
  await button(page).click();
  await signInAtProvider(page, subject);
  await page.waitForURL(at("/settings"));
  const { secret } = await turnOnSecondFactor(api(page, at("")));
  changeSigned(vault, 'UPDATE "Session" SET "provenAt" = ?', [
    new Date(Date.now() - 3_600_000).toISOString().replace("Z", "+00:00"),
  ]);
  const replaceCodes = async () => {
    await page.getByRole("button", { name: "New recovery codes…" }).click();
    await page.getByRole("button", { name: "Create new codes" }).click();
  };
  const confirm = async () => {
    await page.reload();
    await replaceCodes();
    await page
      .getByRole("dialog", { name: "Confirm that it is you" })
      .getByRole("button", { name: "Sign in again with Example Login" })
      .click();
    await signInAtProvider(page, subject);
  };
  await confirm();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.waitForURL(at("/settings"));
  await confirm();
  const code = page.getByLabel("Two-factor code");
  await code.fill(wrongCode(secret));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("The code is wrong or was used before", { exact: false })).toBeVisible();
  await code.fill(freshCode(secret));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.waitForURL(at("/settings"));
  await replaceCodes();
  await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
});

test("with a second factor its code is asked for after the provider, and leads to the requested page", async ({
  page,
}) => {
  await page.goto(at("/settings"));
  await button(page).click();
  await signInAtProvider(page, randomUUID());
  await page.waitForURL(at("/settings"));
  const { secret } = await turnOnSecondFactor(api(page, at("")));
  await forgetVault(page);

  await page.goto(at("/envs"));
  await button(page).click();
  const code = page.getByLabel("Two-factor code");
  await code.fill(wrongCode(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The code is wrong or was used before", { exact: false })).toBeVisible();
  await expect(code).toHaveValue("");
  await code.fill(freshCode(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(at("/envs"));
});

test("cancelled at the provider: the sign-in page says so, and still knows the requested page", async ({ page }) => {
  await page.goto(at("/envs"));
  await button(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(notice(page)).toHaveText("You cancelled at Example Login. Nothing was changed.");
  await button(page).click();
  await signInAtProvider(page, randomUUID());
  await page.waitForURL(at("/envs"));
});

const faults: [what: string, fault: () => TestProvider["faults"], words: RegExp][] = [
  ["the provider is down", () => ({ failing: { path: "/token", status: 503 } }), /can’t be reached/],
  ["another issuer answers", () => ({ claims: { iss: "https://elsewhere.example" } }), /an issuer other than/],
  ["the ID token expired", () => ({ claims: { exp: 1 } }), /has expired/],
  ["the signature is not the provider's", () => ({ foreignKey: true }), /token was altered/],
];

for (const [what, fault, words] of faults) {
  test(`${what}: the sign-in page says so`, async ({ page }) => {
    await page.goto(at("/login"));
    await button(page).click();
    await expect(page).toHaveTitle("Example Login");
    Object.assign(provider.faults, fault());
    await signInAtProvider(page, randomUUID());
    await expect(notice(page)).toHaveText(words);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
}

test("a response that is replayed or altered: the sign-in page says so", async ({ page }) => {
  let answer = "";
  page.on("request", (request) => {
    if (request.url().includes("/callback/oidc?")) answer = request.url();
  });
  await page.goto(at("/login"));
  await button(page).click();
  await signInAtProvider(page, randomUUID());
  await page.waitForURL(at("/"));
  await page.goto(answer);
  await expect(notice(page)).toHaveText(/does not belong to a request from this browser/);
  await page.goto(answer.replace(/state=[^&]+/, "state=altered"));
  await expect(notice(page)).toHaveText(/does not belong to a request from this browser/);
});
