import { expect, test, type Page } from "@playwright/test";
import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { api, endSession, signUp } from "../../support/browser/browser-actors";
import { expectedCode } from "../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";

/**
 * Loads a page and waits for its session request too: the response sets the session cookie again, even after a test
 * removed it.
 */
async function openSettled(page: Page, path: string): Promise<void> {
  const session = page.waitForResponse("**/api/auth/session");
  await page.goto(path);
  await session;
}

test("editing sends only changed fields", async ({ page }) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Actions for GitHub, ada" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit GitHub (ada)" });
  await dialog.getByLabel("Account").fill("");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Enter an account name")).toBeVisible();
  await dialog.getByLabel("Account").fill("grace");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ accountName: "grace" });
  await expect(page.getByText("grace", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions for GitHub, grace" })).toBeFocused();
});

test("a code that is shown is hidden once its token has another secret, and the new one's code is copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const other = "KRSXG5CTMVRXEZLU";
  await signUp(page);
  for (const service of ["GitHub", "Stripe"])
    await api(page).call(createTwoFactorToken, { body: { service, accountName: "ada", secret } });
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page.getByTestId("code")).toHaveCount(2);
  await page.getByRole("button", { name: "Actions for GitHub, ada" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit GitHub (ada)" });
  await dialog.getByLabel("New secret or link").fill(other);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  const card = (service: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: service }) });
  await expect(card("GitHub").getByTestId("code")).toHaveCount(0);
  await expect(card("Stripe").getByTestId("code")).toHaveCount(1);
  await page.getByRole("button", { name: /copy the code of GitHub/i }).click();
  const now = Date.now() / 1000;
  const ofOther = [-30, 0, 30].map((seconds) => expectedCode(other, now + seconds).code);
  await expect.poll(async () => ofOther.includes(await page.evaluate(() => navigator.clipboard.readText()))).toBe(true);
});

test("deleting names the token and moves the focus", async ({ page }) => {
  await signUp(page);
  for (const service of ["GitHub", "Stripe"])
    await api(page).call(createTwoFactorToken, { body: { service, accountName: "ada", secret } });
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Actions for GitHub, ada" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete GitHub (ada)?" });
  await expect(dialog.getByText("GitHub (ada)", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete token" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Stripe"]);
  await expect(page.getByLabel("Search tokens")).toBeFocused();
  expect(await api(page).call(listTwoFactorTokens)).toHaveLength(1);
});

test("an ended session leads to sign-in and back, never to an empty list", async ({ page }) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  await openSettled(page, "/2fa");
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();
  await endSession(page);
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page).toHaveURL(/\/login\?from=%2F2fa$/);
});

test("without the server the list says so and tries again; a code that can't be fetched says so on its card", async ({
  page,
}) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  await page.route("**/api/2fa", (route) => route.abort());
  await page.goto("/2fa");
  await expect(page.getByText("No answer from the vault")).toBeVisible();
  await page.unroute("**/api/2fa");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();

  await page.route("**/api/2fa/*/reveal*", (route) => route.abort());
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page.getByRole("listitem").getByText("No answer from the vault")).toBeVisible();
  await page.unroute("**/api/2fa/*/reveal*");
  await page.getByRole("button", { name: "Try again: GitHub, ada" }).click();
  await expect(page.getByTestId("code")).toBeVisible();
});

test("a clock that is off by more than 2 s is reported", async ({ page }) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  await page.goto("/2fa");
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();
  await expect(page.getByText(/This device’s clock/)).toHaveCount(0);
  await page.route("**/api/2fa", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(Date.now() + 40_000).toUTCString() },
    });
  });
  await page.reload();
  await expect(page.getByText(/This device’s clock is (39|40|41) s behind the server’s/)).toBeVisible();
});

test("the palette's link leads to its token", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret },
  });
  await page.goto(`/2fa?token=${id}`);
  await expect(page.getByRole("button", { name: /copy the code of GitHub/ })).toBeFocused();
  await expect(page).toHaveURL(/\/2fa$/);
});
