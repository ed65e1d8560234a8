import { expect, test, type Page } from "@playwright/test";
import { listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, type EnvFileType, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { holdAnswers } from "../../support/browser/held-answers";

const former = "sk_former_41c0";
const current = "sk_current_9b7e";
const reference = "svc://Stripe/billing/production";

/** A vault with one key, which had another value before. */
async function aVault(page: Page) {
  await signUp(page);
  const category = await api(page).aCategory();
  const stripe = await api(page).anEntry(category.id, { environment: "production", value: former });
  await api(page).call(updateEntry, { params: { id: stripe.id }, body: { value: current } });
  return { category, stripe };
}

async function aFile(page: Page, name: string, content: string, fileType: EnvFileType = "env") {
  const { data: project } = await api(page).call(createEnvProject, { body: { name } });
  const { data: file } = await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType, content } });
  return {
    project,
    kept: async () =>
      (await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } })).data.content,
  };
}

async function openFile(page: Page, projectId: string) {
  await page.goto(`/envs/${projectId}`);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
}

const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const chips = (page: Page) => page.locator(".cm-reference");

async function openForm(page: Page, entryId: string) {
  await page.goto(`/vault?entry=${entryId}`);
  await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  return page.getByRole("dialog", { name: /^Edit / });
}

test("a reference is a chip that one key deletes, and is written from svc: by keyboard alone", async ({ page }) => {
  await aVault(page);
  const { project, kept } = await aFile(page, "billing", `STRIPE_SECRET_KEY=${reference}\n`);
  await openFile(page, project.id);
  await expect(chips(page)).toHaveText("Stripe › billingProduction");
  await expect(editor(page)).not.toContainText("svc://");
  await expect(chips(page).locator("img")).toHaveAttribute("src", /stripe/);
  await chips(page).hover();
  await expect(page.locator(".cm-reference-hint p")).toHaveText([
    "The value of Stripe for billing (production)",
    /^Value changed .+ \(.+\)$/,
  ]);

  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(chips(page)).toHaveCount(0);
  await expect(page.locator(".cm-line").first()).toHaveText("STRIPE_SECRET_KEY=");
  await page.keyboard.type("svc:bill str");
  const option = page.getByRole("option", { name: "Stripe › billing" });
  await expect(option).toHaveAttribute("aria-selected", "true");
  // However fast one types on: Enter is for the list as long as that is there.
  await page.keyboard.type("i");
  await page.keyboard.press("Enter");
  await expect(chips(page)).toHaveText("Stripe › billingProduction");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Unsaved changes", { exact: true })).toHaveCount(0);
  expect(await kept()).toBe(`STRIPE_SECRET_KEY=${reference}\n`);
});

test("a renaming that would make a reference lead to two entries is refused where one sees it @phone", async ({
  page,
}) => {
  const { category, stripe } = await aVault(page);
  await aFile(page, "billing", `STRIPE_SECRET_KEY=${reference}\n`);
  await api(page).anEntry(category.id, { name: "shop", environment: "production" });
  const answer = await holdAnswers(page, "**/api/entries/*/uses");
  const form = await openForm(page, stripe.id);
  await form.getByRole("combobox", { name: "Project" }).fill("shop");
  await form.getByRole("button", { name: "Save anyway" }).click();
  const refusal = form.getByText("Two entries would end up with the same names", { exact: false });
  await expect(refusal).toBeInViewport({ ratio: 1 });
  // The choice that comes late does not push it out of sight.
  answer();
  await expect(form.getByRole("checkbox", { name: "Update the reference to it" })).toBeVisible();
  await expect(refusal).toBeInViewport({ ratio: 1 });
  await expect(refusal).toContainText("STRIPE_SECRET_KEY in line 1 of billing’s .env");
});

