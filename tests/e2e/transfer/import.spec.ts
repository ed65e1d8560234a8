import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { armor, Encrypter } from "age-encryption";
import { strToU8, zipSync } from "fflate";
import { listCategories } from "@/lib/contracts/vault/categories";
import { deleteEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { api, endSession, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, holdScripts, traces, violationsInBothThemes } from "../../support/browser/browser-checks";
import { holdAnswers, ledTo, untilIdle } from "../../support/browser/held-answers";
import { qrCodeOf, qrCodes } from "../../support/qr-codes";
import { samples } from "../../unit/import/samples";

const secret = "canary-not-a-real-key";
const dotenv = `# for billing\nSTRIPE_KEY=${secret}\nexport MAIL_FROM='ada@example.com'\nEMPTY=\n`;

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const look = (page: Page) => page.getByRole("button", { name: "Preview import" }).click();
const rows = (page: Page) => page.getByRole("list", { name: "Preview" }).getByRole("listitem");

/** As the vault seals it, with little of the work that makes a passphrase hard to guess: opening it takes no seconds. */
function quicklySealed(content: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  return encrypter.encrypt(content);
}

/** Holds the answer to the import itself, not to the looks at it before. */
const holdImport = (page: Page) =>
  holdAnswers(page, "**/api/import", undefined, (request) => !request.postData()?.includes("preview"));

/** One variable that is to become a project's, looked at before it is imported. */
async function lookAtProjectKey(page: Page): Promise<void> {
  await page.goto("/import");
  await text(page).fill(`PROJECT_KEY=${secret}\n`);
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await look(page);
}

test("pasted text is not lost to a link or Forward: the page asks before it is left", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  await text(page).fill(dotenv);
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await page.getByRole("link", { name: "Vault", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(text(page)).toHaveValue(dotenv);
  await page.getByRole("link", { name: "Vault", exact: true }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/vault");
  await page.goBack();
  await expect(text(page)).toHaveValue("");
  await text(page).fill(dotenv);
  await page.evaluate(() => window.history.forward());
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL("/vault");
});

test("pasted text waits where the page is left by the palette; what was stored is neither kept nor asked about", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/import");
  await text(page).fill(`PROJECT_KEY=${secret}\n`);
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("two-factor");
  await expect(page.getByRole("dialog", { name: "Find" }).getByRole("option", { selected: true })).toHaveText(
    /Two-factor/,
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/2fa");
  // Another form that is opened and closed meanwhile has text of its own.
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL("/access-keys");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "Create access key" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goBack();
  await page.goBack();
  await expect(text(page)).toHaveValue(`PROJECT_KEY=${secret}\n`);
  await look(page);
  const goOn = await holdAnswers(page, "**/projects/billing?*");
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await expect(page.getByText("Imported 1 new item").first()).toBeVisible();
  await page.getByRole("link", { name: "Vault", exact: true }).click();
  await expect(page).toHaveURL("/vault");
  goOn();
  await page.goto("/import");
  await expect(text(page)).toHaveValue("");
});

test("whoever leaves while something is imported stays where they went, with their focus", async ({ page }) => {
  await signUp(page);
  await lookAtProjectKey(page);
  await expect(rows(page)).toHaveCount(1);
  const answer = await holdAnswers(page, "**/api/import");
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await page.getByRole("link", { name: "Env projects" }).first().click();
  await page
    .getByRole("dialog", { name: /^Leave while/ })
    .getByRole("button", { name: "Leave" })
    .click();
  const create = page.getByRole("button", { name: "New env project" });
  await create.focus();
  const led = ledTo(page, "/projects/billing");
  answer();
  await expect(page.getByText("Imported 1 new item").first()).toBeVisible();
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(page).toHaveURL("/envs");
  await expect(create).toBeFocused();
});

test("what is imported while its page is left by keys does not wait as not imported", async ({ page }) => {
  await signUp(page);
  const answer = await holdImport(page);
  await lookAtProjectKey(page);
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await page.keyboard.type("ge");
  await expect(page).toHaveURL("/envs");
  answer();
  await expect(page.getByText("Imported 1 new item").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/import");
  await expect(text(page)).toHaveValue("");
});

for (const [how, setOff] of [
  [
    "a link",
    async (page: Page) => {
      await page.getByRole("link", { name: "Env projects" }).first().click();
      await page
        .getByRole("dialog", { name: /^Leave while/ })
        .getByRole("button", { name: "Leave" })
        .click();
    },
  ],
  ["keys", async (page: Page) => page.keyboard.type("ge")],
] as const)
  test(`whoever is on their way elsewhere by ${how} arrives there, though the import ends first`, async ({ page }) => {
    await signUp(page);
    const arrive = await holdAnswers(page, "**/envs?_rsc=*");
    const answer = await holdImport(page);
    await lookAtProjectKey(page);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Import 1 item" }).click();
    await setOff(page);
    const led = ledTo(page, "/projects/billing");
    answer();
    await expect(page.getByText("Imported 1 new item").first()).toBeVisible();
    await untilIdle(page);
    await expect(page).toHaveURL("/import");
    expect(led).toEqual([]);
    arrive();
    await expect(page).toHaveURL("/envs");
  });

test("a .env is previewed, stored once, and a second import changes nothing", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  await text(page).fill(dotenv);
  await look(page);
  await expect(page.getByText("Enter a project: some items in the file don’t name one.")).toBeVisible();
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await page.getByLabel("Environment").selectOption("production");
  await look(page);
  await expect(rows(page)).toHaveText([
    /EMPTY.*Its value is empty.*Skipped/,
    /STRIPE_KEY.*billing \(production\).*New/,
    /MAIL_FROM.*New/,
  ]);
  expect(await api(page).call(listEntries)).toEqual([]);

  await page.getByRole("button", { name: "Import 2 items" }).click();
  await expect(page.getByText("Imported 2 new items").first()).toBeVisible();
  await expect(page).toHaveURL("/projects/billing");
  await expect(page.getByRole("grid", { name: "Variables of billing" }).getByRole("rowheader")).toHaveText([
    /MAIL_FROM$/,
    /STRIPE_KEY$/,
  ]);
  await expect(page.getByRole("main")).toBeFocused();
  expect(await traces(page, secret)).toEqual([]);
  const entries = await api(page).call(listEntries);
  expect(entries.map(({ name, environment, category }) => [name, environment, category.envVarName]).sort()).toEqual([
    ["billing", "production", "MAIL_FROM"],
    ["billing", "production", "STRIPE_KEY"],
  ]);
  const stripe = entries.find(({ category }) => category.envVarName === "STRIPE_KEY");
  expect((await api(page).call(revealEntry, { params: { id: stripe?.id ?? "" } })).value).toBe(secret);

  await page.goto("/import");
  await text(page).fill(dotenv);
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await page.getByLabel("Environment").selectOption("production");
  await look(page);
  await expect(page.getByText("0 new, 0 changed, 2 unchanged, 1 skipped")).toBeVisible();
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
});

test("a file of another tool is recognised; a table's columns can be chosen", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  await page.getByLabel("File to import").setInputFiles({
    name: "codes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("otpauth://totp/GitHub:ada?secret=JBSWY3DPEHPK3PXP&issuer=GitHub\n"),
  });
  await look(page);
  await expect(rows(page)).toHaveText([/GitHub.*two-factor token.*New/]);
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await expect(page.getByText("Imported 1 new item").first()).toBeVisible();
  expect(await api(page).call(listTwoFactorTokens)).toMatchObject([{ service: "GitHub", accountName: "ada" }]);

  await text(page).fill(`Bezeichner,Inhalt\nAPI_KEY,${secret}\n`);
  await page.getByLabel("Format").selectOption("csv");
  await page.getByLabel("Project", { exact: true }).first().fill("shop");
  await look(page);
  await expect(rows(page)).toHaveText([/Line 1.*It has no columns.*choose them\.Skipped/]);
  await page.getByLabel("Variable name").selectOption("Bezeichner");
  await page.getByLabel("Value").selectOption("Inhalt");
  await look(page);
  await expect(rows(page)).toHaveText([/API_KEY.*shop.*New/]);
});

test("1Password's own archive is read in the browser; a damaged one says so", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  const archive = zipSync({
    "export.data": strToU8(samples["1Password's export.data"]?.text ?? ""),
    "files/picture": new Uint8Array(2_000_000),
  });
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "mine.1pux", mimeType: "application/octet-stream", buffer: Buffer.from(archive) });
  await look(page);
  await expect(rows(page)).toHaveText([
    /Nothing.*It holds no value.*Skipped/,
    /Codes.*Its period is 300 s.*Skipped/,
    /GitHub.*New/,
    /Note.*New/,
    /Deploy.*New/,
    /GitHub.*two-factor token.*New/,
    ...Array.from({ length: 4 }, () => /Codes.*two-factor token.*New/),
  ]);
  await page.getByLabel("File to import").setInputFiles({
    name: "half.1pux",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(archive.subarray(0, archive.length / 2)),
  });
  await expect(page.getByText("half.1pux can’t be read: it is a damaged archive")).toBeVisible();
});

