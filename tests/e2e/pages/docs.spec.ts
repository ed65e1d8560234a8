import { expect, test } from "@playwright/test";
import { contracts } from "@/lib/contracts";
import { violations, watchOrigins } from "../../support/browser/browser-checks";
import { signUp } from "../../support/browser/browser-actors";

test("the API reference lists every operation with its scope, its fields and its errors, without any script", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs");
  await expect(page.locator("summary")).toHaveCount(contracts.length);
  const operation = page.locator("details").filter({ has: page.locator("summary", { hasText: "Create an entry" }) });
  await operation.locator("summary").click();
  for (const text of [
    "/api/entries",
    "entries:write",
    "environment",
    '"development" | "staging" | "production"',
    "CATEGORY_NOT_FOUND",
  ])
    await expect(operation.getByText(text).first()).toBeVisible();
  await expect(page.getByText("The vault can't answer right now: try again shortly")).toBeVisible();
  await context.close();
});

test("an operation can be tried in place, without a request to another origin", async ({ page, baseURL }) => {
  await signUp(page);
  const watched = watchOrigins(page, baseURL);
  await page.goto("/docs");
  await page.locator("summary", { hasText: "List categories" }).click();
  await page.getByRole("link", { name: "Try List categories" }).click();
  const operation = page.locator("#operations-Categories-listCategories");
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table tr.response .response-col_status")).toHaveText("200");
  await expect(page.locator(".opblock")).toHaveCount(contracts.length);
  await expect(page.locator("html.dark-mode")).toHaveCount(0);
  expect(watched).toEqual({ outside: [], refused: [] });

  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page.getByRole("heading", { name: "Errors" })).toBeVisible();
  await expect(page.locator(".opblock")).toHaveCount(0);
});

test("without its script the interactive reference says what to do", async ({ page }) => {
  await page.route("**/swagger-ui-bundle.js", (route) => route.abort());
  await page.goto("/docs#try");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toContainText("/api/openapi");
});

test("the interactive reference follows the theme, also one that is chosen while reading, and has no axe violations", async ({
  page,
}) => {
  test.slow();
  const own = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/docs#try");
  await expect(page.locator(".opblock").last()).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/dark-mode/);
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html.dark-mode")).toHaveCount(theme === "dark" ? 1 : 0);
    for (const size of [own, { width: 375, height: 740 }]) {
      await page.setViewportSize(size);
      expect(await violations(page), `${theme}, ${size.width} px`).toEqual([]);
    }
  }
});

test("access keys, the account menu and the palette link to the API reference, and it links back to the vault", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/access-keys");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/docs$/);
  await page.getByRole("link", { name: "Back to the vault" }).click();
  await expect(page).toHaveURL(/\/$/);

  await page
    .getByRole("button", { name: /Ada Lovelace/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("menuitem", { name: "API reference" })).toHaveAttribute("href", "/docs");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("docs");
  await page.getByRole("option", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/docs$/);
});
