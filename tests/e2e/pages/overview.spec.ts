import { expect, test, type Page } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { watchOrigins } from "../../support/browser/browser-checks";
import { holdAnswers } from "../../support/browser/held-answers";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const card = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Four entries of three types, and one of everything else. */
async function aVault(page: Page) {
  const seed = api(page);
  const stripe = await seed.aCategory();
  const database = await seed.aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  const json = await seed.aCategory({ name: "Documents", keyType: "json", envVarName: null, icon: null });
  const billing = await seed.anEntry(stripe.id, { environment: "production" });
  await seed.anEntry(stripe.id, { name: "storefront", environment: "production" });
  await seed.anEntry(database.id, { name: "analytics", environment: "staging", value: '{"PGUSER":"ada"}' });
  await seed.anEntry(json.id, { name: "service account", value: "{}" });
  const token = await seed.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await seed.call(createEnvProject, { body: { name: "storefront files" } });
  return { billing, token, project };
}

test("an empty vault starts with three next steps, and each opens its form @phone", async ({ page }) => {
  await signUp(page);
  for (const [action, dialog] of [
    ["New category", "New category"],
    ["Add tokens", "Add tokens"],
    ["New env project", "New env project"],
  ] as const) {
    await page.goto("/");
    const steps = page.getByRole("region", { name: /Your vault is empty/ });
    await expect(steps.getByRole("listitem")).toHaveCount(3);
    await steps.getByRole("link", { name: action }).click();
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
  }
});

test("an empty vault leads whoever comes from another tool to the import", async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  await page
    .getByRole("region", { name: /Your vault is empty/ })
    .getByRole("link", { name: "Import" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await page.goto("/vault");
  await page.getByRole("link", { name: "Import from another tool" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
});

test("what needs attention arrives in a place of its height: nothing below it moves @phone", async ({ page }) => {
  await signUp(page);
  await api(page).aCategory();
  // The page has not loaded while one of its files is missing, and looks for what needs attention after that.
  const answer = await holdAnswers(page, "**/*.woff2");
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("list", { name: "Totals" }).getByRole("link", { name: "Categories 1" })).toBeVisible();
  const attention = page.getByRole("heading", { name: "Needs attention" });
  await expect(attention).toHaveCount(0);
  const below = page.getByRole("heading", { name: "Entries by type" });
  const before = await below.boundingBox();
  answer();
  await expect(attention).toBeVisible();
  await expect(page.getByText("Nothing to do")).toBeVisible();
  expect((await below.boundingBox())?.y).toBe(before?.y);
});

test("the totals count what exists, and each leads to it", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["entries:read"] } });
  const totals = page.getByRole("list", { name: "Totals" });
  for (const [total, path, heading] of [
    ["Entries 4", "/vault", "Vault"],
    ["Categories 3", "/vault", "Vault"],
    ["Two-factor tokens 1", "/2fa", "Two-factor codes"],
    ["Env projects 1", "/envs", "Env projects"],
    ["Access keys 1", "/access-keys", "Access keys"],
  ] as const) {
    await page.goto("/");
    await totals.getByRole("link", { name: total }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("the charts are described in words and numbers, and are loaded when they become visible @phone", async ({
  page,
  baseURL,
}) => {
  const { outside } = watchOrigins(page, baseURL);
  await signUp(page);
  await aVault(page);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 375, height: 100 });
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Totals" }).getByText("4", { exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const byEnvironment = card(page, "Entries by environment");
  await expect(byEnvironment.getByRole("term")).toHaveCount(0);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await byEnvironment.scrollIntoViewIfNeeded();
  await expect(byEnvironment.getByRole("term")).toHaveText(["Development", "Staging", "Production", "Not set"]);
  await expect(byEnvironment.getByRole("definition")).toHaveText(["0", "1", "2", "1"]);
  expect(scripts.length).toBeGreaterThan(0);
  const byType = card(page, "Entries by type");
  await byType.scrollIntoViewIfNeeded();
  await expect(byType.getByRole("term")).toHaveText(["Simple", "Group", "SSH key", "JSON"]);
  await expect(byType.getByRole("definition")).toHaveText(["2", "1", "0", "1"]);
  expect(outside).toEqual([]);
});

test("the latest change is on top and leads to its item @phone", async ({ page }) => {
  await signUp(page);
  const { billing, project } = await aVault(page);
  await api(page).call(updateEntry, { params: { id: billing.id }, body: { notes: "Rotated" } });
  await page.goto("/");
  const changed = page.getByRole("list", { name: "Recently changed" }).getByRole("link");
  await expect(changed).toHaveCount(6);
  await expect(changed.nth(0)).toContainText("billing · Stripe");
  await expect(changed.nth(0).getByText("STRIPE_SECRET_KEY", { exact: true })).toBeVisible();
  await expect(changed.nth(1)).toContainText("storefront files");
  await expect(changed.nth(2)).toContainText("GitHub");
  await changed.nth(0).click();
  await expect(page.getByRole("dialog", { name: "billing" })).toBeVisible();
  await page.goto("/");
  await changed.nth(1).click();
  await expect(page).toHaveURL(`/envs/${project.id}`);
});

test("the access key that expires next is on top; expired ones and those without an expiry follow", async ({
  page,
}) => {
  await signUp(page);
  await aVault(page);
  for (const [name, expiresAt] of [
    ["endless", null],
    ["later", inDays(200)],
    ["gone", inDays(-2)],
    ["tomorrow", inDays(1)],
  ] as const) {
    await api(page).call(createAccessKey, {
      body: { name, scopes: ["entries:read"], ...(expiresAt ? { expiresAt } : {}) },
    });
  }
  await page.goto("/");
  const keys = page.getByRole("list", { name: "Access keys" }).getByRole("listitem");
  await expect(keys).toHaveText([
    /^tomorrow.*Expires tomorrow$/,
    /^later.*Expires \d+ \w+ \d{4}$/,
    /^gone.*Expired 2 days ago$/,
    /^endless.*No expiry$/,
  ]);
});

test("without a response the page says so and tries again; it never shows an empty vault", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  await page.route("**/api/{stats,entries,2fa,envs,access-keys}", (route) => route.abort());
  await page.goto("/");
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "No answer from the vault" });
  await expect(failure).toBeVisible();
  await expect(page.getByText("Your vault is empty")).toHaveCount(0);
  await page.unroute("**/api/{stats,entries,2fa,envs,access-keys}");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Totals" }).getByRole("link", { name: "Entries 4" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Recently changed" })).toBeVisible();
});

test("one list that can't be read does not affect the others, and its total is unknown", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  await page.route("**/api/access-keys", (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong", code: "INTERNAL_ERROR" } }),
  );
  await page.goto("/");
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "The vault has a problem" });
  await expect(failure).toBeVisible();
  await expect(page.getByRole("link", { name: "Access keys unknown" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Recently changed" }).getByRole("link").first()).toBeVisible();
  await page.unroute("**/api/access-keys");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No access keys", { exact: true })).toBeVisible();
});