test("a preview that arrives after the text was changed is not shown, and neither is its refusal", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  await text(page).fill("A=1\n");
  await page.getByLabel("Project", { exact: true }).fill("billing");
  const again = page.getByRole("button", { name: "Preview import" });
  const refuse = await holdAnswers(page, "**/api/import", (route) => route.abort());
  const refused = page.waitForRequest("**/api/import");
  await look(page);
  await refused;
  await text(page).fill("C=3\n");
  refuse();
  await expect(again).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toHaveCount(0);
  await page.unroute("**/api/import");
  const answer = await holdAnswers(page, "**/api/import");
  const asked = page.waitForRequest("**/api/import");
  await look(page);
  await asked;
  await text(page).fill("B=2\n");
  answer();
  await expect(again).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("button", { name: /^Import 1 item/ })).toHaveCount(0);
  await again.click();
  await expect(rows(page)).toHaveText([/^B.*New$/]);
});

test("a picture of QR codes is read in the browser; one without codes says so", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  const choose = (name: string, base64: string) =>
    page
      .getByLabel("File to import")
      .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(base64, "base64") });
  await choose("broken.png", "iVBORw0K");
  await expect(page.getByText("broken.png is not a picture the browser can read")).toBeVisible();
  const blank = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGP4DwUMlDEA98A/wbI0QbsAAAAASUVORK5CYII=";
  await choose("blank.png", blank);
  await expect(page.getByText("blank.png has no readable QR code")).toBeVisible();
  await choose("codes.png", qrCodes);
  await look(page);
  await expect(rows(page)).toHaveText([/GitHub.*two-factor token.*New/, /GitLab.*two-factor token.*New/]);
});

