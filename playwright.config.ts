import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/browser/browser-vault.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  // A page is waited for until it says what it comes to say: how soon depends on the machine and on what else runs there.
  expect: { timeout: 60_000 },
  outputDir: "test-results/playwright",
  use: {
    baseURL: process.env.VAULT_TEST_URL,
    launchOptions: {
      executablePath: (await findBrowser()) ?? undefined,
      // As root Chromium's own sandbox can't start; the rest keeps it from calling outside by itself.
      args: [...(asRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    // An attack from elsewhere knows no screen.
    { name: "phone", testIgnore: "**/cross-site.spec.ts", use: { viewport: { width: 375, height: 740 }, hasTouch: true } },
  ],
});
