import { expect, test } from "@playwright/test";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";

const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXk=\n-----END OPENSSH PRIVATE KEY-----\n";

test("a JSON document is checked while it is typed and stored byte for byte", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory({ name: "Google Cloud", keyType: "json", envVarName: null });
  await page.goto("/vault");
  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await form.getByRole("combobox", { name: "Project" }).fill("analytics");
  const editor = form.getByRole("textbox", { name: "JSON document" });
  await editor.fill('{ "type": tru');
  await expect(form.locator(".cm-lint-marker-error")).toBeVisible();
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("This is not valid JSON yet")).toBeVisible();
  await editor.fill('{ "type":   "not-real" }');
  await form.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(form.getByText("not-real")).toHaveCount(0);
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form).toBeHidden();
  const [entry] = await api(page).call(listEntries);
  expect((await api(page).call(revealEntry, { params: { id: entry?.id ?? "" } })).value).toBe(
    '{ "type":   "not-real" }',
  );
});

test("an SSH key is read from its file; a file that is not a private key is refused in the form", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory({ name: "Deploy keys", keyType: "ssh", envVarName: null });
  await page.goto(`/vault?category=${category.id}`);
  await page.getByRole("button", { name: "New entry" }).first().click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await form.getByRole("combobox", { name: "Project" }).fill("web-01");
  await form.getByRole("textbox", { name: "Private key" }).fill("ssh-ed25519 AAAA not a private key");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("This is not a private key")).toBeVisible();
  await form
    .getByLabel("Private key file")
    .setInputFiles({ name: "id_ed25519", mimeType: "text/plain", buffer: Buffer.from(key) });
  await expect(form.getByRole("textbox", { name: "Private key" })).toHaveValue(key);
  await form.getByRole("button", { name: "Create entry" }).click();
  await page.getByRole("button", { name: "Show Deploy keys for web-01" }).click();
  await expect(
    page.getByRole("dialog", { name: "Deploy keys for web-01" }).getByLabel("Value of Deploy keys for web-01"),
  ).toHaveText(key.trim());
});
