// Finds a Chromium for the browser tests, or installs one. Used by Playwright's configuration and `npm test`.
import { spawnSync } from "node:child_process";
import { isExecutable } from "./programs.mjs";

/**
 * Chromium without a window system, as Playwright itself uses it: a new page takes a third of the time that the full
 * browser needs.
 */
const headlessShell = "/usr/bin/chromium-headless-shell";

const systemBrowsers = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser's path: CHROMIUM_PATH, the system's browser, or Playwright's own. Null if there is none. */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return isExecutable(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : null;
  const { chromium } = await import("@playwright/test");
  return [...systemBrowsers, chromium.executablePath()].find(isExecutable) ?? null;
}

/**
 * Finds a browser or tries to install one: Playwright's download, then Debian's package if this user may install it.
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (process.env.CHROMIUM_PATH) return found;
  const attempt = (command, args) => spawnSync(command, args, { stdio: "inherit", timeout: 180_000 }).status === 0;
  const byApt = (name) =>
    process.getuid?.() === 0 &&
    isExecutable("/usr/bin/apt-get") &&
    attempt("sh", [
      "-c",
      `apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 && apt-get install -y -qq --no-install-recommends ${name}`,
    ]);
  // In CI the headless browser is worth installing even if there is a full one.
  if (process.env.CI && found !== headlessShell) byApt("chromium-headless-shell");
  if (found) return findBrowser();
  process.stdout.write("No Chromium found: installing one…\n");
  if (!isExecutable(headlessShell) && !byApt("chromium")) attempt("npx", ["playwright", "install", "chromium"]);
  return (await findBrowser()) ?? (attempt("npx", ["playwright", "install", "chromium"]) ? findBrowser() : null);
}

export const noBrowserHelp =
  "The browser tests need Chromium or Chrome and none was found or could be installed. Set CHROMIUM_PATH to one, or install it: apt-get install chromium, or npx playwright install chromium.";
