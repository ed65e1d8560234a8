// Takes the pictures in the README and docs/pictures.md: the production server on its own data folder, filled with
// made-up data, in every page, theme and size. All pictures go to test-results/screenshots, and the few that the docs
// show also to docs/screenshots. Arguments select scenes by name: the docs then keep their pictures.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser, noBrowserHelp } from "../checks/browser.mjs";
import { account, json, openSampleVault, signIn } from "./sample-vault.mjs";
import { fail, root } from "../setup.mjs";

const all = path.join(root, "test-results/screenshots");
const shown = path.join(root, "docs/screenshots");
const inDocs = new Set([
  "overview-wide",
  "vault-wide",
  "two-factor-codes-wide",
  "env-editor-wide",
  "access-keys-wide",
  "vault-phone",
  "two-factor-codes-phone",
]);

const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  // Its scrollbars lie over the page, and take no room.
  phone: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
};
const themes = ["light", "dark"];

const dialog = (page) => page.getByRole("dialog").waitFor();

const visible = (page, role, name) => page.getByRole(role, { name }).filter({ visible: true }).first();

/** Each brings the page into the state that its picture shows. */
const scenes = {
  "sign-in": { path: "/login", signedOut: true },
  registration: { path: "/register", signedOut: true },
  "forgot-password": { path: "/forgot-password", signedOut: true },
  "reset-password": { path: "/reset-password#not-a-real-token", signedOut: true },
  "confirm-email": { path: "/confirm-email#not-a-real-token", signedOut: true },
  invitation: { path: "/invitation#not-a-real-token", signedOut: true },
  "shared-link": { path: "/share/AQIDBAUGBwgJCgsMDQ4PEA#not-a-real-key", signedOut: true },
  "not-found": { path: "/no-such-page" },
  overview: {
    path: "/",
    ready: (page) =>
      page
        .getByText("Not set")
        .or(page.getByRole("list", { name: "Recently changed" }))
        .first()
        .waitFor(),
  },
  vault: { path: "/vault", ready: (page) => page.getByRole("list", { name: "Entries" }).waitFor() },
  "vault-entry": {
    path: "/vault",
    ready: async (page) => {
      await page.locator("[data-entry]").nth(2).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  "vault-new-entry": { path: "/vault?new=entry", ready: (page) => page.getByRole("dialog").waitFor() },
  projects: { path: "/projects", ready: (page) => visible(page, "link", "storefront").waitFor() },
  project: { path: "/projects/storefront", ready: (page) => page.getByRole("grid").waitFor() },
  "project-entry": {
    path: "/projects/storefront",
    ready: async (page) => {
      await page
        .getByRole("button", { name: /^Open / })
        .first()
        .click();
      await dialog(page);
    },
  },
  "project-new-entry": { path: "/projects/storefront?new=entry&environment=staging", ready: dialog },
  activity: { path: "/activity", ready: (page) => page.getByRole("main").getByRole("listitem").first().waitFor() },
  trash: { path: "/trash", ready: (page) => visible(page, "button", /^Restore/).waitFor() },
  import: { path: "/import" },
  "trust-rule": {
    path: "/access-keys",
    ready: async (page) => {
      await page.getByRole("button", { name: "Add trust rule…" }).click();
      await dialog(page);
    },
  },
  webhook: { path: "/webhooks/{webhook}", ready: (page) => visible(page, "heading", "Messages").waitFor() },
  "webhook-add": {
    path: "/settings",
    ready: async (page) => {
      await page.getByRole("button", { name: /^Add webhook/ }).click();
      await dialog(page);
    },
  },
  team: { path: "/teams/{team}/settings", ready: (page) => visible(page, "heading", "Members").waitFor() },
  "team-empty-vault": {
    path: "/teams/{team}/vault",
    ready: (page) => page.getByText("Start with a category").waitFor(),
  },
  rotation: {
    path: "/vault?rotate={entry}",
    ready: dialog,
  },
  "export-everything": {
    path: "/settings",
    ready: (page) => page.getByRole("form", { name: "Export everything" }).scrollIntoViewIfNeeded(),
  },
  "calendar-and-mail": {
    path: "/settings",
    ready: (page) => visible(page, "heading", "Calendar").scrollIntoViewIfNeeded(),
  },
  "vault-without-answer": {
    path: "/vault",
    before: (page) => page.route(/\/api\/(entries|categories)$/, (route) => route.abort()),
    ready: (page) => page.getByRole("alert").filter({ hasText: "No answer" }).last().waitFor(),
  },
  "vault-offline": {
    path: "/vault",
    ready: async (page) => {
      await page.getByRole("list", { name: "Entries" }).waitFor();
      await page.context().setOffline(true);
      await page.getByText("You are offline").waitFor();
    },
    after: (page) => page.context().setOffline(false),
  },
  "two-factor-codes": {
    path: "/2fa",
    ready: async (page) => {
      await visible(page, "button", "Show codes").click();
      await page.getByTestId("code").first().waitFor();
    },
  },
  "two-factor-add": { path: "/2fa?new=token", ready: (page) => page.getByRole("dialog").waitFor() },
  "env-projects": { path: "/envs", ready: (page) => visible(page, "heading", "storefront").waitFor() },
  "env-editor": {
    path: "/envs",
    ready: async (page) => {
      await visible(page, "link", /storefront/).click();
      await page.getByRole("tab", { name: ".env", exact: true }).click();
      await page.getByRole("button", { name: "Reveal and edit" }).click();
      await page.locator(".cm-content").waitFor();
      await page.mouse.move(0, 0);
    },
  },
  "access-keys": { path: "/access-keys", ready: (page) => page.getByRole("list", { name: "Access keys" }).waitFor() },
  "access-keys-create": { path: "/access-keys?new=key", ready: (page) => page.getByRole("dialog").waitFor() },
  settings: { path: "/settings", ready: (page) => page.getByRole("main").getByText(account.email).waitFor() },
  palette: {
    path: "/vault",
    ready: async (page) => {
      await page.getByRole("list", { name: "Entries" }).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("dialog").getByRole("combobox").fill("st");
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
  },
  shortcuts: {
    path: "/vault",
    ready: async (page) => {
      await page.getByRole("list", { name: "Entries" }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
};

/**
 * Spreads the dates as if the vault had been in use for weeks. Otherwise every list would say that everything is new.
 */
async function spreadDates(context) {
  const hours = [2, 5, 26, 50, 75, 170, 340, 700];
  let at = 0;
  await context.route(/\/api\/(entries|2fa|envs|access-keys)$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    for (const row of Array.isArray(body) ? body : body.data) {
      const earlier = (timestamp) =>
        new Date(Date.parse(timestamp) - hours[at++ % hours.length] * 3_600_000).toISOString();
      for (const name of ["updatedAt", "lastUsedAt"]) if (row[name]) row[name] = earlier(row[name]);
      row.createdAt = new Date(Date.parse(row.createdAt) - 40 * 86_400_000).toISOString();
    }
    return route.fulfill({ response: answer, json: body });
  });
}

/** What only some of the pages show: a webhook, a team, something in the trash. Their ids. */
async function fillRest(request, origin) {
  const headers = { Origin: origin };
  const post = async (address, data) => json(await request.post(`${origin}/api${address}`, { data, headers }));
  const entries = await json(await request.get(`${origin}/api/entries`));
  const [entry, deleted] = entries.filter(({ category }) => category.name === "Resend");
  await request.delete(`${origin}/api/entries/${deleted.id}`, { headers });
  const webhook = await post("/webhooks", { url: "https://hooks.example.com/vault", events: ["*"] });
  const team = await post("/teams", { name: "Example team" });
  return { entry: entry.id, webhook: webhook.id, team: team.id };
}

async function takePictures(browser, origin, ids) {
  for (const [size, shape] of Object.entries(sizes))
    for (const theme of themes) {
      const context = await browser.newContext({
        ...shape,
        baseURL: origin,
        colorScheme: theme,
        reducedMotion: "reduce",
        locale: "en-GB",
        timezoneId: "UTC",
      });
      await context.addCookies([{ name: "theme", value: theme, url: origin }]);
      await spreadDates(context);
      for (const [name, { path: address, signedOut, before, ready, after }] of Object.entries(scenes)) {
        if (asked.length > 0 && !asked.includes(name)) continue;
        if (signedOut) await context.clearCookies({ name: /session-token/ });
        else await signIn(context.request, origin);
        const page = await context.newPage();
        await before?.(page);
        await page.goto(address.replace(/\{(\w+)\}/, (_, id) => ids[id]));
        await ready?.(page);
        await page.waitForLoadState("networkidle");
        const file = `${name}-${size}-${theme}.png`;
        await page.screenshot({ path: path.join(all, file), animations: "disabled", caret: "hide" });
        await after?.(page);
        if (asked.length === 0 && inDocs.has(`${name}-${size}`))
          copyFileSync(path.join(all, file), path.join(shown, file));
        await page.close();
      }
      await context.close();
    }
}

const executablePath = await findBrowser();
if (!executablePath) fail(noBrowserHelp);
const asked = process.argv.slice(2);
for (const folder of [all, shown]) {
  if (asked.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  const { request } = await browser.newContext();
  const vault = await openSampleVault(request);
  try {
    await takePictures(browser, vault.origin, await fillRest(request, vault.origin));
  } finally {
    await vault.stop();
  }
} finally {
  await browser.close();
}
process.stdout.write(`Every picture: ${path.relative(root, all)}. Those in the docs: ${path.relative(root, shown)}.\n`);
