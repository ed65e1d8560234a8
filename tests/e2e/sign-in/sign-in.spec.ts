import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { endSession, signUp, type BrowserUser } from "../../support/browser/browser-actors";
import { holdScripts, traces, watchOrigins } from "../../support/browser/browser-checks";

const canary = "canary-7d20-not-a-real-password";
const wrong = "E-mail address or password is wrong.";

const emailField = (page: Page) => page.getByRole("textbox", { name: "E-mail address" });
const passwordField = (page: Page) => page.getByLabel("Password", { exact: true });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

async function enter(page: Page, { email, password }: Pick<BrowserUser, "email" | "password">) {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
}

/** A user with an account and without a session. */
async function aVisitor(page: Page): Promise<BrowserUser> {
  const user = await signUp(page);
  await endSession(page);
  return user;
}

test("a password can be pasted, and fields are marked up for password managers", async ({ page }) => {
  for (const [path, purpose] of [
    ["/login", "current-password"],
    ["/register", "new-password"],
  ] as const) {
    await page.goto(path);
    await emailField(page).fill(canary);
    await emailField(page).press("Control+A");
    await emailField(page).press("Control+C");
    await passwordField(page).press("Control+V");
    await expect(passwordField(page)).toHaveValue(canary);
    await expect(passwordField(page)).toHaveAttribute("autocomplete", purpose);
    await expect(emailField(page)).toHaveAttribute("autocomplete", /username|email/);
  }
});

test("a new account is created and its empty vault opens; the password is nowhere but in its field", async ({
  page,
  baseURL,
}) => {
  const { outside } = watchOrigins(page, baseURL);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url(), JSON.stringify(request.headers())));
  const email = `${randomUUID()}@example.com`;
  await page.goto("/register");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await emailField(page).fill(email);
  await passwordField(page).fill(canary);
  expect(await traces(page, canary)).toEqual([]);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await traces(page, canary)).toEqual([]);

  await endSession(page);
  await page.goto("/login");
  await enter(page, { email, password: `${canary}-wrong` });
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(wrong);
  expect(await traces(page, canary)).toEqual([]);
  await enter(page, { email, password: canary });
  await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
  expect(await traces(page, canary)).toEqual([]);
  expect(addresses.filter((text) => text.includes(canary))).toEqual([]);
  expect(outside).toEqual([]);
});

test("a wrong password is reported on the form, which keeps the e-mail address for another try", async ({ page }) => {
  const user = await aVisitor(page);
  await page.goto("/login");
  await enter(page, { ...user, password: "not-the-right-password" });
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(wrong);
  await expect(page).toHaveURL("/login");
  await expect(emailField(page)).toHaveValue(user.email);
  await expect(passwordField(page)).toHaveValue("");
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).pressSequentially(user.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("an unknown e-mail address gets the same message as a wrong password", async ({ page }) => {
  await page.goto("/login");
  await enter(page, { email: `${randomUUID()}@example.com`, password: "not-a-real-password" });
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(wrong);
});

test("a missing input is reported at its field, and the first such field has the focus", async ({ page }) => {
  await page.goto("/login");
  await signInButton(page).click();
  await expect(page.getByText("Enter your e-mail address")).toBeVisible();
  await expect(page.getByText("Enter your password")).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAttribute("aria-invalid", "true");

  await page.goto("/register");
  await emailField(page).fill("ada");
  await passwordField(page).fill("too-short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(
    page.getByRole("main").getByRole("alert").filter({ hasText: "must be an e-mail address" }),
  ).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("alert").filter({ hasText: "must have at least 10 characters" }),
  ).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(passwordField(page)).toHaveValue("too-short");
});

test("an e-mail address that has an account is reported, and typed text stays", async ({ page }) => {
  const { email } = await aVisitor(page);
  await page.goto("/register");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await emailField(page).fill(email);
  await passwordField(page).fill("not-a-real-password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(/already/);
  await expect(page).toHaveURL("/register");
  await expect(emailField(page)).toHaveValue(email);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
});

test("without a response, and while throttled, the form says what to do and keeps typed text", async ({ page }) => {
  const user = await aVisitor(page);
  await page.goto("/login");
  await page.route("**/api/auth/**", (route) => route.abort());
  await enter(page, user);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("can't be reached");
  await expect(passwordField(page)).toHaveValue(user.password);
  await page.unroute("**/api/auth/**");
  await page.route("**/api/auth/callback/**", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "30" },
      json: { error: "Too many attempts", code: "TOO_MANY_ATTEMPTS" },
    }),
  );
  await signInButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Try again in 30 s");
  await page.unroute("**/api/auth/callback/**");
  await signInButton(page).click();
  await expect(page).toHaveURL("/");
});

test("a user who was sent to sign-in continues on the requested page, even by way of registration", async ({
  page,
}) => {
  const user = await aVisitor(page);
  await page.goto("/access-keys?new=key");
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent("/access-keys?new=key")}`);
  await enter(page, user);
  await expect(page.getByRole("dialog", { name: "Create access key" })).toBeVisible();

  await endSession(page);
  await page.goto("/vault");
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page).toHaveURL(`/register?from=${encodeURIComponent("/vault")}`);
  await emailField(page).fill(`${randomUUID()}@example.com`);
  await passwordField(page).fill("not-a-real-password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/vault");
  await expect(page.getByText("Start with a category")).toBeVisible();
});

test("a return address on another site, or to sign-in itself, leads to the overview", async ({ page, baseURL }) => {
  const { outside } = watchOrigins(page, baseURL);
  const user = await aVisitor(page);
  for (const from of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "javascript:alert(1)",
    "/login?from=/vault",
    "/.//elsewhere.example",
  ]) {
    await endSession(page);
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await enter(page, user);
    await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
    await expect(page).toHaveURL("/");
  }
  expect(outside).toEqual([]);
});

test("before the page's script runs nothing can be sent, and typed text stays", async ({ page }) => {
  const user = await aVisitor(page);
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await emailField(page).fill(user.email);
  await passwordField(page).fill(user.password);
  await expect(signInButton(page)).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  release();
  await expect(signInButton(page)).toBeEnabled();
  await expect(emailField(page)).toHaveValue(user.email);
  await expect(passwordField(page)).toHaveValue(user.password);
  await signInButton(page).click();
  await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
});

test("a password can be shown while it is typed", async ({ page }) => {
  await page.goto("/login");
  await passwordField(page).fill("not-a-real-password");
  await expect(passwordField(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
});
