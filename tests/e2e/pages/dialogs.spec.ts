import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCalendar } from "@/lib/contracts/access/reminders";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { holdAnswers, holdWrites, untilIdle } from "../../support/browser/held-answers";
import { find, palette, ready } from "../../support/browser/palette";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";
import { codeAt, turnOnSecondFactor } from "../../support/sign-in/second-factor";

const category = (page: Page) => page.getByRole("dialog", { name: "New category" });
const question = (page: Page) => page.getByRole("dialog", { name: "Discard what you typed?" });

async function typeCategory(page: Page): Promise<Locator> {
  await signUp(page);
  await page.goto("/vault?new=category");
  const name = category(page).getByRole("textbox", { name: "Name" });
  await name.fill("Sentry");
  return name;
}

async function pressEscape(page: Page, times: number) {
  for (let pressed = 0; pressed < times; pressed += 1) await page.keyboard.press("Escape");
}

test("a form that is being sent stays, however often Escape is pressed, and shows what the vault refused", async ({
  page,
}) => {
  await signUp(page);
  // Before the page is opened, so that none slips through.
  const answer = await holdAnswers(
    page,
    "**/api/envs",
    (route) =>
      route.fulfill({ status: 400, json: { error: "There is one of this name already", code: "VALIDATION_ERROR" } }),
    (request) => request.method() === "POST",
  );
  await page.goto("/envs?new=project");
  const project = page.getByRole("dialog", { name: "New env project" });
  await project.getByRole("textbox", { name: "Name" }).fill("storefront");
  await page.keyboard.press("Enter");
  await expect(project.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await pressEscape(page, 5);
  await expect(project).toBeVisible();
  answer();
  await expect(project.getByText("There is one of this name already")).toBeVisible();
  await expect(project.getByRole("textbox", { name: "Name" })).toHaveValue("storefront");
});

test("a form with typed text asks, however often Escape is pressed, and can be kept or discarded", async ({ page }) => {
  const name = await typeCategory(page);
  // Each press opens the question or closes it.
  const pressAndSee = async (times: number) => {
    for (let pressed = 1; pressed <= times; pressed += 1) {
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeVisible({ visible: pressed % 2 === 1 });
    }
  };
  await pressAndSee(5);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeHidden();
  await expect(name).toHaveValue("Sentry");
  await pressAndSee(4);
  await expect(name).toBeVisible();
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(category(page)).toBeHidden();
});

test("a dialog that the browser closes by itself is shown again, and what it asks above it", async ({ page }) => {
  const name = await typeCategory(page);
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  // As a phone does when one goes back twice.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("dialog")) one.close();
  });
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeHidden();
  await page.evaluate(() => document.querySelector("dialog")?.close());
  await expect(name).toHaveValue("Sentry");
  await category(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeVisible();
});

const token = { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" };

async function anEntryAt(page: Page, query: string): Promise<string> {
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  return `/vault?${query}=${id}`;
}

async function aKey(page: Page): Promise<string> {
  await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["stats:read"] } });
  return "/access-keys";
}

async function aTeamPage(page: Page): Promise<string> {
  const team = await aTeam(page);
  return team.at("/settings");
}

async function aMember(page: Page): Promise<string> {
  const [team, { page: theirs }] = [await aTeam(page), await somebodyElse(browserOf(page))];
  await join(page, team.id, theirs, { role: "reader" });
  await theirs.context().close();
  return team.at("/settings");
}

const browserOf = (page: Page): Browser => {
  const browser = page.context().browser();
  if (!browser) throw new Error("This context has no browser of its own");
  return browser;
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const invite = async (page: Page, addresses: string) => {
  await press(page, "Invite…");
  await page.getByRole("dialog").getByLabel("E-mail addresses").fill(addresses);
};

/** Of the member whom one may remove, so of the other one. */
const changeRole = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Remove / }) })
    .getByRole("button", { name: /^Change role of/ })
    .click();

const [newCategory, createKey] = [
  { search: "new category", found: "New category", field: "Name" },
  { search: "create access", found: "Create access key", field: "Name" },
];
const inviting = {
  search: "team",
  found: "Team",
  open: (page: Page) => press(page, "Invite…"),
  field: "E-mail addresses",
};

