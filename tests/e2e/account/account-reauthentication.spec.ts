import { expect, test } from "@playwright/test";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { api, proofGrowsOld, signUp } from "../../support/browser/browser-actors";
import { startHoldingProxy } from "../../support/programs/holding-proxy";
import { freshCode, turnOnSecondFactor } from "../../support/sign-in/second-factor";

test("creating an access key asks for the password again, keeps the form, and succeeds after it", async ({ page }) => {
  const user = await signUp(page);
  proofGrowsOld(user);
  await page.goto("/access-keys?new=key");
  const form = page.getByRole("dialog", { name: "Create access key" });
  await form.getByLabel("Name").fill("laptop");
  await form.getByRole("button", { name: "Create access key" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(question.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(question.getByLabel("Two-factor code")).toHaveCount(0);

  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(form.getByRole("alert")).toContainText("Confirm your identity first");
  await expect(form.getByLabel("Name")).toHaveValue("laptop");
  expect(await api(page).call(listAccessKeys)).toEqual([]);

  await form.getByRole("button", { name: "Create access key" }).click();
  // Checking passwords is slow on purpose.
  const answered = () => page.waitForResponse("**/api/account/reauthentication");
  await question.getByLabel("Password", { exact: true }).fill("not-the-password");
  await Promise.all([answered(), page.keyboard.press("Enter")]);
  await expect(question.getByText("Is not the password of this account", { exact: false })).toBeVisible();
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await Promise.all([answered(), page.keyboard.press("Enter")]);
  await expect(page.getByRole("dialog", { name: "laptop is ready" })).toBeVisible();
  await expect(question).toHaveCount(0);
});

test("the export asks too, with the code if the second factor is on, then downloads", async ({ page }) => {
  const user = await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  const { secret } = await turnOnSecondFactor(api(page));
  proofGrowsOld(user);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Download" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByText("Enter the code that your authenticator shows")).toBeVisible();
  await question.getByLabel("Two-factor code").fill(freshCode(secret));
  const downloading = page.waitForEvent("download");
  await question.getByRole("button", { name: "Confirm" }).click();
  expect((await downloading).suggestedFilename()).toBe("svc-export.env");
});

test("shortly after a re-authentication nothing is asked", async ({ page }) => {
  await signUp(page);
  await page.goto("/settings");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  await downloading;
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("requests with the token that a re-authentication replaced are repeated, in every tab: none leads to sign-in", async ({
  page,
  context,
  baseURL,
}) => {
  const user = await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  proofGrowsOld(user);
  const proxy = await startHoldingProxy(baseURL ?? "");
  try {
    // One after the other: the form of a new key asks for the entries too.
    const other = await context.newPage();
    const entries = proxy.hold("request", "GET", "/api/entries");
    await Promise.all([other.goto(`${proxy.url}/vault`), entries.arrived]);
    const keys = proxy.hold("request", "GET", "/api/access-keys");
    await Promise.all([page.goto(`${proxy.url}/access-keys?new=key`), keys.arrived]);
    const form = page.getByRole("dialog", { name: "Create access key" });
    await form.getByLabel("Name").fill("laptop");
    await form.getByRole("button", { name: "Create access key" }).click();
    const question = page.getByRole("dialog", { name: "Confirm that it is you" });
    await question.getByLabel("Password", { exact: true }).fill(user.password);
    const proof = proxy.hold("answer", "POST", "/api/account/reauthentication");
    await page.keyboard.press("Enter");
    await proof.arrived;
    // The session has its new token, and the browser has not got it yet.
    const refusals = [page, other].map((one) => one.waitForResponse((response) => response.status() === 401));
    for (const { release } of [keys, entries]) release();
    await Promise.all(refusals);
    proof.release();
    await expect(page.getByRole("dialog", { name: "laptop is ready" })).toBeVisible();
    await expect(other.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
    expect([new URL(page.url()).pathname, new URL(other.url()).pathname]).toEqual(["/access-keys", "/vault"]);
  } finally {
    await proxy.end();
  }
});
