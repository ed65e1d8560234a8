import { expect, test } from "@playwright/test";
import { api, signUp } from "../../support/browser/browser-actors";
import { aTeam } from "../../support/browser/team-actors";
import { traces, violationsAtBothSizes } from "../../support/browser/browser-checks";
import { find, palette, ready } from "../../support/browser/palette";

test("an entry's value is shared by a link that the vault can't read, which its maker lists and revokes", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  const { id } = await seed.anEntry(categoryId, { name: "billing", value: "sk_test_not_a_real_key" });
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`/vault?entry=${id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Share once…" }).click();
  const form = page.getByRole("dialog", { name: "Share with a link that opens once" });
  await form.getByLabel("Opens").selectOption("Twice");
  await form.getByLabel("Passphrase").fill("open sesame");
  await form.getByLabel("Note").fill("x".repeat(201));
  await form.getByRole("button", { name: "Make the link" }).click();
  await expect(form.getByText("must have at most 200 characters")).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await form.getByLabel("Note").fill("For Grace");
  await form.getByRole("button", { name: "Make the link" }).click();
  const ready = page.getByRole("dialog", { name: "The link is ready" });
  await expect(ready.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await expect(
    ready.getByText(/^It opens 2 times, until .*, with the passphrase\. You can revoke it in the settings\./),
  ).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  const link = await ready.getByLabel("The link", { exact: true }).innerText();
  const [, key = ""] = link.split("#");
  expect(
    sent.filter((line) => [key, "open sesame", "sk_test_not_a_real_key"].some((text) => line.includes(text))),
  ).toEqual([]);
  await ready.getByRole("button", { name: "Done" }).click();
  await expect(ready.getByText("You haven’t copied the link.")).toBeVisible();
  await ready.getByRole("button", { name: "Close without copying" }).click();
  await expect(ready).toHaveCount(0);
  expect(await traces(page, key)).toEqual([]);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const reader = await context.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Open the secret" }).click();
  await reader.getByLabel("Passphrase").fill("open sesame");
  await reader.getByRole("button", { name: "Decrypt" }).click();
  await expect(reader.locator("pre")).toHaveText("sk_test_not_a_real_key");

  await page.goto("/settings");
  const row = page.getByRole("list", { name: "Links that open once" }).getByRole("listitem");
  await expect(row).toContainText("For Grace");
  await expect(row).toContainText("1 of 2 views left");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await row.getByRole("button", { name: "Revoke the link: For Grace" }).click();
  await expect(page.getByText("No links are open.")).toBeVisible();
  await reader.reload();
  await reader.getByRole("button", { name: "Open the secret" }).click();
  await expect(reader.getByRole("alert")).toContainText("There is nothing here.");
  await context.close();
});

test("a link that nobody has kept is not lost to another entry by the palette: the dialog warns first", async ({
  page,
}) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  const { id } = await seed.anEntry(categoryId, { name: "billing" });
  await seed.anEntry(categoryId, { name: "storefront" });
  await ready(page, `/vault?entry=${id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Share once…" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const shared = page.getByRole("dialog", { name: "The link is ready" });
  await expect(shared.getByLabel("The link", { exact: true })).toBeVisible();
  const choose = async () => {
    await find(page, "storefront stripe");
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText(/STRIPE_SECRET_KEY/);
    await page.keyboard.press("Enter");
  };
  await choose();
  await expect(shared.getByText("You haven’t copied the link.")).toBeVisible();
  await expect(shared.getByLabel("The link", { exact: true })).toBeVisible();
  await choose();
  await expect(shared).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for storefront" })).toBeVisible();
});

test("a link says where it is revoked, also one that may have been made: in a team on its own page", async ({
  page,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const { id } = await team.anEntry((await team.aCategory()).id);
  await page.goto(team.at(`/vault?entry=${id}`));
  await page.getByRole("dialog").getByRole("button", { name: "Share once…" }).click();
  await page.route("**/api/links", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(
    page.getByText("You can revoke it on the Team page, under “Links that open once”", { exact: false }),
  ).toBeVisible();
  await page.unroute("**/api/links");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("You can revoke it on the Team page.")).toBeVisible();
});

test("a group is shared as .env lines", async ({ page }) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory({ keyType: "group", envVarName: null });
  const { id } = await seed.anEntry(categoryId, { value: '{"PGUSER":"ada","PGPASSWORD":"not-a-real-password"}' });
  await page.goto(`/vault?entry=${id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Share once…" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page
    .getByRole("dialog", { name: "The link is ready" })
    .getByLabel("The link", { exact: true })
    .innerText();
  await page.goto(link);
  await page.getByRole("button", { name: "Open the secret" }).click();
  await expect(page.locator("pre")).toHaveText("PGUSER=ada\nPGPASSWORD=not-a-real-password");
});
