import { expect, test, type Page } from "@playwright/test";
import { deleteEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

const canaries = ["sk_canary_7d21", "pw_canary_88e0"];

/** A vault with a key, a database and a project whose .env already has a line for the key. */
async function aFilledVault(page: Page) {
  await signUp(page);
  const vault = api(page);
  const stripe = await vault.anEntry((await vault.aCategory()).id, {
    environment: "production",
    value: canaries[0] ?? "",
  });
  const database = await vault.aCategory({
    name: "PostgreSQL",
    keyType: "group",
    envVarName: undefined,
    icon: undefined,
  });
  await vault.anEntry(database.id, {
    environment: "production",
    value: JSON.stringify({ DB_USER: "ada", DB_PASSWORD: canaries[1] }),
  });
  const { data: project } = await vault.call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await vault.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "# mine\nSTRIPE_SECRET_KEY=\nKEEP=1\n" },
  });
  await page.goto(`/envs/${project.id}`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  return {
    stripe,
    project,
    kept: async () => (await vault.call(revealEnvFile, { params: { id: project.id, fileId: file.id } })).data.content,
  };
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Fill from a sentence" });
const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

/** Every request's URL and body, and the URLs of responses that contained a canary. */
function watch(page: Page) {
  const requests: string[] = [];
  const leaks: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    if (canaries.some((canary) => text.includes(canary))) leaks.push(new URL(response.url()).pathname);
  });
  return { requests, leaks };
}

test("a sentence becomes unsaved lines in the editor; values are only in the requests and responses that reveal", async ({
  page,
}) => {
  const { kept } = await aFilledVault(page);
  const { requests, leaks } = watch(page);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page)
    .getByRole("textbox", { name: "Describe what you need" })
    .fill("Stripe, the database and Kafka for billing in production");
  await dialog(page).getByRole("button", { name: "Find entries" }).click();

  await expect(dialog(page).getByText("2 entries match, 1 name is missing.", { exact: false })).toBeVisible();
  await expect(dialog(page).getByRole("row")).toHaveCount(4);
  await expect(dialog(page).getByRole("row", { name: /kafka/ }).getByText("Missing")).toBeVisible();
  expect(leaks).toEqual([]);
  await dialog(page).getByLabel("Generate a random value for KAFKA").check();
  await dialog(page).getByRole("radio", { name: "Write values" }).check();
  await dialog(page).getByLabel("File to fill").selectOption(".env");
  await dialog(page).getByRole("button", { name: "Fill .env", exact: true }).click();

  await expect(dialog(page)).toHaveCount(0);
  for (const text of [
    `STRIPE_SECRET_KEY=${canaries[0]}`,
    "KEEP=1",
    "# PostgreSQL — billing (production)",
    `DB_PASSWORD=${canaries[1]}`,
    "# Generated here",
  ])
    await expect(editor(page)).toContainText(text);
  await expect(editor(page)).toContainText(/KAFKA=[\w-]{43}/);
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  expect(await kept()).toBe("# mine\nSTRIPE_SECRET_KEY=\nKEEP=1\n");
  expect(requests.filter((request) => canaries.some((canary) => request.includes(canary)))).toEqual([]);
  expect(leaks.length).toBe(2);
  expect(leaks.filter((path) => !/^\/api\/entries\/[\w-]+\/reveal$/.test(path))).toEqual([]);

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await kept()).toMatch(
    new RegExp(
      `^# mine\\nSTRIPE_SECRET_KEY=${canaries[0]}\\nKEEP=1\\n# PostgreSQL — billing \\(production\\)\\nDB_USER=ada\\nDB_PASSWORD=${canaries[1]}\\n# Generated here\\nKAFKA=[\\w-]{43}\\n$`,
    ),
  );
});

