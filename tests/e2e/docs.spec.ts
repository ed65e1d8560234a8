import { expect, test } from "@playwright/test";
import { contracts } from "@/lib/contracts";

test("the API reference is interactive and asks no other origin for anything", async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith("data:")) outside.push(request.url());
  });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto("/docs");
  const operation = page.locator("#operations-About-getOpenApi");
  await operation.getByRole("button").first().click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table tr.response .response-col_status")).toHaveText("200");
  await expect(page.locator(".opblock")).toHaveCount(contracts.length);
  expect(outside).toEqual([]);
  expect(violations).toEqual([]);
});

test("the API reference follows the theme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/docs");
  await expect(page.locator("html")).toHaveClass(/dark-mode/);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).not.toHaveClass(/dark-mode/);
});
