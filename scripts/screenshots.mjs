// Takes the pictures in the README and docs/pictures.md: the production server on its own data folder, filled with
// made-up data, in every page, theme and size. All pictures go to test-results/screenshots, and the few that the docs
// show also to docs/screenshots.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser, noBrowserHelp } from "./browser.mjs";
import { account, openSampleVault, signIn } from "./sample-vault.mjs";
import { fail, root } from "./setup.mjs";

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
  phone: { viewport: { width: 375, height: 740 }, hasTouch: true },
};
const themes = ["light", "dark"];

const visible = (page, role, name) => page.getByRole(role, { name }).filter({ visible: true }).first();

/** Each brings the page into the state that its picture shows. */
const scenes = {
  "sign-in": { path: "/login", signedOut: true },
  registration: { path: "/register", signedOut: true },
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

async function takePictures(browser, origin) {
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
      for (const [name, { path: address, signedOut, ready }] of Object.entries(scenes)) {
        if (signedOut) await context.clearCookies({ name: /session-token/ });
        else await signIn(context.request, origin);
        const page = await context.newPage();
        await page.goto(address);
        await ready?.(page);
        await page.waitForLoadState("networkidle");
        const file = `${name}-${size}-${theme}.png`;
        await page.screenshot({ path: path.join(all, file), animations: "disabled", caret: "hide" });
        if (inDocs.has(`${name}-${size}`)) copyFileSync(path.join(all, file), path.join(shown, file));
        await page.close();
      }
      await context.close();
    }
}

const executablePath = await findBrowser();
if (!executablePath) fail(noBrowserHelp);
for (const folder of [all, shown]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  const vault = await openSampleVault((await browser.newContext()).request);
  try {
    await takePictures(browser, vault.origin);
  } finally {
    await vault.stop();
  }
} finally {
  await browser.close();
}
process.stdout.write(`Every picture: ${path.relative(root, all)}. Those in the docs: ${path.relative(root, shown)}.\n`);