test("of a large file the beginning is shown and all is read; more than one import takes is told in words", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/import");
  const table = (count: number) =>
    `name,value,project\n${Array.from({ length: count }, (_, row) => `KEY_${row},not-a-real-value-${row},shop\n`).join("")}`;
  const choose = (count: number) =>
    page
      .getByLabel("File to import")
      .setInputFiles({ name: `${count}.csv`, mimeType: "text/csv", buffer: Buffer.from(table(count)) });
  await choose(10_000);
  await expect(page.getByText("From 10000.csv. All of it is read; its beginning is shown.")).toBeVisible();
  await expect(text(page)).toHaveValue(table(10_000).slice(0, 20_000));
  await expect(text(page)).not.toBeEditable();
  await look(page);
  await expect(
    page.getByText("It has 10,000 entries, and one import takes 2,000: split it into several."),
  ).toBeVisible();
  await choose(1_000);
  await expect(page.getByText("From 1000.csv")).toBeVisible();
  await look(page);
  await expect(page.getByRole("button", { name: "Import 1000 items" })).toBeVisible();
  await expect(rows(page)).toHaveCount(500);
  await expect(page.getByText("And 500 more.")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await text(page).fill("A=1\n");
  await expect(text(page)).toHaveValue("A=1\n");
});

test("a file that is still being read replaces nothing that was typed meanwhile", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  const choose = (name: string, content: string) =>
    page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await choose("first.env", "FIRST=1\n");
  await expect(text(page)).toHaveValue("FIRST=1\n");
  // Of this file, the reading ends when it is told to.
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const told = new Promise((resolve) => document.addEventListener("go on", resolve, { once: true }));
    Blob.prototype.arrayBuffer = async function () {
      const bytes = await arrayBuffer.call(this);
      if (this instanceof File && this.name === "slow.env") {
        document.body.dataset["reading"] = "begun";
        await told;
      }
      return bytes;
    };
  });
  await choose("slow.env", "SLOW=1\n");
  await expect(page.locator("body[data-reading=begun]")).toBeAttached();
  await text(page).fill("TYPED=1\n");
  await page.evaluate(() => document.dispatchEvent(new Event("go on")));
  await untilIdle(page);
  await expect(text(page)).toHaveValue("TYPED=1\n");
  await choose("next.env", "NEXT=1\n");
  await expect(text(page)).toHaveValue("NEXT=1\n");
});

test("a file that is chosen before the page's script runs is read once it does", async ({ page }) => {
  await signUp(page);
  const release = await holdScripts(page);
  await page.goto("/import", { waitUntil: "commit" });
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "app.env", mimeType: "text/plain", buffer: Buffer.from("PORT=3000\n") });
  release();
  await expect(text(page)).toHaveValue("PORT=3000\n");
});

