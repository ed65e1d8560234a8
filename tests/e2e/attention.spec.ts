import { expect, test } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access-keys";
import { api, signUp } from "../support/browser/browser-actors";
import { violationsInBothThemes } from "../support/browser/browser-checks";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("the overview begins with what needs attention, and says so if nothing does", async ({ page }) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  const entry = await seed.anEntry(categoryId, { name: "billing", environment: "production" });
  await page.goto("/");
  await expect(page.getByText("Nothing to do")).toBeVisible();
  await seed.anEntry(categoryId, { name: "shop", environment: "staging", expiresAt: inDays(-2) });
  await seed.anEntry(categoryId, { name: "billing", environment: "production" });
  await seed.call(createAccessKey, { body: { name: "laptop", scopes: ["entries:read"] } });
  await page.goto("/");
  const lines = page.getByRole("list", { name: "Needs attention" }).getByRole("link");
  await expect(lines).toHaveText([
    /shop · Staging.*Overdue/,
    /billing · Production.*two of it/,
    /1 access key.*Without/,
  ]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await lines.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`entry=${entry.id}`));
});
