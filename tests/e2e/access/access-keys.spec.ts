import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test, type Page } from "@playwright/test";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { scopes } from "@/lib/contracts/access/scopes";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces, watchOrigins } from "../../support/browser/browser-checks";
import { find, palette, ready } from "../../support/browser/palette";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

const form = (page: Page) => page.getByRole("dialog", { name: "Create access key" });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function openForm(page: Page, name: string) {
  await page.goto("/access-keys");
  await page.getByRole("button", { name: "Create access key" }).click();
  await form(page).getByRole("textbox", { name: "Name" }).fill(name);
}

const submit = (page: Page) => form(page).getByRole("button", { name: "Create access key" }).click();

/** Runs a line in a shell, in a separate folder. Returns its output, and the file that it wrote. */
async function inShell(line: string): Promise<{ printed: string; env: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "curl-line-"));
  try {
    const { stdout } = await promisify(execFile)("sh", ["-c", line], { cwd: folder });
    return { printed: stdout, env: await readFile(path.join(folder, ".env"), "utf8").catch(() => "") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("a key is created with a preset and shown once; its curl line works unchanged", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { environment: "production" });
  await openForm(page, "Deploy of storefront");
  await form(page).getByText("CI", { exact: true }).click();
  await expect(form(page).getByText("Anyone with this key can read values in plain text.")).toBeVisible();
  await submit(page);
  const created = page.getByRole("dialog", { name: "Deploy of storefront is ready" });
  const key = await created.getByLabel("The key", { exact: true }).innerText();
  expect(key).toMatch(/^svc_[\w-]{43}$/);
  await created.getByRole("button", { name: "Copy the curl command" }).click();
  await expect.poll(() => clipboard(page)).toContain(key);
  const { env } = await inShell(await clipboard(page));
  expect(env).toBe("# Stripe — billing (production)\nSTRIPE_SECRET_KEY=sk_test_not_a_real_key\n");

  await created.getByRole("button", { name: "Copy key" }).click();
  await expect.poll(() => clipboard(page)).toBe(key);
  await created.getByRole("button", { name: "Done" }).click();
  await expect(created).toBeHidden();
  const row = page
    .getByRole("list", { name: "Access keys" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Deploy of storefront" }) });
  await expect(row.getByText(`${key.slice(0, 10)}…`)).toBeVisible();
  await expect(row.getByRole("list", { name: "Scopes of Deploy of storefront" })).toContainText("CI");
  // Written within two seconds of the use. The list is fetched again when the page is opened.
  await expect.poll(async () => (await api(page).call(listAccessKeys))[0]?.lastUsedAt).toBeTruthy();
  await page.reload();
  await expect(row.getByText("Last used just now")).toBeVisible();
});

test("the curl line of a read-only key prints names and no values", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await openForm(page, "dashboard");
  await expect(form(page).getByRole("radio", { name: "Read-only" })).toBeChecked();
  await submit(page);
  await page.getByRole("button", { name: "Copy the curl command" }).click();
  await expect.poll(() => clipboard(page)).toContain("curl");
  const { printed } = await inShell(await clipboard(page));
  expect(JSON.parse(printed)).toMatchObject([{ name: "billing", category: { name: "Stripe" } }]);
  expect(printed).not.toContain("sk_test_not_a_real_key");
});

test("scopes are described, set by presets, and can be chosen one by one", async ({ page }) => {
  await signUp(page);
  await openForm(page, "by hand");
  const boxes = form(page).getByRole("group", { name: "What it may do" }).getByRole("checkbox");
  await expect(boxes).toHaveCount(scopes.length);
  await form(page).getByText("Everything", { exact: true }).click();
  await expect(form(page).getByRole("checkbox", { checked: true })).toHaveCount(scopes.length);
  await form(page).getByText("Read-only", { exact: true }).click();
  for (const box of await boxes.all()) await box.uncheck();
  await submit(page);
  await expect(form(page).getByRole("alert")).toHaveText("Choose at least one scope.");
  await form(page).getByRole("checkbox", { name: "2fa:reveal" }).check();
  await expect(form(page).getByRole("checkbox", { name: "2fa:reveal" })).toHaveAccessibleDescription(/\w{3,}/);
  await expect(form(page).getByRole("alert")).toHaveCount(0);
  await submit(page);
  await expect(page.getByRole("dialog", { name: "by hand is ready" })).toBeVisible();
  const [key] = await api(page).call(listAccessKeys);
  expect(key?.scopes).toEqual(["2fa:reveal"]);
});

test("a day in the past is refused at the field; a name is required; no expiry is possible", async ({ page }) => {
  await signUp(page);
  await openForm(page, "");
  await form(page).getByLabel("Last day").fill("2020-01-31");
  await expect(form(page).getByRole("combobox", { name: "Expires after" })).toHaveValue("day");
  await submit(page);
  await expect(form(page).getByText("Choose a day that is not in the past")).toBeVisible();
  await expect(form(page).getByText("Enter a name")).toBeVisible();
  await expect(form(page).getByRole("textbox", { name: "Name" })).toBeFocused();
  expect(await api(page).call(listAccessKeys)).toEqual([]);

  await form(page).getByRole("textbox", { name: "Name" }).fill("endless");
  await form(page).getByRole("combobox", { name: "Expires after" }).selectOption("never");
  await expect(form(page).getByLabel("Last day")).toBeDisabled();
  await submit(page);
  await expect(page.getByRole("dialog", { name: "endless is ready" }).getByText("No expiry")).toBeVisible();
  expect((await api(page).call(listAccessKeys))[0]?.expiresAt).toBeNull();
});

test("a key works until its last day ends in its owner's time zone", async ({ page }) => {
  await signUp(page);
  await openForm(page, "today only");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await form(page).getByLabel("Last day").fill(today);
  await submit(page);
  await expect(page.getByRole("dialog", { name: "today only is ready" }).getByText("Expires today")).toBeVisible();
  const endOfToday = await page.evaluate(() => new Date().setHours(23, 59, 59, 999));
  expect(Date.parse((await api(page).call(listAccessKeys))[0]?.expiresAt ?? "")).toBe(endOfToday);
});

test("once its dialog is closed the key is nowhere in the page, and going back does not show it", async ({
  page,
  baseURL,
}) => {
  const watched = watchOrigins(page, baseURL);
  await signUp(page);
  await openForm(page, "laptop");
  await submit(page);
  const created = page.getByRole("dialog", { name: "laptop is ready" });
  const key = await created.getByLabel("The key", { exact: true }).innerText();
  await created.getByRole("button", { name: "Hide the key" }).click();
  expect(await traces(page, key)).toEqual([]);
  await created.getByRole("button", { name: "Show the key" }).click();
  await created.getByRole("button", { name: "Done" }).click();
  await expect(created.getByText("You haven’t copied the key.")).toBeVisible();
  await created.getByRole("button", { name: "Close without copying" }).click();
  await expect(created).toBeHidden();
  expect(await traces(page, key)).toEqual([]);
  const cached = await page.evaluate(
    (text) => JSON.stringify([...performance.getEntries()].map(({ name }) => name)).includes(text),
    key,
  );
  expect(cached).toBe(false);

  await page.goto("/settings");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "laptop" })).toBeVisible();
  expect(await traces(page, key)).toEqual([]);
  expect(watched).toEqual({ outside: [], refused: [] });
});

