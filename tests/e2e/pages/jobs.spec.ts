import { expect, test, type Page } from "@playwright/test";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { aDueKey, aProject } from "../../support/browser/a-project";
import { api, signUp, takesKeys } from "../../support/browser/browser-actors";
import { countedSteps } from "../../support/browser/steps";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("the same key for three environments takes at most six steps", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await page.goto("/vault");
  const form = page.getByRole("dialog", { name: "New entry" });
  const person = countedSteps(page);
  await person.click(page.getByRole("button", { name: "New entry" }).first());
  await person.choose(form.getByRole("combobox", { name: "Category" }), id);
  await person.fill(form.getByRole("combobox", { name: "Project" }), "billing");
  await person.choose(form.getByRole("combobox", { name: "Environment" }), "several");
  await person.fill(form.getByRole("textbox", { name: /Value of/ }), "same-not-real");
  await person.click(form.getByRole("button", { name: "Create 3 entries" }));
  await expect(form).toBeHidden();
  const entries = await api(page).call(listEntries);
  expect(entries.map(({ environment }) => environment).sort()).toEqual(["development", "production", "staging"]);
  person.atMost(6);
});

test("a value is found and copied in at most three steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/settings");
  await takesKeys(page);
  const person = countedSteps(page);
  await person.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Find" }).getByRole("combobox")).toBeFocused();
  await person.type("stripe prod");
  await expect(page.getByText("copies STRIPE_SECRET_KEY · billing · production")).toBeVisible();
  await person.press("ControlOrMeta+Enter");
  await expect.poll(() => copied(page)).toBe("sk_live_not_real");
  await expect(page.getByText("STRIPE_SECRET_KEY · billing · production was copied").first()).toBeVisible();
  person.atMost(3);
});

test("a project's production .env is copied in at most two steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects");
  const person = countedSteps(page);
  await person.click(page.getByRole("main").getByRole("link", { name: "billing" }));
  await person.click(page.getByRole("button", { name: "Copy production .env", exact: true }));
  await expect.poll(() => copied(page)).toContain("STRIPE_SECRET_KEY=sk_live_not_real");
  person.atMost(2);
});

test("a CI key for one project takes at most three steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  const form = page.getByRole("dialog", { name: "Create access key" });
  const person = countedSteps(page);
  await person.click(page.getByRole("link", { name: "Access key for this project" }));
  await person.fill(form.getByLabel("Name"), "CI of billing");
  await person.click(form.getByRole("button", { name: "Create access key" }));
  await expect(page.getByRole("dialog", { name: /CI of billing/ })).toBeVisible();
  expect((await api(page).call(listAccessKeys)).map(({ projects }) => projects)).toEqual([["billing"]]);
  person.atMost(3);
});

test("a deletion is undone in one step", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).anEntry((await api(page).aCategory()).id);
  await page.goto("/vault");
  await page.locator("[data-entry]").click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete entry" }).click();
  await expect(page.locator("[data-entry]")).toHaveCount(0);
  const person = countedSteps(page);
  await person.click(page.getByRole("button", { name: "Undo" }));
  await expect(page.locator(`[data-entry="${id}"]`)).toBeVisible();
  person.atMost(1);
});

test("a value is added in at most five steps", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await api(page).anEntry(id);
  await page.goto("/vault");
  await takesKeys(page);
  await expect(page.getByRole("button", { name: "New entry" }).first()).toBeVisible();
  const form = page.getByRole("dialog", { name: "New entry" });
  const person = countedSteps(page);
  await person.press("n");
  await person.choose(form.getByRole("combobox", { name: "Category" }), id);
  await person.fill(form.getByRole("combobox", { name: "Project" }), "storefront");
  await person.fill(form.getByRole("textbox", { name: /Value of/ }), "added-not-real");
  await person.press("Enter");
  await expect(form).toBeHidden();
  expect((await api(page).call(listEntries)).map(({ name }) => name).sort()).toEqual(["billing", "storefront"]);
  person.atMost(5);
});

test("a due value is replaced, with the file that held the former one, in at most five steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  const id = await aDueKey(page);
  await page.goto("/");
  const card = page.getByRole("dialog");
  const person = countedSteps(page);
  await person.click(
    page
      .getByRole("list", { name: "Needs attention" })
      .getByRole("link", { name: /Stripe/ })
      .first(),
  );
  await person.fill(card.getByRole("textbox", { name: /^Value of/ }), "rotated-not-real");
  await person.press("Enter");
  await person.click(card.getByRole("button", { name: "Link it" }));
  await expect(card.getByRole("heading", { name: /The env files are linked/ })).toBeVisible();
  await person.press("Escape");
  await expect(card).toHaveCount(0);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("rotated-not-real");
  person.atMost(5);
});

test("what changed in a value is seen in at most four steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto(`/vault?entry=${await aDueKey(page)}`);
  const person = countedSteps(page);
  await person.click(page.getByRole("tab", { name: "History" }));
  await person.click(page.getByRole("button", { name: "Compare versions" }));
  await person.click(page.getByRole("button", { name: "Compare", exact: true }));
  await person.click(page.getByRole("button", { name: "Show values" }));
  await expect(page.getByText("sk_former_not_real")).toBeVisible();
  person.atMost(4);
});

test("a two-factor token is added in at most three steps", async ({ page }) => {
  await signUp(page);
  await page.goto("/2fa");
  await takesKeys(page);
  await expect(page.getByRole("button", { name: "Add tokens" }).first()).toBeVisible();
  const person = countedSteps(page);
  await person.press("n");
  const dialog = page.getByRole("dialog", { name: "Add tokens" });
  await person.fill(
    dialog.getByLabel("Secret or link"),
    "otpauth://totp/Linear:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Linear",
  );
  await person.press("Enter");
  await expect(page.getByRole("heading", { name: "Linear" })).toBeVisible();
  person.atMost(3);
});

test("what is due is seen in at most one step, and in none on the overview", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await aDueKey(page);
  await page.goto("/vault");
  await takesKeys(page);
  const person = countedSteps(page);
  await person.choose(page.getByRole("combobox", { name: "Age" }), "due");
  await expect(page.locator("[data-entry]")).toHaveCount(1);
  person.atMost(1);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /Due tomorrow/ })).toBeVisible();
});
