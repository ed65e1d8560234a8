import { expect, test } from "@playwright/test";
import { getEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { overlap, violations } from "../../support/browser/browser-checks";
import { holdAnswers } from "../../support/browser/held-answers";

test("from an empty vault to an entry that is generated, shown, copied, renamed and deleted @phone", async ({
  page,
  context,
}) => {
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
  await generator.getByLabel("Characters", { exact: true }).selectOption("hex");
  await expect(generator.getByText("256 bits of entropy")).toBeVisible();
  await expect(generator.getByLabel("Generated value", { exact: true })).toHaveText(/^[0-9a-f]{64}$/);
  const made = await generator.getByLabel("Generated value", { exact: true }).innerText();
  await generator.getByRole("button", { name: "Use this value" }).click();
  await entry.getByRole("button", { name: "Create entry" }).click();
  await expect(page.getByText("STRIPE_SECRET_KEY for billing (production) was created")).toHaveCount(2);

  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing (production)" }).click();
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for billing (production)")).toHaveText(made);
  await page.getByRole("button", { name: "Hide STRIPE_SECRET_KEY for billing (production)" }).click();
  await expect(page.getByText(made)).toHaveCount(0);
  await page.getByRole("button", { name: "Copy STRIPE_SECRET_KEY for billing (production)" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(made);

  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing (production)", exact: true }).click();
  await page
    .getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production)" })
    .getByRole("button", { name: "Edit" })
    .click();
  const edit = page.getByRole("dialog", { name: "Edit STRIPE_SECRET_KEY for billing (production)" });
  await edit.getByRole("combobox", { name: "Project" }).fill("invoices");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await edit.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "invoices" });
  const panel = page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for invoices (production)" });
  await expect(panel).toBeVisible();
  // What tells of it leaves the panel free: beside it, on a phone above it.
  const notices = page.getByRole("region", { name: "Notifications" });
  await expect(notices).toContainText("was changed");
  await expect.poll(() => overlap(notices, panel)).toBe(false);
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("button", { name: "STRIPE_SECRET_KEY for invoices (production)", exact: true }),
  ).toBeFocused();
  const [stored] = await api(page).call(listEntries);
  expect((await api(page).call(revealEntry, { params: { id: stored?.id ?? "" } })).value).toBe(made);

  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for invoices (production)", exact: true }).click();
  await page
    .getByRole("dialog", { name: "STRIPE_SECRET_KEY for invoices (production)" })
    .getByRole("button", { name: "Delete…" })
    .click();
  const confirmation = page.getByRole("dialog", { name: "Delete STRIPE_SECRET_KEY for invoices (production)?" });
  await expect(confirmation).toContainText("This deletes the Stripe key for invoices (production).");
  await confirmation.getByRole("button", { name: "Delete entry" }).click();
  await expect(page.getByText("No entries in Stripe")).toBeVisible();
  expect(await api(page).call(listEntries)).toEqual([]);
});