test("a reference that leads nowhere says so in its line, in the list of problems and before it is saved or left", async ({
  page,
}) => {
  await aVault(page);
  const { project, kept } = await aFile(page, "billing", "A=svc://Gone/billing/-\n");
  await openFile(page, project.id);
  await expect(page.locator(".cm-reference-broken")).toContainText("no such entry");
  await expect(page.getByRole("region", { name: "Problems" }).getByRole("listitem")).toHaveText([
    /^Line 1A links to an entry that doesn’t exist/,
  ]);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("B=svc://Stripe/billing/staging\n");
  await expect(page.locator(".cm-reference-broken")).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+s");
  const question = page.getByRole("dialog", { name: "Save .env with a problem?" });
  await expect(question.getByRole("listitem")).toHaveText([/^Line 2: B links to an entry that doesn’t exist/]);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("tab", { name: ".env.local" }).click();
  const leaving = page.getByRole("dialog", { name: "Save .env first?" });
  await expect(leaving.getByRole("listitem")).toHaveText([/^Line 2: B links to an entry that doesn’t exist/]);
  expect(await kept()).toBe("A=svc://Gone/billing/-\n");
});

test("values that entries have or had become links in the text alone; undo takes them back, saving keeps them", async ({
  page,
}, { project: { name: at } }) => {
  await aVault(page);
  const { project, kept } = await aFile(page, "billing", `# mine\nOLD='${former}' # note\nNEW=${current}\nPORT=3000\n`);
  await openFile(page, project.id);
  const bar = page.getByRole("region", { name: "Values that are also kept as entries" });
  await expect(bar.getByRole("status")).toHaveText("2 values are also kept as entries; 1 of them is a former value.");
  await bar.getByRole("button", { name: "Show list" }).click();
  await expect(bar.getByRole("listitem")).toHaveText([
    /^OLDStripe › billing · ProductionFormer value/,
    /^NEWStripe › billing · ProductionSame value/,
  ]);
  await bar.getByRole("button", { name: "Link OLD" }).click();
  await expect(bar.getByRole("status")).toHaveText("1 value is also kept as an entry.");
  await expect(bar.getByRole("button", { name: "Link NEW" })).toBeFocused();
  await expect(chips(page)).toHaveCount(1);
  await editor(page).press("ControlOrMeta+z");
  await expect(chips(page)).toHaveCount(0);
  await bar.getByRole("button", { name: "Link all" }).click();
  await expect(bar).toHaveCount(0);
  await expect(chips(page)).toHaveCount(2);
  if (at === "desktop") await expect(editor(page)).toBeFocused();
  expect(await kept()).toContain(former);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await kept()).toBe(`# mine\nOLD='${reference}' # note\nNEW=${reference}\nPORT=3000\n`);
});

