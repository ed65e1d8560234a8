import { expect, test, type Locator, type Page } from "@playwright/test";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { deleteEntry } from "@/lib/contracts/vault/entries";
import { api, endSession, signIn, signUp } from "../../support/browser/browser-actors";
import { violations } from "../../support/browser/browser-checks";
import { holdAnswers, holdWrites, untilIdle } from "../../support/browser/held-answers";
import { find, ready } from "../../support/browser/palette";

test("after the session has ended, the next action leads to sign-in and back", async ({ page }) => {
  const user = await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await page.goto("/vault");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
  await endSession(page);
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" }).click();
  await expect(page).toHaveURL("/login?from=%2Fvault");
  await signIn(page, user);
  await page.goto(new URL(page.url()).searchParams.get("from") ?? "/");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
});

test("without a response the lists say so and try again; a form keeps typed text", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await page.route("**/api/{entries,categories}", (route) => route.abort());
  await page.goto("/vault");
  const failure = page.getByRole("alert").filter({ hasText: "No answer from the vault" }).last();
  await expect(failure).toBeVisible();
  await expect(page.getByText("Start with a category")).toHaveCount(0);
  await page.unroute("**/api/{entries,categories}");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();

  await page.goto(`/vault?category=${category.id}`);
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await page.route("**/api/entries", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByRole("alert")).toContainText("can't be reached");
  await expect(form.getByRole("textbox", { name: /Value of/ })).toHaveValue("not-real");
  await page.unroute("**/api/entries");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for storefront", exact: true })).toBeVisible();
});

test("a server error appears at its field; a value that can't be revealed says why", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await page.goto(`/vault?category=${category.id}`);
  await page.route("**/reveal", (route) =>
    route.fulfill({ status: 404, json: { error: "Entry not found", code: "ENTRY_NOT_FOUND" } }),
  );
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" }).click();
  await expect(page.getByRole("list", { name: "Entries" }).getByRole("alert")).toHaveText(
    /^This entry is no longer here/,
  );

  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("Enter a project name")).toBeVisible();
  await expect(form.getByText("Enter a value")).toBeVisible();
  await form.getByRole("combobox", { name: "Project" }).fill("x".repeat(201));
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await expect(form.getByText("Must have at most 200 characters")).toBeVisible();
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await page.route(
    "**/api/entries",
    (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: "name: must be something else",
          code: "VALIDATION_ERROR",
          details: [{ path: "name", message: "must be something else" }],
        },
      }),
    { times: 1 },
  );
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("Must be something else")).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Project" })).toBeFocused();
});

test("after a form was refused, choosing a category shows its untouched value field without an error", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await page.goto("/vault?new=entry");
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("Choose a category", { exact: true }).last()).toBeVisible();
  await form.getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await expect(form.getByRole("textbox", { name: /Value of/ })).toBeVisible();
  await expect(form.getByRole("textbox", { name: /Value of/ })).not.toHaveAttribute("aria-invalid");
});

test("a part of the page whose script can't be loaded says so in its place, and the rest stays", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await page.goto("/vault");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.route("**/_next/static/**", (route) => route.abort());
  const failure = page.getByRole("dialog", { name: "Not loaded" });

  await page.getByRole("button", { name: "New entry" }).first().click();
  await expect(failure).toBeVisible();
  await expect(failure.getByRole("button", { name: "Reload the page" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New entry" }).first().click();
  await page.unroute("**/_next/static/**");
  await failure.getByRole("button", { name: "Try again" }).click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");

  await page.route("**/_next/static/**", (route) => route.abort());
  await form.getByRole("button", { name: "Generate…" }).click();
  await expect(failure).toBeVisible();
  await failure.getByRole("button", { name: "Close" }).click();
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveValue("storefront");
});

test("a loading list has its toolbar and its rows' height, so that nothing moves when it arrives", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/entries", (route) => held.then(() => route.continue()));
  await page.goto("/vault");
  const waiting = page.getByRole("status").filter({ hasText: "Loading entries" });
  const place = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box && [box.y, box.height];
  };
  await expect(page.getByRole("searchbox")).toBeVisible();
  const before = await place(waiting.locator("div").first());
  answer();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
  expect(await place(page.getByRole("list", { name: "Entries" }).getByRole("listitem").first())).toEqual(before);
});

const discard = (page: Page) => page.getByText("Discard what you typed?");

test("nobody is asked to discard what is being saved, and whoever leaves meanwhile is told that", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await page.goto(`/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  const answer = await holdAnswers(page, "**/api/entries");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Projects", exact: true }).click();
  const leaving = page.getByRole("dialog", { name: "Leave while this is being saved?" });
  await expect(leaving).toContainText("If it can’t be saved, you won’t be told, and what you typed is lost.");
  await expect(discard(page)).toHaveCount(0);
  answer();
  // Nothing is left to ask about.
  await expect(form).toBeHidden();
  await expect(leaving).toBeHidden();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for storefront", exact: true })).toBeVisible();
});

test("whoever is on their way to another page arrives there, though what is saved is answered first", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const arrive = await holdAnswers(page, "**/projects?_rsc=*");
  const answer = await holdWrites(page, "**/api/entries");
  await page.goto(`/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await form.getByRole("button", { name: "Create entry" }).click();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Projects", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Leave while/ })
    .getByRole("button", { name: "Leave" })
    .click();
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "STRIPE_SECRET_KEY for storefront was created",
  );
  await untilIdle(page);
  arrive();
  await expect(page).toHaveURL("/projects");
});

