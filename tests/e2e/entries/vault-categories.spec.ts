import { expect, test } from "@playwright/test";
import { listCategories } from "@/lib/contracts/vault/categories";
import { importItems } from "@/lib/contracts/transfer/import";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { find, palette, ready } from "../../support/browser/palette";

test("a category is checked, changed, and deleted with the number of its entries @phone", async ({ page }) => {
  await signUp(page);
  const stripe = await api(page).aCategory();
  await api(page).anEntry(stripe.id, { name: "billing" });
  await api(page).anEntry(stripe.id, { name: "storefront" });
  await page.goto("/vault?new=category");
  const form = page.getByRole("dialog", { name: "New category" });
  await form.getByRole("button", { name: "Create category" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await expect(form.getByText("Enter the variable that its entries set")).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill("Sentry");
  await form.getByRole("textbox", { name: "Environment variable" }).fill("1 WRONG");
  await expect(form.getByText("Must be a valid variable name")).toBeVisible();
  await form.getByRole("textbox", { name: "Environment variable" }).fill("SENTRY_AUTH_TOKEN");
  await form.getByRole("button", { name: "Create category" }).click();
  await expect(page.getByRole("heading", { name: "Sentry" })).toBeVisible();

  await page.goto(`/vault?category=${stripe.id}`);
  await page.getByRole("button", { name: "Edit category Stripe", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit category Stripe" });
  await expect(edit.getByRole("radio", { name: "Group" })).toBeDisabled();
  await edit.getByRole("textbox", { name: "Description" }).fill("Rotated each quarter");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await edit.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ description: "Rotated each quarter" });
  await expect(page.getByText("Rotated each quarter")).toBeVisible();

  await page.getByRole("button", { name: "Delete category Stripe…" }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete the category Stripe?" });
  await expect(confirmation).toContainText("its 2 entries");
  await expect(confirmation.getByRole("button", { name: "Delete category" })).toBeDisabled();
  await confirmation.getByRole("textbox").fill("Stripe");
  await confirmation.getByRole("button", { name: "Delete category" }).click();
  await expect(page.getByText("The category Stripe was deleted with its 2 entries").first()).toBeVisible();
  expect((await api(page).call(listCategories)).map(({ name }) => name)).toEqual(["Sentry"]);
});

test("a new category that is asked for over another one's form is a new one", async ({ page }) => {
  await signUp(page);
  const stripe = await api(page).aCategory();
  await ready(page, `/vault?category=${stripe.id}`);
  await page.getByRole("button", { name: "Edit category Stripe", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Edit category Stripe" })).toBeVisible();
  await find(page, "new category");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("New category");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New category" });
  await form.getByRole("textbox", { name: "Name" }).fill("Sentry");
  await expect(form.getByRole("textbox", { name: "Environment variable" })).toHaveValue("SENTRY");
  await form.getByRole("button", { name: "Create category" }).click();
  await expect(page.getByRole("heading", { name: "Sentry" })).toBeVisible();
  expect((await api(page).call(listCategories)).map(({ name }) => name).sort()).toEqual(["Sentry", "Stripe"]);
});

test("categories that an import made fold away under one line, until one is chosen or changed @phone", async ({
  page,
}) => {
  await signUp(page);
  await api(page).aCategory();
  const variables = ["A_KEY", "B_KEY", "C_KEY"];
  await api(page).call(importItems, {
    body: {
      entries: variables.map((name) => ({
        category: name,
        keyType: "simple" as const,
        envVarName: name,
        name: "billing",
        value: "not-real",
      })),
    },
  });
  await page.goto("/vault");
  const wide = page.getByRole("button", { name: "3 from imports" });
  const narrow = page.getByRole("combobox", { name: "Category" });
  await expect(wide.or(narrow)).toBeVisible();
  if (await narrow.isVisible()) {
    await expect(narrow.locator('optgroup[label="From imports"] > option')).toHaveText(
      variables.map((name) => `${name} (1)`),
    );
    return;
  }
  const folded = page.getByRole("list", { name: "Categories from imports" });
  await expect(page.getByRole("button", { name: "Stripe 0" })).toBeVisible();
  await expect(folded).toHaveCount(0);
  await wide.click();
  await page.reload();
  await expect(folded).toBeVisible();
  await folded.getByRole("button", { name: "B_KEY 1" }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Its address leads there, and shows it.
  await page.reload();
  await expect(folded.getByRole("button", { name: "B_KEY 1" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Edit category B_KEY", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Description" }).fill("Ours now");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "2 from imports" })).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("button", { name: "2 from imports" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "2 from imports" })).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("button", { name: "B_KEY 1" })).toBeVisible();
});

test("icons are files of this server: a known one is cached, an unknown one is a 404", async ({ page, baseURL }) => {
  const stripe = await page.request.get(`${baseURL}/icons/stripe`);
  expect([stripe.status(), stripe.headers()["content-type"], stripe.headers()["cache-control"]]).toEqual([
    200,
    "image/svg+xml; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  // Of the icons that the package no longer has.
  const slack = await page.request.get(`${baseURL}/icons/slack`);
  expect([slack.status(), slack.headers()["content-type"]]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  for (const slug of ["no-such-brand", "stripe.svg", "constructor"])
    expect((await page.request.get(`${baseURL}/icons/${slug}`)).status()).toBe(404);
  // A path with dot segments is invalid: the server refuses it before anything looks for a file.
  expect((await page.request.get(`${baseURL}/icons/..%2f..%2fpackage.json`)).status()).toBe(400);
});

test("a variable that follows from the name is checked like a typed one", async ({ page }) => {
  await signUp(page);
  await page.goto("/vault?new=category");
  const form = page.getByRole("dialog", { name: "New category" });
  await form.getByRole("button", { name: "Create category" }).click();
  const variable = form.getByRole("textbox", { name: "Environment variable" });
  await expect(variable).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("textbox", { name: "Name" }).fill("Stripe");
  await expect(variable).toHaveValue("STRIPE");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await expect(variable).not.toHaveAttribute("aria-invalid");
});
