import { expect, test } from "@playwright/test";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";

test("two files are compared name by name; values stay hidden until requested", async ({ page }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const texts = {
    env: "ONLY_LEFT=canary_l\nDIFFERS=canary_a\nSAME=canary_s\n",
    "env.production": "DIFFERS='canary_b'\nONLY_RIGHT=canary_r\nSAME=\"canary_s\"\nnot a line\n",
  } as const;
  await page.goto(`/envs/${project.id}`);
  await expect(page.getByRole("button", { name: "Compare files" })).toBeDisabled();
  for (const fileType of ["env", "env.production"] as const)
    await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType, content: texts[fileType] } });
  await page.reload();

  await page.getByRole("button", { name: "Compare files" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare files" });
  await expect(dialog.getByLabel("Left")).toBeFocused();
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(
    dialog.getByRole("table", { name: "Only in .env · 1" }).getByRole("row", { name: /ONLY_LEFT/ }),
  ).toContainText("Missing");
  await expect(
    dialog.getByRole("table", { name: "Only in .env.production · 1" }).getByRole("row", { name: /ONLY_RIGHT/ }),
  ).toContainText("Missing");
  await expect(dialog.getByRole("table", { name: "Different values · 1" }).getByRole("rowheader")).toHaveText(
    "DIFFERS",
  );
  await expect(dialog.getByRole("table", { name: "The same · 1" }).getByRole("rowheader")).toHaveText("SAME");
  await expect(dialog.getByText("1 line of .env.production can’t be read", { exact: false })).toBeVisible();
  expect(await page.content()).not.toContain("canary");

  await dialog.getByRole("button", { name: "Show values" }).click();
  await expect(dialog.getByRole("row", { name: /DIFFERS/ })).toContainText("canary_b");
  await dialog.getByRole("button", { name: "Hide values" }).click();
  expect(await page.content()).not.toContain("canary");

  await dialog.getByLabel("Right").selectOption(".env");
  await expect(dialog.getByText("Choose two different files.")).toBeVisible();
  await expect(dialog.getByRole("table")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Compare files" })).toBeFocused();
});

test("without the server the comparison says so and offers another try", async ({ page }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  for (const fileType of ["env", "env.local"] as const)
    await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType, content: "A=1\n" } });
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Compare files" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare files" });
  await page.route("**/reveal", (route) => route.abort());
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("can't be reached");
  await page.unroute("**/reveal");
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(dialog.getByText("Both files are the same")).toBeVisible();
});