test("after a change of a value, the files that hold the former one are linked in one step; what fails is said and tried again", async ({
  page,
}) => {
  const { stripe } = await aVault(page);
  const one = await aFile(page, "billing", `KEY=${current}\n`, "env.production");
  const two = await aFile(page, "shop", `export KEY="${current}"\nKEEP=1\n`);
  const form = await openForm(page, stripe.id);
  await form.getByRole("button", { name: "Replace value" }).click();
  await page.keyboard.type("sk_next_0d55");
  await form.getByRole("button", { name: "Save changes" }).click();

  const step = page.getByRole("dialog", { name: "2 files hold the former value" });
  await expect(step.getByRole("listitem")).toHaveText([/^billing .env.productionKEY/, /^shop .envKEY/]);
  // Enter, pressed once more, links nothing; and what is unticked stays as it is.
  await expect(step.getByRole("list", { name: "Files with the former value" })).toBeFocused();
  await page.keyboard.press("Enter");
  await step.getByRole("checkbox", { name: "shop .env" }).uncheck();
  await step.getByRole("checkbox", { name: "billing .env.production" }).uncheck();
  await expect(step.getByRole("button", { name: "Link them" })).toBeDisabled();
  expect(await one.kept()).toContain(current);
  for (const box of await step.getByRole("checkbox").all()) await box.check();
  await page.route(`**/api/envs/${two.project.id}/files`, (route) =>
    route.fulfill({
      status: 412,
      json: { error: "It was changed", code: "CHANGED_MEANWHILE", details: { id: null, version: 2 } },
    }),
  );
  await step.getByRole("button", { name: "Link them" }).click();
  await expect(step.getByRole("alert")).toHaveText("1 of 2 files was not linked.");
  await expect(step.getByRole("listitem").last()).toContainText("Somebody changed the file meanwhile");
  expect(await one.kept()).toBe(`KEY=${reference}\n`);
  expect(await two.kept()).toContain(current);
  await page.unroute(`**/api/envs/${two.project.id}/files`);
  await step.getByRole("button", { name: "Try again" }).click();
  await expect(step).toHaveCount(0);
  expect(await two.kept()).toBe(`export KEY="${reference}"\nKEEP=1\n`);

  // One that holds a former value later on is linked where the entry says so.
  const late = await aFile(page, "late", `KEY=${former}\n`);
  const chance = await aFile(page, "chance", `OTHER=${former}\n`);
  await page.goto(`/vault?entry=${stripe.id}`);
  await page.getByRole("tab", { name: "Used in" }).click();
  const uses = page.getByRole("region", { name: "Where it is used" });
  await expect(uses.getByText("Used in 4 files.")).toBeVisible();
  await uses.getByRole("button", { name: "Link them…" }).click();
  const dialog = page.getByRole("dialog", { name: "2 files hold the former value" });
  await dialog.getByRole("checkbox", { name: "chance .env" }).uncheck();
  await dialog.getByRole("button", { name: "Link them" }).click();
  await expect(uses.getByRole("button", { name: "Link it…" })).toBeVisible();
  expect(await chance.kept()).toBe(`OTHER=${former}\n`);
  await uses.getByRole("button", { name: "Link it…" }).click();
  await page
    .getByRole("dialog", { name: "1 file holds the former value" })
    .getByRole("button", { name: "Link it" })
    .click();
  await expect(uses.getByText("1 file holds the former value.")).toHaveCount(0);
  await expect(uses.getByRole("list", { name: "Files and access keys" })).toBeFocused();
  expect(await late.kept()).toBe(`KEY=${reference}\n`);
  await uses.getByRole("link", { name: "billing .env.production" }).click();
  await expect(page.getByRole("tab", { name: ".env.production", selected: true })).toBeVisible();
});