test("whoever leaves an entry while it is saved keeps what they typed into another one by the time it is", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id, { name: "billing" });
  const other = await api(page).anEntry(category.id, { name: "storefront" });
  const answer = await holdWrites(page, `**/api/entries/${id}`);
  await page.goto(`/vault?entry=${id}&show=edit`);
  const notes = (name: string) =>
    page.getByRole("dialog", { name: `Edit STRIPE_SECRET_KEY for ${name}` }).getByRole("textbox", { name: "Notes" });
  await notes("billing").fill("Rotated each quarter");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for storefront", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Leave while/ })
    .getByRole("button", { name: "Leave" })
    .click();
  await page
    .getByRole("dialog", { name: "STRIPE_SECRET_KEY for storefront" })
    .getByRole("button", { name: "Edit" })
    .click();
  await notes("storefront").fill("Typed meanwhile");
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "STRIPE_SECRET_KEY for billing was changed",
  );
  await expect(notes("storefront")).toHaveValue("Typed meanwhile");
  await expect(notes("storefront")).toBeFocused();
  await expect(page).toHaveURL(`/vault?entry=${other.id}&show=edit`);
});

/** Leaves a new entry by the palette while it is saved, and comes back; `answered` sees to it that it is saved and left. */
async function leaveSaving(
  page: Page,
  answered: (form: Locator, arrive: () => void, answer: () => void) => Promise<void>,
) {
  await signUp(page);
  const category = await api(page).aCategory();
  const arrive = await holdAnswers(page, "**/activity?_rsc=*");
  const answer = await holdWrites(page, "**/api/entries");
  await ready(page, `/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await find(page, "activity");
  const isAskedFor = page.waitForRequest("**/activity?_rsc=*");
  await page.keyboard.press("Enter");
  await isAskedFor;
  await answered(form, arrive, answer);
  await find(page, "vault");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/vault");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for storefront", exact: true })).toBeVisible();
  await untilIdle(page);
  await expect(form).toHaveCount(0);
}

const created = (page: Page) =>
  expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "STRIPE_SECRET_KEY for storefront was created",
  );

test("a new entry that is left by the palette while it is saved does not wait as unsaved", async ({ page }) => {
  await leaveSaving(page, async (form, arrive, answer) => {
    arrive();
    await expect(page).toHaveURL("/activity");
    await expect(form).toBeHidden();
    answer();
    await created(page);
  });
});

test("nor does one that is saved before the page comes to which the palette leads", async ({ page }) => {
  await leaveSaving(page, async (form, arrive, answer) => {
    answer();
    await created(page);
    await untilIdle(page);
    await expect(form).toBeVisible();
    arrive();
    await expect(page).toHaveURL("/activity");
  });
});

test("a dialog that is saving stays open until the vault has answered, and asks nothing", async ({ page }) => {
  await signUp(page);
  await page.goto("/vault?new=category");
  const form = page.getByRole("dialog", { name: "New category" });
  await form.getByRole("textbox", { name: "Name" }).fill("Stripe");
  const answer = await holdAnswers(page, "**/api/categories");
  await form.getByRole("button", { name: "Create category" }).click();
  await expect(form.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(form.getByRole("button", { name: "Close" })).toBeVisible();
  await expect(discard(page)).toHaveCount(0);
  answer();
  await expect(form).toBeHidden();
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
});

test("a value of an entry that somebody else deleted is told as gone, and its row goes", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  await page.goto("/vault");
  const show = page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" });
  await expect(show).toBeVisible();
  await api(page).call(deleteEntry, { params: { id } });
  await show.click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "This entry is no longer here: it was deleted or moved. If it is in the trash, restore it there.",
  );
  await expect(show).toHaveCount(0);
});

test("a category that somebody else deleted is told as gone, and no longer offered", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).aCategory({ name: "Sentry", envVarName: "SENTRY_DSN" });
  await page.goto(`/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("storefront");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await api(page).call(deleteCategory, { params: { id: category.id } });
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByRole("alert")).toContainText("This category is no longer here");
  const categories = form.getByRole("combobox", { name: "Category" });
  await expect(categories.getByRole("option", { name: /Stripe/ })).toHaveCount(0);
  // What was typed goes into another one.
  await categories.selectOption({ label: "Sentry · SENTRY_DSN" });
  await expect(form.getByRole("textbox", { name: /Value of/ })).toHaveValue("not-real");
});