test("a sentence becomes links, and no value is read for it", async ({ page }) => {
  const { kept } = await aFilledVault(page);
  const { requests, leaks } = watch(page);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page)
    .getByRole("textbox", { name: "Describe what you need" })
    .fill("Stripe and the database for billing in production");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("radio", { name: "Write links" })).toBeChecked();
  await expect(dialog(page).getByText("no value is read", { exact: false })).toBeVisible();
  await dialog(page).getByLabel("File to fill").selectOption(".env");
  await dialog(page).getByRole("button", { name: "Fill .env", exact: true }).click();
  await expect(editor(page)).toContainText("STRIPE_SECRET_KEY=Stripe › billing");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor(page)).not.toContainText("billing");
  await expect(editor(page)).toContainText("KEEP=1");
  await page.keyboard.press("ControlOrMeta+y");
  await expect(editor(page)).toContainText("STRIPE_SECRET_KEY=Stripe › billing");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(leaks).toEqual([]);
  expect(requests.filter((request) => /\/api\/entries\/[\w-]+\/reveal/.test(request))).toEqual([]);
  expect(await kept()).toBe(
    [
      "# mine",
      "STRIPE_SECRET_KEY=svc://Stripe/billing/production",
      "KEEP=1",
      "# PostgreSQL — billing (production)",
      "DB_USER=svc://PostgreSQL/billing/production/DB_USER",
      "DB_PASSWORD=svc://PostgreSQL/billing/production/DB_PASSWORD",
      "",
    ].join("\n"),
  );
});

test("from the palette, by keyboard only: entries that are not ticked stay sealed", async ({ page }) => {
  await aFilledVault(page);
  const { leaks } = watch(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("stripe and the database for billing");
  await expect(page.getByRole("option", { name: "Fill billing from this sentence…" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("textbox", { name: "Describe what you need" })).toHaveValue(
    "stripe and the database for billing",
  );
  await expect(dialog(page).getByRole("textbox", { name: "Describe what you need" })).toBeFocused();
  await page.keyboard.press("Enter");

  const boxes = dialog(page).getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  await expect(boxes.first()).toBeFocused();
  const isDatabase = (await dialog(page).getByRole("row").nth(1).textContent())?.includes("PostgreSQL");
  if (!isDatabase) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await dialog(page).getByRole("radio", { name: "Write links" }).focus();
  await page.keyboard.press("ArrowRight");
  await dialog(page).getByRole("button", { name: "Fill .env.production" }).focus();
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText(`STRIPE_SECRET_KEY=${canaries[0]}`);
  await expect(editor(page)).not.toContainText("DB_PASSWORD");
  await expect(editor(page)).toBeFocused();
  expect(leaks.length).toBe(1);
  // The sentence is in no URL: the file that is open is all that stands behind the path.
  expect(new URL(page.url()).search).toBe("?file=env.production");
});

test("production's values go into their own file unless another is chosen; replaced values are named before and marked after", async ({
  page,
}) => {
  const { project } = await aFilledVault(page);
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "STRIPE_SECRET_KEY=development-value\nKEEP=1\n" },
  });
  await page.reload();
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page)
    .getByRole("textbox", { name: "Describe what you need" })
    .fill("Stripe and the database for billing in production");
  await page.keyboard.press("Enter");
  const file = dialog(page).getByLabel("File to fill");
  await expect(file).toHaveValue("env.production");
  await expect(dialog(page).getByText("You have .env open.")).toBeVisible();
  await expect(dialog(page).getByText("Replaces a value")).toHaveCount(0);

  await file.selectOption(".env");
  await expect(
    dialog(page).getByText("Ticked entries hold production values, but .env is not a production file.", {
      exact: false,
    }),
  ).toBeVisible();
  await expect(dialog(page).getByText("Filling replaces the value that .env has for STRIPE_SECRET_KEY.")).toBeVisible();
  await expect(
    dialog(page)
      .getByRole("row", { name: /Stripe/ })
      .getByText("Replaces a value"),
  ).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Write values" }).check();
  await dialog(page).getByRole("button", { name: "Fill .env", exact: true }).click();
  await expect(
    page.getByText(".env: STRIPE_SECRET_KEY was replaced, 2 values were added. Nothing is saved yet").first(),
  ).toBeVisible();
  await expect(page.locator(".cm-env-changed")).toHaveText([
    `STRIPE_SECRET_KEY=${canaries[0]}`,
    "# PostgreSQL — billing (production)",
    "DB_USER=ada",
    `DB_PASSWORD=${canaries[1]}`,
  ]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".cm-env-changed")).toHaveCount(0);
});

