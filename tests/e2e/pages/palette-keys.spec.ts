import { expect, test, type Page } from "@playwright/test";
import { createTeam } from "@/lib/contracts/people/teams";
import { api, signUp } from "../../support/browser/browser-actors";
import { holdAnswers } from "../../support/browser/held-answers";
import { aVault, copies, find, help, palette, ready } from "../../support/browser/palette";

test("the palette finds categories, entries, tokens, projects, pages and actions, by keyboard only", async ({
  page,
}) => {
  await signUp(page);
  const { project } = await aVault(page);
  await ready(page);
  await find(page, "stripe");
  await expect(palette(page).getByRole("option", { name: /^Stripe/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/vault\?category=[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
  await expect(page.getByRole("button", { name: "PostgreSQL for analytics", exact: true })).toHaveCount(0);

  await find(page, "bill prd");
  await expect(palette(page).getByRole("option", { name: "STRIPE_SECRET_KEY billing · production" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "billing" })).toBeVisible();
  await page.keyboard.press("Escape");

  await find(page, "github");
  await expect(palette(page).getByRole("option", { name: "GitHub ada@example.com" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/2fa");
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();

  await find(page, "storefr");
  await expect(palette(page).getByRole("option", { name: "storefront 0 files" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/envs/${project.id}`);

  await find(page, "access");
  await expect(palette(page).getByRole("option")).toHaveText(["Access keys", "Create access key"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create access key" })).toBeVisible();
  await expect(page).toHaveURL("/access-keys");
});

test("settings are found by what stands on them, and one's own from a team too", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).call(createTeam, { body: { name: "Payments" } });
  await ready(page, "/");
  await find(page, "export");
  await expect(palette(page).getByRole("option").first()).toHaveText("Settings");
  await page.keyboard.press("Escape");
  await ready(page, `/teams/${id}`);
  await find(page, "invite");
  await expect(palette(page).getByRole("option").first()).toHaveText("Team");
  await palette(page).getByRole("combobox").fill("passkeys");
  await expect(palette(page).getByRole("option").first()).toHaveText("Settingsof your account");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings");
});

test("what one vault does not have is searched for in another", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  const { id } = await api(page).call(createTeam, { body: { name: "Payments" } });
  await ready(page, `/teams/${id}`);
  await find(page, "bill prd");
  await expect(palette(page).getByRole("option")).toHaveText(["Search my vault for “bill prd”"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/vault?q=bill+prd");
  await expect(
    page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing (production)", exact: true }),
  ).toBeVisible();
  // Where something is found, the other vaults would only be in the way.
  await find(page, "stripe");
  await expect(palette(page).getByRole("option", { name: /^Stripe/ })).toBeVisible();
  await expect(palette(page).getByRole("option", { name: /^Search/ })).toHaveCount(0);
});

test("every action of the palette opens its form", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  await ready(page);
  for (const [action, dialog] of [
    ["New entry", "New entry"],
    ["New category", "New category"],
    ["Add two-factor token", "Add tokens"],
    ["New env project", "New env project"],
    ["Create access key", "Create access key"],
  ] as const) {
    await find(page, action);
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText(action);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("text typed before the palette's script has loaded appears in its field", async ({ page }) => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Only the palette's own script is held back.
  await page.route("**/_next/static/**/*.js", async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    if (script.includes("Nothing found for")) await released;
    await route.fulfill({ response: answer, body: script });
  });
  await signUp(page);
  await aVault(page);
  await ready(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("strx");
  await page.keyboard.press("Backspace");
  await expect(palette(page).getByRole("textbox")).toHaveValue("str");
  release();
  await page.unrouteAll({ behavior: "wait" });
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("ipe");
  await expect(palette(page).getByRole("combobox")).toHaveValue("stripe");
  // The lists arrive with the palette's script, in any order. The category comes first once all have arrived.
  const category = palette(page).getByRole("option", { name: "Stripe STRIPE_SECRET_KEY" });
  await expect(category).toBeVisible();
  await page.keyboard.press("Home");
  await expect(category).toHaveAttribute("aria-selected", "true");
  // Enter chooses the marked item.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
});

test("Enter before the vault has answered means the first of all that is found", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  await aVault(page);
  const answerCategories = await holdAnswers(page, "**/api/categories");
  const answerRest = await holdAnswers(page, "**/api/{entries,2fa,envs}");
  await ready(page);
  await find(page, "stripe");
  answerRest();
  await expect(palette(page).getByRole("option", { name: "STRIPE_SECRET_KEY billing · production" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette(page).getByText("Searching…")).toBeVisible();
  answerCategories();
  await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
  await expect(page).toHaveURL(/\/vault\?category=/);

  const answerAll = await holdAnswers(page, "**/api/{categories,entries,2fa,envs}");
  await ready(page);
  await find(page, "stripe bill");
  await page.keyboard.press("ControlOrMeta+Enter");
  answerAll();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("sk_test_not_a_real_key");
  await expect(palette(page)).toBeHidden();
});

test("what is pasted with the mouse waits for an Enter of its own", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  await ready(page);
  await find(page, "zzzz");
  await expect(palette(page).getByText("Nothing found")).toBeVisible();
  await page.keyboard.press("Enter");
  // Each replaces the text without a key.
  for (const text of [" ", "stripe"]) await palette(page).getByRole("combobox").fill(text);
  await expect(palette(page).getByRole("option", { name: "STRIPE_SECRET_KEY billing · production" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/vault\?category=/);
});

test("? lists the shortcuts, and each of them works", async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = (one: Page) => one.evaluate(() => navigator.clipboard.readText());
  const lists = new Set(["Previous (or ↑)", "Open", "Copy", "Show or hide", "Edit", "Select"]);
  await signUp(page);
  await aVault(page);
  await ready(page);
  await page.keyboard.press("?");
  const rows = help(page).getByRole("term");
  await expect(rows.first()).toBeVisible();
  const listed = await rows.evaluateAll((terms) =>
    terms.map((term) => ({
      what: term.textContent ?? "",
      keys: [...(term.nextElementSibling?.children ?? [])].map((key) => key.textContent ?? ""),
    })),
  );
  await page.keyboard.press("Escape");
  await expect(help(page)).toBeHidden();

  const pages: Record<string, string> = {
    Overview: "/",
    Vault: "/vault",
    Projects: "/projects",
    "Two-factor codes": "/2fa",
    "Env projects": "/envs",
    "Access keys": "/access-keys",
    Activity: "/activity",
    Trash: "/trash",
    Settings: "/settings",
  };
  for (const { what, keys } of listed) {
    await test.step(what, async () => {
      if (what === "Left and right in a table") {
        await ready(page, "/projects/billing");
        const cells = page.getByRole("gridcell");
        await expect(cells.first()).toBeVisible();
        await page.keyboard.press("j");
        await page.keyboard.press("ArrowRight");
        await expect(cells.nth(1)).toBeFocused();
        await page.keyboard.press("ArrowLeft");
        return expect(cells.first()).toBeFocused();
      }
      const rowsOfList = page.locator("[data-entry]");
      if (what in pages) {
        // From where the keys before have led.
        await expect(page).not.toHaveURL(pages[what] ?? "");
      } else {
        await ready(page, "/vault");
        await expect(rowsOfList).toHaveCount(2);
      }
      if (what === "Undo a deletion or an import") {
        await rowsOfList.first().click();
        await page.getByRole("button", { name: "Delete…" }).click();
        await page.getByRole("button", { name: "Delete entry" }).click();
        await expect(rowsOfList).toHaveCount(1);
        await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
        await page.keyboard.press("ControlOrMeta+z");
        return expect(rowsOfList).toHaveCount(2);
      }
      if (lists.has(what)) {
        await page.keyboard.press("j");
        await expect(rowsOfList.first()).toBeFocused();
      }
      if (what.startsWith("Previous")) await page.keyboard.press("j");
      if (what.startsWith("From the search")) {
        await page.keyboard.press("/");
        await expect(page.getByRole("searchbox")).toBeFocused();
        await page.keyboard.press("ArrowDown");
        return expect(rowsOfList.first()).toBeFocused();
      }
      if (what === "Copy the selected result") {
        await find(page, "stripe bill");
        await expect(palette(page).getByText(copies)).toBeVisible();
        await page.keyboard.press("ControlOrMeta+Enter");
      } else if (what.startsWith("Find anything")) await page.keyboard.press("ControlOrMeta+k");
      else if (keys[0] === "Esc")
        await page.keyboard
          .press("?")
          .then(() => expect(help(page)).toBeVisible())
          .then(() => page.keyboard.press("Escape"));
      else for (const key of keys) await page.keyboard.press(key);
      if (what in pages) await expect(page).toHaveURL(pages[what] ?? "");
      else if (what.startsWith("Find anything")) await expect(palette(page)).toBeVisible();
      else if (what === "Search on this page") await expect(page.getByRole("searchbox")).toBeFocused();
      else if (what === "Create on this page")
        await expect(page.getByRole("dialog", { name: "New entry" })).toBeVisible();
      else if (what === "Show this list") await expect(help(page)).toBeVisible();
      else if (what === "Close what is open") await expect(help(page)).toBeHidden();
      else if (what === "Copy the selected result" || what === "Copy")
        await expect.poll(() => copied(page)).toMatch(/ada|sk_test/);
      else if (what.startsWith("Next")) await expect(rowsOfList.first()).toBeFocused();
      else if (what.startsWith("Previous")) await expect(rowsOfList.first()).toBeFocused();
      else if (what === "Open" || what === "Show or hide")
        await expect(page.getByRole("dialog", { name: "PostgreSQL for analytics" })).toBeVisible();
      else if (what === "Edit")
        await expect(page.getByRole("dialog", { name: "Edit PostgreSQL for analytics" })).toBeVisible();
      else if (what === "Select")
        await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected");
      else throw new Error(`“${what}” is listed, and this test does not know what it should do`);
    });
  }
  expect(listed.map(({ what }) => what).filter((what) => what in pages)).toEqual(Object.keys(pages));
});

test("/ and n apply to the current page; in a field they are letters", async ({ page }) => {
  await signUp(page);
  await aVault(page);
  for (const [path, search, dialog] of [
    ["/2fa", "Search tokens", "Add tokens"],
    ["/envs", "Search env projects", "New env project"],
  ] as const) {
    await ready(page, path);
    await expect(page.getByRole("searchbox")).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("n?g/");
    await expect(page.getByRole("searchbox", { name: search, exact: true })).toHaveValue("n?g/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").blur();
    await page.keyboard.press("n");
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
  }
});

test("single-key shortcuts can be switched off; Ctrl K works either way", async ({ page }) => {
  await signUp(page);
  await ready(page);
  await page.keyboard.press("?");
  await help(page).getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await ready(page);
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toBeVisible();
  await expect(help(page)).toHaveCount(0);
});
