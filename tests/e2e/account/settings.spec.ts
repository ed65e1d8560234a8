import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = "rgb(243, 245, 244)";
const dark = "rgb(13, 19, 17)";

async function twoEntries(page: Page) {
  const stripe = await api(page).aCategory();
  const database = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  await api(page).anEntry(stripe.id, { environment: "production", value: "not 'a' real $key" });
  await api(page).anEntry(database.id, {
    name: "analytics",
    environment: "staging",
    value: '{"PGUSER":"ada","PGPASSWORD":"not-real"}',
  });
}

async function download(page: Page): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("the profile shows who is signed in", async ({ page }) => {
  const user = await signUp(page);
  await page.goto("/settings");
  await expect(page.getByRole("main").getByText(user.email)).toBeVisible();
  await expect(page.getByRole("main").getByText("Ada Lovelace")).toBeVisible();
});

test("a chosen theme applies at once, on every page and after a reload, and is in the server's HTML", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signUp(page);
  await page.goto("/settings");
  const theme = page.getByRole("group", { name: "Theme" });
  await expect(theme.getByRole("radio", { name: "System" })).toBeChecked();
  expect(await background(page)).toBe(light);
  await theme.getByText("Dark", { exact: true }).click();
  await expect.poll(() => background(page)).toBe(dark);
  // No flash: the theme does not depend on the script.
  expect(await (await page.request.get("/settings")).text()).toContain('data-theme="dark"');
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.goto("/vault");
  expect(await background(page)).toBe(dark);
  await page.unroute("**/_next/static/**/*.js");
  await page.goto("/settings");
  await expect(theme.getByRole("radio", { name: "Dark" })).toBeChecked();

  await page.emulateMedia({ colorScheme: "dark" });
  await theme.getByText("Light", { exact: true }).click();
  await expect.poll(() => background(page)).toBe(light);
  await theme.getByText("System", { exact: true }).click();
  await expect.poll(() => background(page)).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => background(page)).toBe(light);
});

test("the theme can be chosen from the account menu too @phone", async ({ page }) => {
  await signUp(page);
  await page.goto("/settings");
  await page
    .getByRole("button", { name: /Ada Lovelace/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitemradio", { name: "Dark theme" }).click();
  await expect.poll(() => background(page)).toBe(dark);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("the download is what GET /api/export returns, in the chosen format and environment", async ({ page }) => {
  await signUp(page);
  await twoEntries(page);
  await page.goto("/settings");
  expect(await download(page)).toEqual({ name: "svc-export.env", text: await api(page).call(exportEntries) });
  await page.getByRole("combobox", { name: "Format" }).selectOption({ label: "Shell (source)" });
  await page.getByRole("combobox", { name: "Environment" }).selectOption({ label: "Production" });
  const shell = await download(page);
  expect(shell.text).toBe(
    await api(page).call(exportEntries, { query: { format: "shell", environment: "production" } }),
  );
  expect(shell.text).toContain("STRIPE_SECRET_KEY=");
  expect(shell.text).not.toContain("PGUSER");
  await page.getByRole("combobox", { name: "Environment" }).selectOption({ label: "No environment" });
  expect((await download(page)).text).toBe(
    await api(page).call(exportEntries, { query: { format: "shell", environment: "none" } }),
  );
});

test("an export can be limited to one project, and says which variables it would set twice", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  for (const [name, environment] of [
    ["storefront", "production"],
    ["billing", "production"],
    ["billing", "staging"],
  ] as const)
    await api(page).anEntry(id, { name, environment });
  await page.goto("/settings");
  const project = page.getByRole("combobox", { name: "Project" });
  await expect(project.getByRole("option")).toHaveText(["All", "billing", "storefront"]);
  const note = page.getByText(/^The file sets STRIPE_SECRET_KEY more than once\. /);
  await expect(note).toHaveText(/Choose a project and an environment/);
  await project.selectOption("billing");
  await expect(note).toBeVisible();
  await page.getByRole("combobox", { name: "Environment" }).selectOption("staging");
  await expect(note).toHaveCount(0);
  expect((await download(page)).text).toBe(
    await api(page).call(exportEntries, { query: { project: "billing", environment: "staging" } }),
  );
});

test("without a response the profile and the export say so, and nothing is downloaded", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/auth/session", (route) => route.abort());
  await page.goto("/settings");
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "No answer from the vault" });
  await expect(failure).toBeVisible();
  let downloads = 0;
  page.on("download", () => downloads++);
  await page.route("**/api/account", (route) => route.abort());
  await page.getByRole("link", { name: "Download" }).click();
  const exportCard = page.locator("section").filter({ has: page.getByRole("heading", { name: "Export" }) });
  await expect(exportCard.getByRole("alert").filter({ hasText: "can't be reached: check" })).toBeVisible();
  expect(downloads).toBe(0);
  await page.unroute("**/api/auth/session");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main").getByText("Ada Lovelace")).toBeVisible();
});

test("settings and the account menu have no axe violations in light and in dark @phone", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/settings");
  await expect(page.getByRole("main").getByText("Ada Lovelace")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page
    .getByRole("button", { name: /Ada Lovelace/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