test("the environment that the sentence names decides what is ticked, and otherwise the file that is chosen", async ({
  page,
}) => {
  const { project, stripe } = await aFilledVault(page);
  await api(page).anEntry(stripe.categoryId, { environment: "development" });
  await page.goto(`/envs/${project.id}?file=env.development`);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  const sentence = dialog(page).getByRole("textbox", { name: "Describe what you need" });
  const file = dialog(page).getByLabel("File to fill");
  const stripeFor = (environment: string) =>
    dialog(page)
      .getByRole("row", { name: new RegExp(`Stripe.*${environment}`) })
      .getByRole("checkbox");

  await sentence.fill("Stripe for billing in production");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Entries are ticked for production, as you asked.")).toBeVisible();
  await expect(file).toHaveValue("env.production");
  await expect(stripeFor("Production")).toBeChecked();

  await dialog(page).getByRole("button", { name: "Back" }).click();
  await sentence.fill("Stripe for billing");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Entries are ticked for development, as .env.development is.")).toBeVisible();
  await expect(stripeFor("Development")).toBeChecked();
  await expect(stripeFor("Production")).not.toBeChecked();
  await file.selectOption(".env.production");
  await expect(stripeFor("Development")).not.toBeChecked();
  await expect(stripeFor("Production")).toBeChecked();
  await expect(dialog(page).getByText("Entries for development are not ticked.")).toBeVisible();
  await file.selectOption(".env");
  await expect(dialog(page).getByText("Entries of several environments have STRIPE_SECRET_KEY")).toBeVisible();
  await expect(stripeFor("Development")).not.toBeChecked();
  await expect(stripeFor("Production")).not.toBeChecked();
  await expect(dialog(page).getByRole("button", { name: "Fill .env", exact: true })).toBeDisabled();
  await stripeFor("Development").check();
  await expect(dialog(page).getByText("Entries of several environments have")).toHaveCount(0);
});

test("another file's unsaved changes survive filling", async ({ page }) => {
  await aFilledVault(page);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("MINE=1 ");
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page).getByRole("textbox", { name: "Describe what you need" }).fill("Stripe in production");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Fill .env.production" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    ".env has unsaved changes. Save or discard them before you fill .env.production.",
  );
  await page.keyboard.press("Escape");
  await expect(editor(page)).toContainText("MINE=1");
});

test("an entry that can't be revealed any more is reported, and the editor stays unchanged", async ({ page }) => {
  const { stripe } = await aFilledVault(page);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page).getByRole("textbox", { name: "Describe what you need" }).fill("Stripe");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("1 entry matches.", { exact: false })).toBeVisible();
  await api(page).call(deleteEntry, { params: { id: stripe.id } });
  await dialog(page).getByRole("radio", { name: "Write values" }).check();
  await dialog(page).getByRole("button", { name: "Fill .env.production" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("This entry is no longer here");
  await page.keyboard.press("Escape");
  await expect(page.getByText(".env is encrypted")).toBeVisible();
});

test("a sentence with a secret in it is refused at the field; one that matches nothing says so", async ({ page }) => {
  await aFilledVault(page);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  const sentence = dialog(page).getByRole("textbox", { name: "Describe what you need" });
  await sentence.fill("use sk_live_notARealKey0000000000 for Stripe");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("seems to hold a secret");
  await expect(sentence).toHaveValue(/notARealKey/);
  await sentence.fill("hello");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Nothing in the vault matches this sentence")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Fill .env", exact: true })).toBeDisabled();
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(sentence).toHaveValue("hello");
});

test("the sentence, the plan and an error have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await aFilledVault(page);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  await dialog(page).getByRole("textbox", { name: "Describe what you need" }).fill("password: hunter2hunter2");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog(page).getByRole("textbox", { name: "Describe what you need" }).fill("Stripe, the database and Kafka");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("table")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
