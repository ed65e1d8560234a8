import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/checks/browser.mjs";

const asRoot = process.getuid?.() === 0;

/**
 * Files whose tests all depend on a narrow screen or a finger: layout, and whether everything can be reached. Of other
 * files those tests do that have the tag @phone: their lists, sheets, menus or editors look different there. The rest
 * behaves the same at every size and runs once, and so do tests of narrow screens alone, tagged @phone-only.
 */
const ofPhones = [
  "-accessibility",
  "every-page",
  "layout",
  "place-menu",
  "references-touch",
  "vault-groups",
  "vault-many",
];

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/browser/browser-vault.ts",
  fullyParallel: true,
  // A page is waited for as often as it works.
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  // Tests wait for what a page should show. How soon it does depends on the machine and on what else runs there.
  expect: { timeout: 60_000 },
  outputDir: "test-results/playwright",
  use: {
    baseURL: process.env.VAULT_TEST_URL,
    // Without a graphics card, each frame of what moves is drawn by the processor: a fifth of what the browser takes.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: (await findBrowser()) ?? undefined,
      // Chromium's own sandbox can't start as root. The other flags keep Chromium from connecting elsewhere by itself.
      args: [
        ...(asRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      // Compared with a test's file and title.
      grep: new RegExp(`(${ofPhones.join("|")})\\.spec\\.ts |@phone`),
      use: { viewport: { width: 375, height: 740 }, hasTouch: true },
    },
  ],
});