test("renaming takes the references along, unless somebody unticks it; deleting says what links", async ({ page }) => {
  const { stripe, category } = await aVault(page);
  const { kept } = await aFile(page, "billing", `KEY=${reference}\n`);
  const form = await openForm(page, stripe.id);
  await form.getByRole("combobox", { name: "Project" }).fill("shop");
  await expect(form.getByRole("checkbox", { name: "Update the reference to it" })).toBeChecked();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form).toHaveCount(0);
  expect(await kept()).toBe("KEY=svc://Stripe/shop/production\n");

  await page.goto(`/vault?category=${category.id}`);
  await page.getByRole("button", { name: "Edit category Stripe" }).click();
  const renaming = page.getByRole("dialog", { name: "Edit category Stripe" });
  await renaming.getByRole("textbox", { name: "Name" }).fill("Payments");
  await expect(renaming.getByRole("checkbox", { name: "Update the reference to it" })).toBeChecked();
  await renaming.getByRole("button", { name: "Save changes" }).click();
  await expect(renaming).toHaveCount(0);
  expect(await kept()).toBe("KEY=svc://Payments/shop/production\n");

  await page.goto(`/vault?entry=${stripe.id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Delete…" }).click();
  const deletion = page.getByRole("dialog", { name: /^Delete / });
  await expect(deletion.getByRole("status").getByText("billing’s .env links to it.", { exact: false })).toBeVisible();
  await deletion.getByRole("button", { name: "Cancel" }).click();

  const again = await openForm(page, stripe.id);
  await again.getByRole("combobox", { name: "Project" }).fill("store");
  await again.getByRole("checkbox", { name: "Update the reference to it" }).uncheck();
  await again.getByRole("button", { name: "Save changes" }).click();
  await expect(again).toHaveCount(0);
  expect(await kept()).toBe("KEY=svc://Payments/shop/production\n");
});

test("an imported file's secrets become entries and links in one step, after a preview by names", async ({ page }) => {
  await signUp(page);
  const { project, kept } = await aFile(page, "billing", "OLD=1\n", "env.production");
  await page.goto(`/envs/${project.id}`);
  await expect(page.getByText(".env.production is encrypted")).toBeVisible();
  await page.getByLabel("Upload .env.production").setInputFiles({
    name: "fresh.env",
    mimeType: "text/plain",
    buffer: Buffer.from("# new\nOPENAI_API_KEY='sk_not_a_real_key'\nPORT=3000\n"),
  });
  await page.getByRole("button", { name: "Create entries from its values…" }).click();
  const step = page.getByRole("dialog", { name: "Create entries from .env.production" });
  await expect(step.getByRole("checkbox", { name: "OPENAI_API_KEY" })).toBeChecked();
  await expect(step.getByRole("checkbox", { name: "PORT" })).not.toBeChecked();
  await expect(step.getByText("sk_not_a_real_key")).toHaveCount(0);
  await step.getByRole("button", { name: "Create 1 entry and link" }).click();
  // With the icon of its name, in the place of a letter.
  await expect(chips(page)).toHaveText("OPENAI_API_KEY › billingProduction");
  expect(await kept()).toBe("OLD=1\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env.production was saved").first()).toBeVisible();
  expect(await kept()).toBe("# new\nOPENAI_API_KEY='svc://OPENAI_API_KEY/billing/production'\nPORT=3000\n");
  expect(await api(page).call(listEntries)).toMatchObject([{ name: "billing", environment: "production" }]);
});

test("a value that an entry has already is linked to that entry, beside one that becomes a new entry", async ({
  page,
}) => {
  await signUp(page);
  const stripe = await api(page).anEntry((await api(page).aCategory()).id, {
    environment: "production",
    value: "sk_not_a_real_key_1",
  });
  const { project, kept } = await aFile(
    page,
    "shop",
    "PAYMENT_KEY=sk_not_a_real_key_1\nOPENAI_API_KEY=sk_not_a_real_key_2\n",
    "env.production",
  );
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await page.getByRole("button", { name: "Create entries from .env.production…" }).click();
  const step = page.getByRole("dialog", { name: "Create entries from .env.production" });
  const row = (name: string) => step.getByRole("listitem").filter({ hasText: name });
  await expect(row("PAYMENT_KEY")).toContainText("Stripe › billing · Production");
  await expect(row("PAYMENT_KEY")).toContainText("Existing entry");
  await expect(row("PAYMENT_KEY").getByRole("checkbox")).toBeChecked();
  await expect(row("OPENAI_API_KEY")).toContainText("New entry");
  await expect(step.getByText("Save it first", { exact: false })).toHaveCount(0);
  await step.getByRole("button", { name: "Create 1 entry and link 2 values" }).click();
  await expect(chips(page)).toHaveText(["Stripe › billingProduction", "OPENAI_API_KEY › shopProduction"]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env.production was saved").first()).toBeVisible();
  expect(await kept()).toBe(
    "PAYMENT_KEY=svc://Stripe/billing/production\nOPENAI_API_KEY=svc://OPENAI_API_KEY/shop/production\n",
  );
  const entries = await api(page).call(listEntries);
  expect(entries.map(({ id }) => id)).toContain(stripe.id);
  expect(entries).toHaveLength(2);
});
