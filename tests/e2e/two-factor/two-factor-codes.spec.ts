import { expect, test } from "@playwright/test";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { expectedCode } from "../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";

/** The current code and its neighbours, since a period may end during a test. */
const codesAround = () => [-30, 0, 30].map((seconds) => expectedCode(secret, Date.now() / 1000 + seconds).code);

test("codes are hidden until requested, right when shown, and gone once hidden @phone", async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on("request", (request) => !request.url().startsWith(`${baseURL}/`) && outside.push(request.url()));
  await signUp(page);
  for (const service of ["GitHub", "Stripe"])
    await api(page).call(createTwoFactorToken, { body: { service, accountName: "ada@example.com", secret } });

  await page.goto("/2fa");
  const gitHub = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "GitHub" }) });
  await expect(gitHub).toBeVisible();
  await expect(page.getByTestId("code")).toHaveCount(0);

  await gitHub.getByRole("button", { name: "Show the code of GitHub" }).click();
  await expect(page.getByTestId("code")).toHaveCount(1);
  const code = (await gitHub.getByTestId("code").innerText()).replace(" ", "");
  expect(codesAround()).toContain(code);
  await expect(page.getByRole("timer")).toHaveAccessibleName(/^Codes change in \d+ s$/);

  await gitHub.getByRole("button", { name: "Hide the code of GitHub" }).click();
  await expect(page.getByTestId("code")).toHaveCount(0);
  expect((await page.content()).replaceAll(" ", "")).not.toContain(code);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href]),
  );
  expect(kept).not.toContain(code);

  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page.getByTestId("code")).toHaveCount(2);
  await page.getByRole("button", { name: "Hide codes" }).click();
  await expect(page.getByTestId("code")).toHaveCount(0);
  expect(outside).toEqual([]);
});

test("a click copies the code without showing it", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  await page.goto("/2fa");
  await page.getByRole("button", { name: /copy the code of GitHub/ }).click();
  await expect(page.getByText(/Clipboard clears in \d+ s/)).toBeVisible();
  expect(codesAround()).toContain(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByTestId("code")).toHaveCount(0);
});

test("search finds by service and account, and says when nothing matches", async ({ page }) => {
  await signUp(page);
  for (const [service, accountName] of [
    ["GitHub", "ada"],
    ["Stripe", "billing"],
  ] as const)
    await api(page).call(createTwoFactorToken, { body: { service, accountName, secret } });
  await page.goto("/2fa");
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("billing");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Stripe"]);
  await page.getByLabel("Search tokens").fill("nothing like it");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["GitHub", "Stripe"]);
});

test("codes are renewed when the period ends, and hidden with the tab", async ({ page }) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  let answers = 0;
  await page.route("**/api/2fa/*/reveal*", async (route) => {
    answers++;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), code: String(answers).repeat(6) } });
  });
  await page.clock.install();
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page.getByTestId("code")).toHaveText("111 111");
  await page.clock.runFor(31_000);
  await expect(page.getByTestId("code")).not.toHaveText("111 111");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByTestId("code")).toHaveCount(0);
  // A response may still be on its way.
  await page.unrouteAll({ behavior: "wait" });
});

test("in the last seconds the next code appears next to the current one, then replaces it @phone", async ({ page }) => {
  await signUp(page);
  await api(page).call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
  // The browser's clock starts at the beginning of a period. The server's code and seconds are adjusted to it.
  const periodStart = Math.floor(Date.now() / 30_000) * 30_000;
  await page.route("**/api/2fa/*/reveal*", async (route) => {
    const response = await route.fetch();
    const now = await page.evaluate(() => Date.now());
    const second = Math.floor(now / 1000);
    const { code, remainingSeconds } = expectedCode(secret, second);
    const asked = new URL(route.request().url()).searchParams.get("next") === "true";
    const nextCode = asked && remainingSeconds <= 5 ? { nextCode: expectedCode(secret, second + 30).code } : {};
    await route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(now).toUTCString() },
      json: { ...(await response.json()), code, remainingSeconds, ...nextCode },
    });
  });
  await page.clock.install({ time: periodStart });
  const readable = (second: number) => expectedCode(secret, second).code.replace(/^.../, "$& ");
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(page.getByTestId("code")).toHaveText(readable(periodStart / 1000));
  await expect(page.getByTestId("next-code")).toHaveCount(0);
  await page.clock.pauseAt(periodStart + 26_000);
  await page.clock.runFor(300);
  await expect(page.getByTestId("next-code")).toHaveText(readable(periodStart / 1000 + 30));
  await expect(page.getByTestId("code")).toHaveText(readable(periodStart / 1000));
  await page.clock.runFor(5_000);
  await expect(page.getByTestId("code")).toHaveText(readable(periodStart / 1000 + 30));
  await expect(page.getByTestId("next-code")).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
});