/** Forms and questions that are left before the vault has answered, for another form of their page. */
const forms: {
  what: string;
  path: string | ((page: Page) => Promise<string>);
  fill: (page: Page) => Promise<void>;
  /** Instead of Enter. */ send?: (page: Page) => Promise<void>;
  held: string;
  /** Whether the palette asks before it leads away. */ asks?: boolean;
  search: string;
  found: string;
  /** Of the form that is open then. */ field: string;
  open?: (page: Page) => Promise<void>;
  told: string;
}[] = [
  {
    what: "a new category",
    path: "/vault",
    fill: async (page) => {
      await page.getByRole("button", { name: "New category" }).first().click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Sentry");
    },
    held: "**/api/categories",
    search: "new category",
    found: "New category",
    field: "Name",
    told: "The category Sentry was created",
  },
  {
    what: "a new token",
    path: "/2fa?new=token",
    fill: async (page) => {
      await page.getByRole("dialog").getByLabel("Service").fill("GitLab");
      await page.getByRole("dialog").getByLabel("Account").fill("ada");
      await page.getByRole("dialog").getByLabel("Secret or link").fill(token.secret);
    },
    held: "**/api/2fa",
    search: "add two",
    found: "Add two-factor token",
    field: "Service",
    told: "GitLab (ada) was added",
  },
  {
    what: "a token's changes",
    path: "/2fa",
    fill: async (page) => {
      await page.getByRole("button", { name: "Actions for GitHub, ada" }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await page.getByRole("dialog").getByLabel("Account").fill("grace");
    },
    held: "**/api/2fa/*",
    search: "add two",
    found: "Add two-factor token",
    field: "Service",
    told: "GitHub (grace) was changed",
  },
  {
    what: "a new access key",
    path: "/access-keys?new=key",
    fill: (page) => page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Deploy"),
    held: "**/api/access-keys",
    search: "create access",
    found: "Create access key",
    field: "Name",
    told: "Deploy was created, but its key was never shown: rotate it or revoke it",
  },
  {
    what: "a new webhook",
    path: "/settings",
    fill: async (page) => {
      await page.getByRole("button", { name: "Add webhook…" }).click();
      await page.getByRole("dialog").getByLabel("Address").fill("https://hooks.example.com/");
    },
    held: "**/api/webhooks",
    search: "settings",
    found: "Settings",
    field: "Address",
    open: (page) => page.getByRole("button", { name: "Add webhook…" }).click(),
    told: "The webhook was added, but its secret was never shown: delete it, then add it again",
  },
  {
    what: "a trust rule",
    path: "/access-keys",
    fill: async (page) => {
      await press(page, "Add trust rule…");
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Deploy of storefront");
      await page.getByRole("dialog").getByLabel("Repository").fill("acme/web");
    },
    held: "**/api/trust-rules",
    search: "access keys",
    found: "Access keys",
    field: "Name",
    open: (page) => press(page, "Add trust rule…"),
    told: "The trust rule Deploy of storefront was added",
  },
  {
    what: "an invitation",
    path: aTeamPage,
    fill: (page) => invite(page, "grace@example.com"),
    send: (page) => press(page, "Create invitation"),
    held: "**/api/teams/*/invitations",
    ...inviting,
    told: "The invitation was created, but its link was never shown: withdraw it, then invite again",
  },
  {
    what: "several invitations",
    path: aTeamPage,
    fill: (page) => invite(page, "grace@example.com, linus@example.com"),
    send: (page) => press(page, "Create 2 invitations"),
    held: "**/api/teams/*/invitations",
    ...inviting,
    told: "2 invitations were created, but their links were never shown: withdraw them, then invite again",
  },
  {
    what: "a member's role",
    path: aMember,
    fill: async (page) => {
      await changeRole(page);
      await page.getByRole("dialog").getByRole("combobox", { name: "Role" }).selectOption("editor");
    },
    send: (page) => press(page, "Change role"),
    held: "**/api/teams/*/members/*",
    search: "team",
    found: "Team",
    field: "Projects",
    open: changeRole,
    told: "The role of Ada Lovelace was changed",
  },
  {
    what: "a link that opens once",
    path: (page) => anEntryAt(page, "entry"),
    fill: async (page) => {
      await press(page, "Share once…");
      await page.getByRole("dialog").getByLabel("Note").fill("For Grace");
    },
    held: "**/api/links",
    ...newCategory,
    told: "The link was created but never shown: you can revoke it in the settings, under “Links that open once”",
  },
  {
    what: "a second factor",
    path: "/settings",
    fill: async (page) => {
      await press(page, "Turn on…");
      const secret = await page.getByRole("dialog").getByLabel("Secret", { exact: true }).innerText();
      await page.getByRole("dialog").getByLabel("Two-factor code").fill(codeAt(secret));
    },
    held: "**/api/account/second-factor/confirm",
    search: "settings",
    found: "Settings",
    field: "Address",
    open: (page) => press(page, "Add webhook…"),
    told: "The second factor is on, but its recovery codes were never shown: create new ones",
  },
  {
    what: "the question whether to replace the recovery codes",
    path: async (page) => {
      await turnOnSecondFactor(api(page));
      return "/settings";
    },
    fill: (page) => press(page, "New recovery codes…"),
    send: (page) => press(page, "Create new codes"),
    held: "**/api/account/recovery-codes",
    asks: false,
    ...createKey,
    told: "Your recovery codes were replaced, but the new ones were never shown: create new ones again",
  },
  {
    what: "the question whether to replace the calendar's address",
    path: async (page) => {
      await api(page).call(createCalendar);
      return "/settings";
    },
    fill: (page) => press(page, "Create new address…"),
    send: (page) => press(page, "Create new address"),
    held: "**/api/reminders/token",
    asks: false,
    ...createKey,
    told: "The calendar address was created but never shown: create a new one",
  },
  {
    what: "a value's successor",
    path: (page) => anEntryAt(page, "rotate"),
    fill: (page) =>
      page
        .getByRole("dialog")
        .getByRole("textbox", { name: /^Value of/ })
        .fill("sk_rotated_not_real"),
    held: "**/api/entries/*",
    ...newCategory,
    told: "STRIPE_SECRET_KEY for billing has a new value",
  },
  {
    what: "the question whether to delete an entry",
    path: (page) => anEntryAt(page, "entry"),
    fill: (page) => press(page, "Delete…"),
    send: (page) => press(page, "Delete entry"),
    held: "**/api/entries/*",
    asks: false,
    ...newCategory,
    told: "STRIPE_SECRET_KEY for billing was deleted",
  },
  {
    what: "the question whether to revoke a key",
    path: aKey,
    fill: (page) => press(page, /^Revoke laptop/),
    send: (page) => press(page, "Revoke access key"),
    held: "**/api/access-keys/*",
    asks: false,
    ...createKey,
    told: "The access key laptop (",
  },
  {
    what: "the question whether to rotate a key",
    path: aKey,
    fill: (page) => press(page, /^Rotate laptop/),
    send: (page) => press(page, "Rotate access key"),
    held: "**/api/access-keys/*/rotate",
    asks: false,
    ...createKey,
    told: "laptop was rotated, but the new key was never shown: rotate it again, which ends the previous key at once",
  },
];

for (const { what, path, fill, send, held, asks = true, search, found, field, open, told } of forms)
  test(`whoever leaves ${what} before the vault has answered keeps what they typed into another form by then`, async ({
    page,
  }) => {
    await signUp(page);
    await api(page).call(createTwoFactorToken, { body: token });
    const at = typeof path === "string" ? path : await path(page);
    const answer = await holdWrites(page, held);
    await ready(page, at);
    await fill(page);
    await (send ? send(page) : page.keyboard.press("Enter"));
    await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await find(page, search);
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText(found);
    await page.keyboard.press("Enter");
    if (asks)
      await page
        .getByRole("dialog", { name: /^Leave while/ })
        .getByRole("button", { name: "Leave" })
        .click();
    await open?.(page);
    const typed = page.getByRole("dialog").getByRole("textbox", { name: field });
    await expect(typed).toHaveValue("");
    await typed.fill("https://typed.example.com/");
    answer();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(told);
    await untilIdle(page);
    await expect(typed).toHaveValue("https://typed.example.com/");
  });

for (const { what, path, fill, send, held, told } of forms.filter(({ asks }) => asks === false))
  test(`whoever is on their way to another page when ${what} is answered arrives there, and is told`, async ({
    page,
  }) => {
    await signUp(page);
    const at = typeof path === "string" ? path : await path(page);
    const arrive = await holdAnswers(page, "**/activity?_rsc=*");
    const answer = await holdWrites(page, held);
    await ready(page, at);
    await fill(page);
    await send?.(page);
    await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await find(page, "activity");
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Activity");
    const isAskedFor = page.waitForRequest("**/activity?_rsc=*");
    await page.keyboard.press("Enter");
    await isAskedFor;
    answer();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(told);
    await untilIdle(page);
    arrive();
    await expect(page).toHaveURL("/activity");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

test("whoever leaves a question whose request then fails is told so", async ({ page }) => {
  await signUp(page);
  const fail = await holdAnswers(
    page,
    "**/api/entries/*",
    (route) => route.abort(),
    (request) => request.method() === "DELETE",
  );
  await ready(page, await anEntryAt(page, "entry"));
  await press(page, "Delete…");
  await press(page, "Delete entry");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await find(page, "activity");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/activity");
  fail();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Delete entry: The vault can't be reached",
  );
});

test("a dialog that the first address asked for opens again when the palette asks for it", async ({ page }) => {
  await signUp(page);
  await ready(page, "/vault?new=category");
  await category(page).getByRole("button", { name: "Cancel" }).click();
  await expect(category(page)).toBeHidden();
  await expect(page).toHaveURL("/vault");
  await find(page, "new category");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("New category");
  await page.keyboard.press("Enter");
  await expect(category(page)).toBeVisible();
});
