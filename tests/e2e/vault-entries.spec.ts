import { expect, test } from "@playwright/test";
import { listEntries, revealEntry } from "@/lib/contracts/entries";
import { api, signUp } from "../support/browser-actors";

test("from an empty vault to an entry that is generated, shown, copied, renamed and deleted", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  await page.goto("/vault");
  await expect(page.getByText("Start with a category")).toBeVisible();

  await page.getByRole("button", { name: "New category" }).first().click();
  const form = page.getByRole("dialog", { name: "New category" });
  await form.getByRole("textbox", { name: "Name" }).fill("Stripe");
  await expect(form.getByRole("textbox", { name: "Environment variable" })).toHaveValue("STRIPE");
  await form.getByRole("textbox", { name: "Environment variable" }).fill("STRIPE_SECRET_KEY");
  await form.getByRole("button", { name: "Choose icon…" }).click();
  await page.getByRole("group", { name: "Icons" }).getByRole("button", { name: "Stripe", exact: true }).click();
  await form.getByRole("button", { name: "Create category" }).click();
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();

  await page.getByRole("button", { name: "New entry" }).first().click();
  const entry = page.getByRole("dialog", { name: "New entry" });
  await entry.getByRole("combobox", { name: "Project" }).fill("billing");
  await entry.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await entry.getByRole("button", { name: "Generate…" }).click();
  const generator = page.getByRole("dialog", { name: "Generate a value" });
  await generator.getByLabel("Made of").selectOption("hex");
  await expect(generator.getByText("256 bits of entropy")).toBeVisible();
  await expect(generator.getByLabel("Generated value", { exact: true })).toHaveText(/^[0-9a-f]{64}$/);
  const made = await generator.getByLabel("Generated value", { exact: true }).innerText();
  await generator.getByRole("button", { name: "Use this value" }).click();
  await entry.getByRole("button", { name: "Create entry" }).click();
  await expect(page.getByText("billing was created")).toHaveCount(2);

  await page.getByRole("button", { name: "Show Stripe for billing, production" }).click();
  await expect(page.getByLabel("Value of Stripe for billing, production")).toHaveText(made);
  await page.getByRole("button", { name: "Hide Stripe for billing, production" }).click();
  await expect(page.getByText(made)).toHaveCount(0);
  await page.getByRole("button", { name: "Copy Stripe for billing, production" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(made);

  await page.getByRole("button", { name: "billing", exact: true }).click();
  await page.getByRole("dialog", { name: "billing" }).getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit billing" });
  await edit.getByRole("combobox", { name: "Project" }).fill("invoices");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await edit.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "invoices" });
  await expect(page.getByRole("button", { name: "invoices", exact: true })).toBeFocused();
  const [stored] = await api(page).call(listEntries);
  expect((await api(page).call(revealEntry, { params: { id: stored?.id ?? "" } })).value).toBe(made);

  await page.getByRole("button", { name: "invoices", exact: true }).click();
  await page.getByRole("dialog", { name: "invoices" }).getByRole("button", { name: "Delete…" }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete invoices?" });
  await expect(confirmation).toContainText("The Stripe value of invoices for production goes");
  await confirmation.getByRole("button", { name: "Delete entry" }).click();
  await expect(page.getByText("No entries in Stripe")).toBeVisible();
  expect(await api(page).call(listEntries)).toEqual([]);
});
