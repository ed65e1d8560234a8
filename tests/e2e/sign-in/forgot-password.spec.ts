import { expect, test } from "@playwright/test";
import { endSession, signUp } from "../../support/browser/browser-actors";
import { traces, violationsAtBothSizes, violationsInBothThemes } from "../../support/browser/browser-checks";
import { type MailServer, openMailServer, tokenIn } from "../../support/servers/mail-server";
import { removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";

test.describe.configure({ mode: "serial" });

let server: MailServer;
let vault: RunningVault;
let origin: string;
const shared = { url: process.env.VAULT_TEST_URL, dataDir: process.env.VAULT_TEST_DATA_DIR };

test.beforeAll(async () => {
  server = await openMailServer();
  vault = await startVault({ env: server.env });
  origin = `http://localhost:${vault.port}`;
  // For signing up. Other files of this worker get the shared vault back.
  Object.assign(process.env, { VAULT_TEST_URL: origin, VAULT_TEST_DATA_DIR: vault.dataDir });
});
test.afterAll(async () => {
  Object.assign(process.env, { VAULT_TEST_URL: shared.url, VAULT_TEST_DATA_DIR: shared.dataDir });
  await Promise.all([vault.stop(), server.close()]);
  removeDataDir(vault.dataDir);
});

test("a forgotten password is replaced by way of a mail, and the page keeps nothing of the link", async ({ page }) => {
  const { email } = await signUp(page);
  await page.context().clearCookies();
  await page.goto(`${origin}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.getByLabel("E-mail address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("a link is on its way", { exact: false })).toBeVisible();

  const [mail] = await server.got(email);
  const token = tokenIn(mail ?? { text: "" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  await page.goto(`${origin}/reset-password#${token}`);
  await expect(page.getByLabel("New password")).toBeVisible();
  await expect(page).toHaveURL(`${origin}/reset-password`);
  expect(await traces(page, token)).toEqual([]);
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.getByLabel("New password").fill("1234567890");
  await page.keyboard.press("Enter");
  await expect(page.getByText("common", { exact: false })).toBeVisible();
  const newPassword = "another-not-real-password";
  await page.getByLabel("New password").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your password was changed" })).toBeVisible();
  expect(asked.filter((line) => line.includes(token) && !line.startsWith(`${origin}/reset-password#`))).toEqual([]);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${origin}/`);

  // The link was used.
  await page.goto(`${origin}/login`);
  await page.goto(`${origin}/reset-password#${token}`);
  await page.getByLabel("New password").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This link does not work", { exact: false })).toBeVisible();
});

test("the settings say what one is told by mail, and ask a new address to confirm itself; typed, it survives the session", async ({
  page,
}) => {
  const { email, password } = await signUp(page);
  const next = `new-${email}`;
  await page.goto(`${origin}/settings`);
  // On a phone, two buttons must leave the card its name.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 740 });
  const name = page.getByRole("heading", { name: "Profile" });
  await expect(page.getByRole("button", { name: "Change e-mail address…" })).toBeVisible();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  expect(await violationsInBothThemes(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
  const due = page.getByRole("checkbox", { name: "Something expires or is due for replacement soon", exact: false });
  await expect(due).toBeChecked();
  await due.click();
  await expect(due).not.toBeChecked();
  await expect(due).toBeEnabled();
  await page.reload();
  await expect(due).not.toBeChecked();
  await page.getByRole("button", { name: "Change e-mail address…" }).click();
  await page.getByLabel("New e-mail address").fill(next);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await endSession(page);
  await page.getByLabel("New e-mail address").press("Enter");
  await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  expect(await traces(page, next)).toEqual([]);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("New e-mail address")).toHaveValue(next);
  await page.getByLabel("New e-mail address").press("Enter");
  const told = page.getByRole("region", { name: "Notifications" });
  await expect(told.getByText(`A link was sent to ${next}`)).toBeVisible();
  const [mail] = await server.got(next);
  await page.goto(`${origin}/confirm-email#${tokenIn(mail ?? { text: "" })}`);
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your address is confirmed" })).toBeVisible();
  await page.goto(`${origin}/settings`);
  await expect(page.getByRole("definition").filter({ hasText: next })).toBeVisible();
});