test("a key that is still displayed is covered when the tab is hidden", async ({ page }) => {
  await signUp(page);
  await openForm(page, "laptop");
  await submit(page);
  const created = page.getByRole("dialog", { name: "laptop is ready" });
  const key = await created.getByLabel("The key", { exact: true }).innerText();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(created.getByRole("button", { name: "Show the key" })).toBeVisible();
  expect(await traces(page, key)).toEqual([]);
});

test("if the server can't be reached, the form says so and keeps its contents", async ({ page }) => {
  await signUp(page);
  await openForm(page, "laptop");
  await form(page).getByText("Everything", { exact: true }).click();
  await page.route("**/api/access-keys", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await submit(page);
  await expect(form(page).getByRole("alert")).toContainText("can't be reached");
  await expect(form(page).getByRole("textbox", { name: "Name" })).toHaveValue("laptop");
  await expect(form(page).getByRole("radio", { name: "Everything" })).toBeChecked();
  await page.unroute("**/api/access-keys");
  await submit(page);
  await expect(page.getByRole("dialog", { name: "laptop is ready" })).toBeVisible();
});

test("a key that nobody has kept is not lost to Back or the palette: the dialog warns first", async ({ page }) => {
  await signUp(page);
  await ready(page, "/vault");
  const created = page.getByRole("dialog", { name: "Deploy is ready" });
  const key = created.getByLabel("The key", { exact: true });
  const warning = created.getByText("You haven’t copied the key.");
  const create = async () => {
    await page.getByRole("link", { name: "Access keys" }).first().click();
    await page.getByRole("button", { name: "Create access key" }).first().click();
    await form(page).getByRole("textbox", { name: "Name" }).fill("Deploy");
    await submit(page);
    await expect(key).toHaveText(/^svc_/);
  };
  const choose = async (search: string, found: string) => {
    await find(page, search);
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText(found);
    await page.keyboard.press("Enter");
  };
  const goToActivity = () => choose("activity", "Activity");
  const isKept = async () => {
    await expect(warning).toBeVisible();
    await expect(key).toHaveText(/^svc_/);
    await expect(page).toHaveURL("/access-keys");
  };
  await create();
  await page.evaluate(() => window.history.back());
  await isKept();
  await goToActivity();
  await expect(page).toHaveURL("/activity");
  await expect(created).toHaveCount(0);

  await create();
  await goToActivity();
  await isKept();
  await key.click();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL("/activity");

  // Nor to the palette where it leads to a form of the same page.
  await create();
  await choose("create access", "Create access key");
  await isKept();
  await choose("create access", "Create access key");
  await expect(form(page)).toBeVisible();
  await expect(created).toHaveCount(0);
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await goToActivity();
  await expect(page).toHaveURL("/activity");

  await create();
  await created.getByRole("button", { name: "Copy key" }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^svc_/);
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL("/activity");
});
