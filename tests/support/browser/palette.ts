import { expect, type Page } from "@playwright/test";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, takesKeys } from "./browser-actors";

/** What the palette says of the entry of `aVault` that it would copy. */
export const copies = "copies STRIPE_SECRET_KEY · billing · production";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Find" });
export const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Opens the palette by its keys, and types. */
export async function find(page: Page, text: string) {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
}

/** One of each thing that the palette finds. */
export async function aVault(page: Page) {
  const category = await api(page).aCategory();
  const database = await api(page).aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  await api(page).anEntry(category.id, { name: "billing", environment: "production" });
  await api(page).anEntry(database.id, { name: "analytics", value: '{"PGUSER":"ada"}' });
  await api(page).call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "storefront" } });
  return { project };
}

/** Signed in, on a page that reacts to keys. */
export async function ready(page: Page, path = "/settings") {
  await page.goto(path);
  await takesKeys(page);
}
