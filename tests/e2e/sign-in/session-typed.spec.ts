import { expect, test, type Locator, type Page } from "@playwright/test";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { createTeam } from "@/lib/contracts/people/teams";
import { api, endSession, signUp, type BrowserUser } from "../../support/browser/browser-actors";
import { traces, violations } from "../../support/browser/browser-checks";

const secret = "not-a-real-secret-5b2e";
const ended = (page: Page) => page.getByRole("heading", { name: "Your session has ended" });
const newEntry = (page: Page) => page.getByRole("dialog", { name: "New entry" });

/** A form of one field. */
const as = (send: string) => ({ send, fill: () => Promise.resolve() });

/** A filled-in new entry whose session ends before it is sent. */
async function sendTooLate(page: Page): Promise<BrowserUser> {
  const user = await signUp(page);
  const category = await api(page).aCategory({ name: "Canary" });
  await api(page).anEntry(category.id, { name: "canary-shop" });
  await page.goto(`/vault?category=${category.id}`);
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for canary-shop", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New entry" }).first().click();
  await newEntry(page).getByRole("combobox", { name: "Project" }).fill("billing");
  await newEntry(page)
    .getByRole("textbox", { name: /Value of/ })
    .fill(secret);
  await endSession(page);
  await newEntry(page).getByRole("button", { name: "Create entry" }).click();
  await expect(ended(page)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toBeVisible();
  return user;
}

async function signInThere(page: Page, { email, password }: Pick<BrowserUser, "email" | "password">) {
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("typed text survives the session: the page is cleared, and the same person continues after signing in on it", async ({
  page,
}) => {
  const user = await sendTooLate(page);
  await expect(page.getByText("what you typed is kept in it for 5 minutes", { exact: false })).toBeVisible();
  for (const text of [secret, "canary-shop", "Canary", user.name, user.email])
    expect(await traces(page, text), text).toEqual([]);
  await expect(page.getByRole("textbox", { name: "E-mail address" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await signInThere(page, user);
  await expect(newEntry(page)).toContainText("Your session ended before this was saved.");
  await expect(newEntry(page).getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(newEntry(page).getByRole("textbox", { name: /Value of/ })).toHaveValue(secret);
  expect(await traces(page, secret)).toEqual([]);
  await newEntry(page).getByRole("button", { name: "Create entry" }).click();
  await expect(newEntry(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Vault/);
  const made = (await api(page).call(listEntries)).find(({ name }) => name === "billing");
  expect((await api(page).call(revealEntry, { params: { id: made?.id ?? "" } })).value).toBe(secret);
});

test("what was typed about a trust rule, a webhook, an invitation, the name or an access key survives the session too", async ({
  page,
}) => {
  const forms: {
    path: string;
    opener: string;
    title: string | RegExp;
    field: string;
    fill: (form: Locator) => Promise<void>;
    send: string;
  }[] = [
    {
      path: "/access-keys",
      opener: "Add trust rule…",
      title: "Add a trust rule",
      field: "Name",
      fill: (form) => form.getByLabel("Repository").fill("acme/web"),
      send: "Add trust rule",
    },
    { path: "/settings", opener: "Add webhook…", title: "Add a webhook", field: "Address", ...as("Add webhook") },
    { path: "/settings", opener: "Change name…", title: "Change name", field: "Name", ...as("Change name") },
    {
      path: "/access-keys",
      opener: "Create access key",
      title: "Create access key",
      field: "Name",
      fill: (form) => form.getByRole("checkbox").first().check(),
      send: "Create access key",
    },
    {
      path: "/teams/{team}/settings",
      opener: "Invite…",
      title: /^Invite to /,
      field: "E-mail addresses",
      ...as("Create invitation"),
    },
  ];
  for (const { path, opener, title, field, fill, send } of forms) {
    const user = await signUp(page);
    const { id } = await api(page).call(createTeam, { body: { name: "Payments" } });
    const form = page.getByRole("dialog", { name: title });
    const typed = field === "Address" ? "https://hooks.example.com/typed" : "typed@example.com";
    await page.goto(path.replace("{team}", id));
    await page.getByRole("button", { name: opener }).first().click();
    await form.getByRole("textbox", { name: field }).fill(typed);
    await fill(form);
    await endSession(page);
    await form.getByRole("button", { name: send }).click();
    await expect(ended(page)).toBeVisible();
    expect(await traces(page, typed), opener).toEqual([]);
    await signInThere(page, user);
    await expect(form.getByRole("textbox", { name: field }), opener).toHaveValue(typed);
  }
});

test("addresses that got no invitation survive the session, beside the links and in the form that they wait in", async ({
  page,
}) => {
  const invitation = page.getByRole("dialog", { name: "The invitation is ready" });
  const form = page.getByRole("dialog", { name: /^Invite to / });
  const addresses = form.getByRole("textbox", { name: "E-mail addresses" });
  for (const where of ["beside the links", "in the form"]) {
    const user = await signUp(page);
    const { id } = await api(page).call(createTeam, { body: { name: "Payments" } });
    await page.goto(`/teams/${id}/settings`);
    await page.getByRole("button", { name: "Invite…" }).click();
    await addresses.fill("grace@example.com barbara@example");
    await form.getByRole("button", { name: "Create 2 invitations" }).click();
    await expect(invitation).toBeVisible();
    if (where === "in the form") {
      await page.keyboard.press("Escape");
      await invitation.getByRole("button", { name: "Close without copying" }).click();
      await expect(addresses).toHaveValue("barbara@example");
    }
    await endSession(page);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(ended(page)).toBeVisible();
    expect(await traces(page, "barbara@example"), where).toEqual([]);
    await signInThere(page, user);
    await expect(addresses, where).toHaveValue("barbara@example");
  }
});

test("typed text is shown to nobody else who signs in on that page", async ({ page }) => {
  const other = await signUp(page);
  await sendTooLate(page);
  await signInThere(page, other);
  await expect(page.getByText("Start with a category")).toBeVisible();
  await expect(newEntry(page).getByRole("combobox", { name: "Project" })).toHaveValue("");
  await expect(newEntry(page)).not.toContainText("as you typed it");
  expect(await traces(page, secret)).toEqual([]);
});

test("after five minutes typed text is cleared too, and the sign-in page says so", async ({ page }) => {
  await page.clock.install();
  const user = await sendTooLate(page);
  await page.clock.fastForward(301_000);
  await expect(page).toHaveURL(/\/login\?from=%2Fvault%3Fcategory%3D[0-9a-f-]{36}%26new%3Dentry$/);
  await expect(
    page.getByText("Your session has ended, and what you had typed was cleared with the page. Sign in to continue."),
  ).toBeVisible();
  await signInThere(page, user);
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for canary-shop", exact: true })).toBeVisible();
  await expect(newEntry(page).getByRole("combobox", { name: "Project" })).toHaveValue("");
  expect(await traces(page, secret)).toEqual([]);
});

test("a page without typed text leads to a sign-in page that says that the session has ended; a reloaded one does not", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/access-keys");
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await endSession(page);
  await page.reload();
  await expect(page.getByText("Sign in to continue.", { exact: true })).toBeVisible();
  await signUp(page);
  await page.goto("/settings");
  await expect(page.getByRole("main").getByText("Ada Lovelace")).toBeVisible();
  await endSession(page);
  await page.getByRole("link", { name: "Download" }).click();
  await expect(page.getByText("Your session has ended. Sign in to continue.")).toBeVisible();
});
