import { expect, test } from "@playwright/test";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";

const pasted = "PGUSER=ada\nPGPASSWORD='not a real password'\n";

test("a group's fields are pasted, checked, shown one by one and changed without affecting the others", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  const category = await api(page).aCategory({
    name: "PostgreSQL",
    keyType: "group",
    envVarName: null,
    icon: "postgresql",
  });
  await page.goto("/vault?new=entry");
  const form = page.getByRole("dialog", { name: "New entry" });
  await expect(page).toHaveURL("/vault?new=entry");
  await form.getByRole("combobox", { name: "Category" }).selectOption(category.id);
  await form.getByRole("combobox", { name: "Project" }).fill("billing");
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  await form.getByRole("textbox", { name: "Field 1: name" }).focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(form.getByRole("textbox", { name: "Field 2: name" })).toHaveValue("PGPASSWORD");

  await form.getByRole("button", { name: "Add field" }).click();
  await form.getByRole("textbox", { name: "Field 3: name" }).fill("PGUSER");
  await form.getByRole("textbox", { name: "Field 3: value" }).fill("twice");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form.getByText("This name is used twice")).toBeVisible();
  await form.getByRole("textbox", { name: "Field 3: name" }).fill("1ST");
  await expect(form.getByText("Letters, digits and _, not starting with a digit")).toBeVisible();
  await form.getByRole("button", { name: "Remove field 3" }).click();
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "Show PostgreSQL for billing" }).click();
  const details = page.getByRole("dialog", { name: "billing" });
  await expect(details.getByLabel("Value of PGUSER")).toHaveText("ada");
  await details.getByRole("button", { name: "Hide all" }).click();
  await details.getByRole("button", { name: "Show PGPASSWORD" }).click();
  await expect(details.getByLabel("Value of PGPASSWORD")).toHaveText("not a real password");
  await expect(details.getByLabel("Value of PGUSER")).toHaveCount(0);

  await details.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: /^Edit .* for billing$/ });
  await edit.getByRole("button", { name: "Show and edit" }).click();
  await edit.getByRole("textbox", { name: "Field 1: value" }).fill("grace");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  const [entry] = await api(page).call(listEntries);
  expect((await api(page).call(revealEntry, { params: { id: entry?.id ?? "" } })).value).toEqual({
    PGUSER: "grace",
    PGPASSWORD: "not a real password",
  });
});
