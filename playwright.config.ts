import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";

const asRoot = process.getuid?.() === 0;

/**
 * Tests that depend on a narrow screen or a finger: layout, sheets, lists, editors, and whether everything can be
 * reached. The others behave the same at every size and run once.
 */
const ofPhones = [
  "*-accessibility",
  "access-keys-list",
  "account-sign-in",
  "activity",
  "envs-editing",
  "envs-projects",
  "every-page",
  "history",
  "layout",
  "overview",
  "palette",
  "place-menu",
  "references",
  "references-touch",
  "settings",
  "share-links",
  "share-once",
  "teams",
  "trash",
  "two-factor-add",
  "two-factor-codes",
  "two-factor-kinds",
  "vault-categories",
  "vault-entries",
  "vault-find",
  "vault-groups",
  "vault-many",
  "vault-selection",
  "webhooks",
  "weight",
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
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      testMatch: ofPhones.map((name) => `**/${name}.spec.ts`),
      use: { viewport: { width: 375, height: 740 }, hasTouch: true },
    },
  ],
});
