import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { getAccount, register } from "@/lib/contracts/people/account";
import { anonymous } from "../../support/callers/actors";
import { api } from "../../support/browser/browser-actors";
import { violationsAtBothSizes } from "../../support/browser/browser-checks";
import { codeAt } from "../../support/sign-in/second-factor";
import { removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";
import { addAuthenticator } from "../../support/browser/virtual-authenticator";

const password = "not-a-real-password";

let vault: RunningVault;

// One vault for all, instead of one for each worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  vault = await startVault({ env: { AUTH_SECOND_FACTOR: "required" } });
});
test.afterAll(async () => {
  await vault.stop();
  removeDataDir(vault.dataDir);
});

/** A new account's owner reaches the sign-in page on the way to `path`. */
async function atSignIn(
  page: Page,
  path: string,
  visit: (origin: string, refused: string[]) => Promise<void>,
): Promise<void> {
  const origin = `http://localhost:${vault.port}`;
  const email = `${randomUUID()}@example.com`;
  // All refused requests of the page.
  const refused: string[] = [];
  page.on(
    "response",
    (response) =>
      void (response.status() >= 400 && refused.push(`${response.status()} ${new URL(response.url()).pathname}`)),
  );
  await anonymous(origin).call(register, { body: { email, password } });
  await page.goto(origin + path);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await visit(origin, refused);
}

/**
 * The vault belongs to these tests, so these are the first pages that it renders, which takes a while on a busy machine.
 */
const arrived = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const setUp = "Set up a second factor";

test("a user without a second factor is asked for one before anything else, and then continues on the requested page", async ({
  page,
}) => {
  await atSignIn(page, "/access-keys", async (origin, refused) => {
    await arrived(page, setUp);
    await expect(
      page.getByText("This vault requires one. To continue, turn it on with an authenticator app, or add a passkey."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on…" })).toBeVisible();
    await expect(page.getByText("None yet.")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    expect(await violationsAtBothSizes(page)).toEqual([]);
    // Every other page is the same.
    await page.goto(origin);
    await arrived(page, setUp);
    await page.goto(`${origin}/access-keys`);
    await page.getByRole("button", { name: "Turn on…" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn on the second factor" });
    await dialog
      .getByLabel("Two-factor code")
      .fill(codeAt((await dialog.getByLabel("Secret", { exact: true }).textContent()) ?? ""));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByRole("dialog", { name: "Your recovery codes" });
    await codes.getByRole("button", { name: "Done" }).click();
    await codes.getByRole("button", { name: "Close without saving them" }).click();
    await arrived(page, "Access keys");
    await expect(page).toHaveURL(`${origin}/access-keys`);
    expect(await api(page, origin).call(getAccount)).toMatchObject({ secondFactor: true });
    await page.goto(`${origin}/settings`);
    await expect(page.getByText("This vault requires it.", { exact: false })).toBeVisible();
    await expect(page.getByText("10 recovery codes left.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn off…" })).toHaveCount(0);
    expect(refused).toEqual([]);
  });
});

test("a passkey works too: once it exists, its user signs in with it and continues", async ({ page }) => {
  await addAuthenticator(page);
  await atSignIn(page, "/envs", async (origin, refused) => {
    await arrived(page, setUp);
    await page.getByRole("button", { name: "Add passkey…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add passkey" });
    await dialog.getByLabel("Name").fill("Phone");
    await dialog.getByRole("button", { name: "Add passkey" }).click();
    await arrived(page, "Sign in with your passkey");
    expect(await violationsAtBothSizes(page)).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await arrived(page, "Env projects");
    await expect(page).toHaveURL(`${origin}/envs`);
    expect(refused).toEqual([]);
  });
});

test("a user may sign out instead", async ({ page }) => {
  await atSignIn(page, "/", async (origin, refused) => {
    await arrived(page, setUp);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${origin}/login`);
    expect(refused).toEqual([]);
  });
});

test("an open page whose session now lacks the factor asks for it by itself", async ({ page }) => {
  await atSignIn(page, "/vault", async (origin) => {
    await arrived(page, setUp);
    const refusal = {
      status: 403,
      contentType: "application/json",
      body: JSON.stringify({ code: "SECOND_FACTOR_MISSING", error: "asked for" }),
    };
    await page.route("**/api/account/passkeys", (route) => route.fulfill(refusal), { times: 1 });
    await page.goto(`${origin}/vault`);
    // Refused once, and reloaded by itself.
    await expect(page.getByText("None yet.")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "asked for" })).toHaveCount(0);
  });
});
