import { expect, test } from "@playwright/test";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";

test.use({ hasTouch: true });

const reference = "svc://Stripe/billing/production";

test("references are linked, deleted and chosen by touch", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id, { environment: "production", value: "sk_current_9b7e" });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: `OLD=${reference}\nNEW=sk_current_9b7e\n` },
  });
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Reveal and edit" }).tap();
  const chips = page.locator(".cm-reference");
  await expect(chips).toHaveCount(1);
  await page.getByRole("button", { name: "Link it" }).tap();
  await expect(chips).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Values that are also kept as entries" })).toHaveCount(0);

  // A finger puts the cursor behind the chip, wherever it meets it. One key deletes the whole of it.
  await chips.last().tap();
  await page.keyboard.press("Backspace");
  await expect(chips).toHaveCount(1);
  await page.keyboard.type("svc:bill");
  await page.getByRole("option", { name: "Stripe › billing" }).tap();
  await expect(chips).toHaveCount(2);
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  const { data } = await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
  expect(data.content).toBe(`OLD=${reference}\nNEW=${reference}\n`);
});
