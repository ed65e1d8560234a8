import { expect, test } from "@playwright/test";
import { violations } from "../../support/browser/browser-checks";
import { startOidcProvider } from "../../support/oidc/oidc-provider";
import { removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";

/** A vault with the settings of one test. */
async function vaultWith(env: Record<string, string>, visit: (vault: RunningVault) => Promise<void>): Promise<void> {
  const vault = await startVault({ env });
  try {
    await visit(vault);
  } finally {
    await vault.stop();
    removeDataDir(vault.dataDir);
  }
}

test("with closed registration nothing leads to a form that would be refused", async ({ page }) => {
  await vaultWith({ AUTH_REGISTRATION: "closed" }, async ({ port }) => {
    await page.goto(`http://localhost:${port}/login`);
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Create one" })).toHaveCount(0);
    await page.goto(`http://localhost:${port}/register`);
    await expect(page.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

test("with password sign-in off the provider is the only method", async ({ page }) => {
  const provider = await startOidcProvider();
  try {
    await vaultWith({ ...provider.env, AUTH_PASSWORD_LOGIN: "false" }, async ({ port }) => {
      await page.goto(`http://localhost:${port}/login`);
      await expect(page.getByRole("button", { name: "Sign in with Example Login" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(1);
      await expect(page.getByRole("textbox")).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      await page.goto(`http://localhost:${port}/register`);
      await expect(page.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
    });
  } finally {
    await provider.stop();
  }
});
