import { expect, test } from "@playwright/test";
import { createTrustRule, listTrustRules } from "@/lib/contracts/access/trust-rules";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { find, palette, ready } from "../../support/browser/palette";

test("a trust rule is made for a job of GitHub, shows the lines for it, and is deleted", async ({ page }) => {
  await signUp(page);
  await page.goto("/access-keys");
  await page.getByRole("button", { name: "Add trust rule…" }).click();
  const form = page.getByRole("dialog", { name: "Add a trust rule" });
  await form.getByRole("button", { name: "Add trust rule" }).click();
  await expect(form.getByText("Enter owner and name, such as acme/web.")).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill("Deploy of storefront");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).getByRole("button", { name: "Cancel" }).click();
  await form.getByLabel("Repository").fill("acme/web");
  await form.getByLabel("Which jobs").selectOption("One environment");
  await form.getByLabel("Environment", { exact: true }).fill("production");
  await expect(form.getByText("sub repo:acme/web:environment:production")).toBeVisible();
  await form.getByLabel("Minutes").fill("61");
  await form.getByRole("button", { name: "Add trust rule" }).click();
  await expect(form.getByText("Enter a whole number from 1 to 60.")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByLabel("Minutes").fill("10");
  await form.getByRole("button", { name: "Add trust rule" }).click();

  const lines = page.getByRole("dialog", { name: "Use Deploy of storefront in a job" });
  const [rule] = await api(page).call(listTrustRules);
  expect(rule).toMatchObject({
    claims: { sub: "repo:acme/web:environment:production" },
    audience: new URL(page.url()).origin,
    minutes: 10,
  });
  await expect(lines.getByLabel("Lines for the job")).toContainText(`SVC_OIDC_RULE: ${rule?.id}`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await lines.getByRole("button", { name: "Done" }).click();

  const row = page
    .getByRole("list", { name: "Trust rules" })
    .getByRole("listitem")
    .filter({ hasText: "Deploy of storefront" });
  await expect(row).toContainText("GitHub: sub repo:acme/web:environment:production");
  await expect(row).toContainText("Reaches the whole vault.");
  await expect(row.getByRole("list", { name: "Scopes of Deploy of storefront" })).toContainText(
    "entries: read, reveal",
  );
  await expect(row.getByRole("link", { name: "Activity of Deploy of storefront" })).toHaveAttribute(
    "href",
    `/activity?objectId=${rule?.id}`,
  );
  await row.getByRole("button", { name: "Delete Deploy of storefront" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete trust rule" }).click();
  await expect(page.getByRole("list", { name: "Trust rules" })).toHaveCount(0);
  expect(await api(page).call(listTrustRules)).toEqual([]);
});

test("all projects that a rule's keys reach can be read, however many", async ({ page }) => {
  await signUp(page);
  const projects = ["billing", "crawler", "mail", "storefront"];
  await api(page).call(createTrustRule, {
    body: {
      ...{
        name: "Deploy",
        issuer: "https://token.actions.githubusercontent.com",
        audience: "https://vault.example.com",
      },
      ...{ claims: { sub: "repo:acme/web:*" }, scopes: ["entries:read"], projects },
    },
  });
  await page.goto("/access-keys");
  const row = page.getByRole("list", { name: "Trust rules" }).getByRole("listitem").first();
  await expect(row).toContainText("Reaches the projects billing, crawler, mail and 1 more.");
  await row.getByText("All 4 projects").click();
  await expect(row.getByText("storefront")).toBeVisible();
});

test("what was typed into a dialog is not lost to Back: the dialog asks first", async ({ page }) => {
  await signUp(page);
  await page.goto("/vault");
  await page.getByRole("link", { name: "Access keys" }).first().click();
  await page.getByRole("button", { name: "Add trust rule…" }).click();
  const name = page.getByRole("dialog", { name: "Add a trust rule" }).getByRole("textbox", { name: "Name" });
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await name.fill("Deploy");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Deploy");
  await expect(page).toHaveURL("/access-keys");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/vault");
});

test("nor to the palette", async ({ page }) => {
  await signUp(page);
  await ready(page, "/access-keys");
  await page.getByRole("button", { name: "Add trust rule…" }).click();
  const name = page.getByRole("dialog", { name: "Add a trust rule" }).getByRole("textbox", { name: "Name" });
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await name.fill("Deploy");
  const goToActivity = async () => {
    await find(page, "activity");
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Activity");
    await page.keyboard.press("Enter");
  };
  await goToActivity();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Deploy");
  await expect(page).toHaveURL("/access-keys");
  await goToActivity();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/activity");
});