test("an entry that is saved far down a long list comes into view and gets the focus @phone", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory();
  await Promise.all(
    Array.from({ length: 40 }, (_, number) => api(page).anEntry(id, { name: `project-${number + 10}` })),
  );
  const row = (project: string) => page.getByRole("button", { name: `STRIPE_SECRET_KEY for ${project}`, exact: true });
  await page.goto(`/vault?category=${id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("zebra");
  await form.getByRole("textbox", { name: /^Value of/ }).fill("not-real");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(row("zebra")).toBeFocused();
  await expect(row("zebra")).toBeInViewport();

  await page.goto("/vault");
  await row("project-10").focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog").getByRole("combobox", { name: "Project" }).fill("yak");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(row("yak")).toBeFocused();
  await expect(row("yak")).toBeInViewport();
});

test("the field that replaces a stored value gets the focus, and so does the one that returns @phone", async ({
  page,
}) => {
  await signUp(page);
  const group = await api(page).aCategory({ name: "AWS", keyType: "group", envVarName: null, icon: null });
  const json = await api(page).aCategory({ name: "Documents", keyType: "json", envVarName: null, icon: null });
  const simple = await api(page).anEntry((await api(page).aCategory()).id);
  const pair = await api(page).anEntry(group.id, {
    value: JSON.stringify({ AWS_ACCESS_KEY_ID: "AKIANOTREAL", AWS_SECRET_ACCESS_KEY: "not-real" }),
  });
  const document = await api(page).anEntry(json.id, { value: "{}" });
  const edit = async (id: string) => {
    await page.goto(`/vault?entry=${id}`);
    await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
    return page.getByRole("dialog", { name: /^Edit / });
  };
  for (const way of ["Replace value", "Show and edit"]) {
    const form = await edit(simple.id);
    await form.getByRole("button", { name: way }).click();
    await expect(form.getByRole("textbox", { name: /Value of/ })).toBeFocused();
    await form.getByRole("button", { name: "Keep current value" }).press("Enter");
    await expect(form.getByRole("button", { name: "Show and edit" })).toBeFocused();
  }
  const pairForm = await edit(pair.id);
  await pairForm.getByRole("button", { name: "Replace value" }).press("Enter");
  await expect(pairForm.getByRole("textbox", { name: "Field 1: value" })).toBeFocused();
  // The longer name is fully legible.
  expect(
    await pairForm
      .getByRole("textbox", { name: "Field 2: name" })
      .evaluate((field) => field.scrollWidth <= field.clientWidth),
  ).toBe(true);
  await pairForm.getByRole("button", { name: "Remove field 2" }).press("Enter");
  await expect(pairForm.getByRole("textbox", { name: "Field 1: name" })).toBeFocused();
  const documentForm = await edit(document.id);
  await documentForm.getByRole("button", { name: "Show and edit" }).press("Enter");
  await expect(documentForm.getByRole("textbox", { name: "JSON document" })).toBeFocused();

  const last = await edit(simple.id);
  await last.getByRole("button", { name: "Replace value" }).click();
  await page.keyboard.type("rotated-not-real");
  await page.keyboard.press("Enter");
  await expect(last).toBeHidden();
  expect((await api(page).call(revealEntry, { params: { id: simple.id } })).value).toBe("rotated-not-real");
});

test("a second entry of one category, project and environment is created knowingly, or the first one is opened @phone", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { environment: "production" });
  await api(page).aCategory({ name: "Payments" });
  await page.goto(`/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  const note = form.getByRole("status", { name: "Duplicate" });
  await expect(note).toHaveCount(0);
  await form.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await form.getByRole("combobox", { name: "Category" }).selectOption("Payments · STRIPE_SECRET_KEY");
  await expect(note).toContainText(
    "Stripe for billing (production) already sets STRIPE_SECRET_KEY. With one more entry for it, exports set it more than once.",
  );
  await form.getByRole("combobox", { name: "Category" }).selectOption("Stripe · STRIPE_SECRET_KEY");
  await expect(note).toContainText(
    "There is already an entry STRIPE_SECRET_KEY for billing (production). With a second one, exports set STRIPE_SECRET_KEY twice, and links in env files can’t tell the two apart.",
  );
  expect(await violations(page)).toEqual([]);
  await form.getByRole("textbox", { name: /Value of/ }).press("Enter");
  // Its words have the focus, not a button: a second Enter neither leaves the form nor makes a twin.
  await expect(note.getByRole("paragraph")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(note.getByRole("paragraph")).toBeFocused();
  expect(await api(page).call(listEntries)).toHaveLength(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).getByRole("button", { name: "Cancel" }).click();
  const answer = await holdAnswers(page, "**/api/entries");
  await note.getByRole("button", { name: "Create another" }).click();
  await note.getByRole("button", { name: "Open that entry" }).click();
  await page
    .getByRole("dialog", { name: /^Leave while/ })
    .getByRole("button", { name: "Cancel" })
    .click();
  answer();
  await expect(form).toBeHidden();
  expect(await api(page).call(listEntries)).toHaveLength(2);

  await page.goto(`/vault?category=${category.id}&new=entry`);
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await form.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await note.getByRole("button", { name: "Open that entry" }).click();
  await expect(page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production)" })).toBeVisible();
});

test("an entry moves to another category of its type @phone", async ({ page }) => {
  await signUp(page);
  const [stripe, sendgrid] = [
    await api(page).aCategory({ name: "Stripe", envVarName: "STRIPE_KEY" }),
    await api(page).aCategory({ name: "SendGrid", envVarName: "SENDGRID_KEY" }),
    await api(page).aCategory({ name: "Server", keyType: "ssh", envVarName: null }),
  ];
  const { id } = await api(page).anEntry(stripe.id, { name: "billing", value: "not-a-real-key" });
  await page.goto("/vault");
  // A phone's rows have no button for it.
  await page.locator(`[data-entry="${id}"]`).click();
  await page.getByRole("dialog", { name: "STRIPE_KEY for billing" }).getByRole("button", { name: "Edit" }).click();
  const category = page.getByRole("dialog", { name: "Edit STRIPE_KEY for billing" }).getByLabel("Category");
  await expect(category.getByRole("option")).toHaveText([
    "Choose a category",
    "SendGrid · SENDGRID_KEY",
    "Stripe · STRIPE_KEY",
  ]);
  await category.selectOption("SendGrid · SENDGRID_KEY");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator(`[data-entry="${id}"]`)).toHaveText("SENDGRID_KEY");
  const { categoryId } = await api(page).call(getEntry, { params: { id } });
  expect(categoryId).toBe(sendgrid.id);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("not-a-real-key");
});

test("a form that is opened before the categories are there has the address's category", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory({ name: "Deploy keys", keyType: "ssh", envVarName: null });
  let opened = () => {};
  const open = new Promise<void>((resolve) => (opened = resolve));
  await page.route("**/api/categories", async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(`/vault?category=${id}`);
  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await expect(form).toBeVisible();
  opened();
  await expect(form.getByRole("combobox", { name: "Category" })).toHaveValue(id);
  await expect(form.getByRole("textbox", { name: "Private key" })).toBeVisible();
});

test("Enter in the value creates one entry, however often it is pressed or how long it is held", async ({ page }) => {
  await signUp(page);
  await api(page).aCategory();
  await page.goto("/vault");
  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Category" }).selectOption("Stripe · STRIPE_SECRET_KEY");
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await form.getByRole("textbox", { name: /Value of/ }).fill("typed-not-real");
  const answer = await holdAnswers(page, "**/api/entries");
  for (const press of ["down", "down", "up", "down", "up"] as const) await page.keyboard[press]("Enter");
  answer();
  await expect(form).toBeHidden();
  expect(await api(page).call(listEntries)).toHaveLength(1);
});
