import { expect, test, type Page } from "@playwright/test";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { fetchEntriesAgain, hideTab } from "../../support/browser/page-events";

const canary = "canary-4f1c-not-a-real-secret";

/** All places where a browser could keep it: the document, its storage, the URL. */
const traces = (page: Page) =>
  page.evaluate((secret) => {
    const kept = {
      html: document.documentElement.outerHTML,
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      address: location.href + JSON.stringify(history.state),
    };
    return Object.entries(kept)
      .filter(([, text]) => text.includes(secret))
      .map(([where]) => where);
  }, canary);

test("a shown value is gone after 30 s, when the tab is hidden and when its owner hides it", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { value: canary });
  await page.clock.install();
  await page.goto("/vault");
  const show = page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" });
  await show.click();
  await expect(page.getByText(canary)).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(show).toBeVisible();
  expect(await traces(page)).toEqual([]);

  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true }).click();
  const details = page.getByRole("dialog", { name: "billing" });
  await details.getByRole("button", { name: "Show" }).click();
  await expect(details.getByText(canary)).toBeVisible();
  await expect(details.getByText(/Hides in \d+ s/)).toBeVisible();
  await details.getByRole("button", { name: "Hide" }).click();
  expect(await traces(page)).toEqual([]);
  await details.getByRole("button", { name: "Show" }).click();
  await expect(details.getByText(canary)).toBeVisible();
  await hideTab(page);
  await expect(details.getByText(canary)).toHaveCount(0);
  expect(await traces(page)).toEqual([]);
});

test("a value that is being edited is only in its field, and nothing of it remains; no request goes to another origin", async ({
  page,
  baseURL,
}) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (
      !request.url().startsWith(`${baseURL}/`) &&
      !request.url().startsWith("data:") &&
      !request.url().startsWith("blob:")
    )
      outside.push(request.url());
  });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await signUp(page);
  const simple = await api(page).aCategory();
  const json = await api(page).aCategory({ name: "Documents", keyType: "json", envVarName: null, icon: null });
  const entry = await api(page).anEntry(simple.id, { value: canary });
  const document = await api(page).anEntry(json.id, { name: "analytics", value: JSON.stringify({ canary }) });
  for (const { id, name } of [entry, document]) {
    await page.goto(`/vault?entry=${id}`);
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: new RegExp(`^Edit .* for ${name}$`) });
    await form.getByRole("button", { name: "Show and edit" }).click();
    if (name === "billing") {
      await expect(form.getByRole("textbox", { name: /Value of/ })).toHaveValue(canary);
      expect(await traces(page)).toEqual([]);
    } else {
      await expect(form.getByRole("textbox", { name: "JSON document" })).toContainText(canary);
      await form.getByRole("button", { name: "Hide", exact: true }).click();
      expect(await traces(page)).toEqual([]);
    }
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toBeHidden();
    expect(await traces(page)).toEqual([]);
  }
  expect([outside, violations]).toEqual([[], []]);
});

test("a long value, or one of several lines, is shown in the entry itself and leaves its row unchanged", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { name: "lines", value: `first\nsecond\n${canary}` });
  await api(page).anEntry(category.id, { name: "long", value: "not-real-".repeat(50) });
  await page.goto("/vault");
  for (const name of ["lines", "long"]) {
    await page.getByRole("button", { name: `Show STRIPE_SECRET_KEY for ${name}` }).click();
    const details = page.getByRole("dialog", { name: `STRIPE_SECRET_KEY for ${name}` });
    await expect(details.getByLabel(`Value of STRIPE_SECRET_KEY for ${name}`)).toBeVisible();
    await expect(page.getByRole("list", { name: "Entries" }).locator("code")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: `STRIPE_SECRET_KEY for ${name}`, exact: true })).toBeVisible();
  }
});

test("a shown value is hidden once another one is stored, in its row and in its details", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  const vault = api(page);
  const { id } = await vault.anEntry((await vault.aCategory()).id, { value: canary });
  const store = (body: { value: string; notes: string; environment: "production" }) =>
    vault.call(updateEntry, { params: { id }, body });
  await page.goto("/vault");
  const show = page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" });
  await show.click();
  await expect(page.getByText(canary)).toBeVisible();
  await store({ value: "another-not-real", notes: "the first one", environment: "production" });
  await fetchEntriesAgain(page);
  const title = page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing (production)", exact: true });
  await expect(title).toBeVisible();
  // At once, not after its 30 seconds.
  expect(await page.getByText(canary).count()).toBe(0);

  await title.click();
  const details = page.getByRole("dialog", { name: "billing" });
  await details.getByRole("button", { name: "Show" }).click();
  await expect(details.getByText("another-not-real")).toBeVisible();
  await store({ value: canary, notes: "the second one", environment: "production" });
  await fetchEntriesAgain(page);
  await expect(details.getByText("the second one")).toBeVisible();
  expect(await details.getByText("another-not-real").count()).toBe(0);
});