test("a picture of Google Authenticator's export is read in the browser, and its tokens are stored once", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/import");
  const link =
    samples["otpauth links and a Google Authenticator export"]?.text
      .split("\n")
      .find((line) => line.startsWith("otpauth-migration://")) ?? "";
  const buffer = Buffer.from(qrCodeOf(link), "base64");
  for (const outcome of ["New", "Unchanged"]) {
    await page.getByLabel("File to import").setInputFiles({ name: "export.png", mimeType: "image/png", buffer });
    await expect(text(page)).toHaveValue(link);
    await look(page);
    await expect(rows(page)).toHaveText([
      /Example.*Its algorithm MD5 is not supported.*Skipped/,
      ...Array.from({ length: 3 }, () => new RegExp(`Example.*alice@google\\.com · two-factor token.*${outcome}`)),
    ]);
    if (outcome === "New") await page.getByRole("button", { name: "Import 3 items" }).click();
    if (outcome === "New") await expect(page.getByText("Imported 3 new items").first()).toBeVisible();
  }
  const stored = await api(page).call(listTwoFactorTokens);
  expect(stored).toHaveLength(3);
  for (const token of stored) expect(token).toMatchObject({ service: "Example", accountName: "alice@google.com" });
});

test("a file that is not text is refused by name, and what was pasted survives an ended session", async ({ page }) => {
  const user = await signUp(page);
  await page.goto("/import");
  await page.getByLabel("File to import").setInputFiles({
    name: "data.bin",
    mimeType: "application/octet-stream",
    buffer: Buffer.from([0x89, 0x50, 0xff, 0]),
  });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toHaveText("The file data.bin is not UTF-8 text");
  await page.getByLabel("File to import").setInputFiles({ name: "none.env", mimeType: "", buffer: Buffer.from("\n") });
  await expect(alert).toHaveText("The file none.env is empty");
  await text(page).fill("A=1\n");
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await endSession(page);
  await look(page);
  await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  await page.getByRole("textbox", { name: "E-mail address" }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(text(page)).toHaveValue("A=1\n");
  await expect(page.getByLabel("Project", { exact: true })).toHaveValue("billing");
});

test("an import is undone by its notice: what it made is gone, what it changed is as before, and what somebody changed since stays @phone", async ({
  page,
}) => {
  await signUp(page);
  const category = await api(page).aCategory({ name: "Stripe", envVarName: "STRIPE_KEY", icon: null });
  const { id } = await api(page).anEntry(category.id, { name: "billing", environment: null, value: "old" });
  const bring = async () => {
    await page.goto("/import");
    await text(page).fill(`STRIPE_KEY=${secret}\nMAIL_FROM=ada@example.com\n`);
    await page.getByLabel("Project", { exact: true }).fill("billing");
    await look(page);
    await page.getByRole("button", { name: "Import 2 items" }).click();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  };
  const undo = () => page.getByRole("button", { name: "Undo" }).click();
  await bring();
  await undo();
  await expect(page.getByText("The import was undone", { exact: true }).first()).toBeVisible();
  expect(await api(page).call(listEntries)).toMatchObject([{ id }]);
  expect(await api(page).call(listCategories)).toMatchObject([{ name: "Stripe" }]);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("old");

  await bring();
  await api(page).call(updateEntry, { params: { id }, body: { notes: "since" } });
  await undo();
  await expect(page.getByText("Changed since, and left as it is: STRIPE_KEY for billing.").first()).toBeVisible();
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe(secret);
});

test("what an undone import made comes back from the trash as one item for each category @phone", async ({ page }) => {
  await signUp(page);
  await page.goto("/import");
  const entries = Array.from({ length: 60 }, (_, at) => ({
    ...{ category: "Shop", keyType: "simple", envVarName: "SHOP_KEY" },
    ...{ name: `shop-${at}`, value: secret },
  }));
  await text(page).fill(JSON.stringify({ format: "svc-everything", formatVersion: 1, entries }));
  await look(page);
  await page.getByRole("button", { name: "Import 60 items" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The import was undone", { exact: true }).first()).toBeVisible();
  await page.goto("/trash");
  await expect(page.getByText("Category, with 60 entries")).toBeVisible();
  await page.getByRole("button", { name: "Restore the category Shop" }).click();
  await expect(page.getByText("The category Shop was restored").first()).toBeVisible();
  expect(await api(page).call(listEntries)).toHaveLength(60);
});

test("a plan with every outcome has no axe violations in light and in dark", async ({ page, context, baseURL }) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  const category = await api(page).aCategory({ name: "Stripe", envVarName: "STRIPE_KEY", icon: null });
  await api(page).anEntry(category.id, { name: "billing", value: "old" });
  await page.goto("/import");
  await text(page).fill(dotenv);
  await page.getByLabel("Project", { exact: true }).fill("billing");
  await look(page);
  await expect(rows(page)).toHaveText([
    /EMPTY.*Skipped/,
    /STRIPE_KEY.*Stripe · billing: replaces what is stored.*Changes/,
    /MAIL_FROM.*billing.*New/,
  ]);
  // It is shown where it begins.
  await expect(page.getByRole("region", { name: "Preview" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Import 2 items" })).toBeInViewport({ ratio: 1 });
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("everything is exported, sealed or plain, and read back by import", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id, { name: "billing", value: secret });
  await page.goto("/settings");
  const form = page.getByRole("form", { name: "Export everything" });
  const download = async () => {
    const saved = page.waitForEvent("download");
    await form.getByRole("button", { name: "Download everything" }).click();
    return (await saved).path();
  };
  await form.getByRole("button", { name: "Download everything" }).click();
  await expect(form.getByLabel("Passphrase", { exact: true })).toHaveAttribute("aria-invalid", "true");
  expect(await violationsInBothThemes(page)).toEqual([]);
  const passphrase = "walnut orbit candle meadow thirteen";
  await form.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await form.getByLabel("Repeat the passphrase").fill(passphrase);
  const sealed = await download();
  await form.getByLabel("File").selectOption("plain");
  const plain = await download();
  expect(await readFile(plain, "utf8")).toContain(secret);
  expect(await readFile(sealed, "latin1")).not.toContain(secret);

  await api(page).call(deleteEntry, { params: { id } });
  await page.goto("/import");
  const choose = async (file: string, name: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: "", buffer: await readFile(file) });
  await choose(plain, "svc-export.json");
  await look(page);
  await expect(rows(page)).toHaveText([/Stripe.*billing.*New/, /Stripe.*category.*Unchanged/]);
  // Pasted, it is armored.
  await text(page).fill(armor.encode(await readFile(sealed)));
  await look(page);
  await expect(page.getByText("It is an encrypted export (age): open it with its passphrase first")).toBeVisible();
  const ofPasted = page.getByLabel("Passphrase of the pasted text");
  await ofPasted.fill(passphrase);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(text(page)).toHaveValue(/^{"format":"svc-everything",[^]*"name":"billing"/);
  // What is pasted while something is being opened stays. That one ends before another one that is begun later.
  const openIt = page.getByRole("button", { name: "Open", exact: true });
  const quick = await quicklySealed(await readFile(plain, "utf8"), passphrase);
  await text(page).fill(armor.encode(quick));
  await ofPasted.fill(passphrase);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const pasted = new Promise((resolve) => document.addEventListener("input", resolve, { once: true }));
    Blob.prototype.arrayBuffer = async function () {
      Blob.prototype.arrayBuffer = arrayBuffer;
      await pasted;
      return arrayBuffer.call(this);
    };
  });
  await openIt.click();
  const damaged = armor.encode(quick.subarray(0, -1));
  await text(page).fill(damaged);
  for (const wrong of ["not this one", "nor this one"]) {
    await ofPasted.fill(wrong);
    await openIt.click();
    await expect(openIt).not.toHaveAttribute("aria-busy");
    await expect(ofPasted).toHaveAttribute("aria-invalid", "true");
  }
  await expect(text(page)).toHaveValue(damaged);
  await choose(sealed, "svc-export.age");
  const ask = page.getByRole("form", { name: "Sealed file" });
  await ask.getByLabel("Passphrase of svc-export.age").fill("not this one");
  await ask.getByRole("button", { name: "Open", exact: true }).click();
  await expect(ask.getByLabel("Passphrase of svc-export.age")).toHaveAttribute("aria-invalid", "true");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await ask.getByLabel("Passphrase of svc-export.age").fill(passphrase);
  await ask.getByRole("button", { name: "Open", exact: true }).click();
  await look(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 item" }).click();
  await expect(page).toHaveURL("/projects/billing");
  const [entry] = await api(page).call(listEntries);
  expect((await api(page).call(revealEntry, { params: { id: entry?.id ?? "" } })).value).toBe(secret);
});
