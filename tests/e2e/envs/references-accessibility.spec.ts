import { expect, test } from "@playwright/test";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";

test("references and what uses an entry have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  const category = await api(page).aCategory();
  const stripe = await api(page).anEntry(category.id, { environment: "production", value: "sk_former_41c0" });
  await api(page).call(updateEntry, { params: { id: stripe.id }, body: { value: "sk_current_9b7e" } });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: {
      fileType: "env",
      content: "A=svc://Stripe/billing/production\nB=svc://Gone/billing/-\nOLD=sk_former_41c0\nNEW=sk_current_9b7e\n",
    },
  });
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await page.getByRole("button", { name: "Show list" }).click();
  await expect(page.locator(".cm-reference")).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Text of .env" }).press("ControlOrMeta+End");
  await page.keyboard.type("C=svc:");
  await expect(page.getByRole("listbox")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.goto(`/vault?entry=${stripe.id}`);
  await page.getByRole("tab", { name: "Used in" }).click();
  await expect(page.getByText("Used in 1 file.")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: /^Edit / });
  await form.getByRole("combobox", { name: "Project" }).fill("shop");
  await expect(form.getByRole("checkbox", { name: "Update the reference to it" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await form.getByRole("button", { name: "Replace value" }).click();
  await page.keyboard.type("sk_next_0d55");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("dialog", { name: "1 file holds the former value" })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("making entries of an imported file, and renaming what references name, have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { environment: "production", value: "sk_current_9b7e" });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "A=svc://Stripe/billing/production\n" },
  });
  await page.goto(`/envs/${project.id}`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  await page.getByLabel("Upload .env", { exact: true }).setInputFiles({
    name: "fresh.env",
    mimeType: "text/plain",
    buffer: Buffer.from("OPENAI_API_KEY=sk_not_a_real_key\nSTRIPE=sk_current_9b7e\nPORT=3000\n"),
  });
  await page.getByRole("button", { name: "Create entries from its values…" }).click();
  const step = page.getByRole("dialog", { name: "Create entries from .env" });
  await expect(step.getByRole("checkbox", { name: "OPENAI_API_KEY" })).toBeChecked();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await step.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tab", { name: ".env.local" }).click();
  await page.getByRole("dialog", { name: "Save .env first?" }).getByRole("button", { name: "Discard changes" }).click();

  await page.goto(`/vault?category=${category.id}`);
  await page.getByRole("button", { name: "Edit category Stripe" }).click();
  const renaming = page.getByRole("dialog", { name: "Edit category Stripe" });
  await renaming.getByRole("textbox", { name: "Name" }).fill("Payments");
  await expect(renaming.getByRole("checkbox", { name: "Update the reference to it" })).toBeChecked();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
