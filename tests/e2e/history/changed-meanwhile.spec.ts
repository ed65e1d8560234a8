import { expect, type Page, test } from "@playwright/test";
import { deleteEntry, getEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, getEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { createTwoFactorToken, listTwoFactorTokens, updateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces } from "../../support/browser/browser-checks";
import { fetchEntriesAgain } from "../../support/browser/page-events";

const told = /changed in another tab or by someone else after you opened it here, so nothing was done/;

async function openForm(page: Page) {
  await page.goto("/vault");
  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true }).click();
  await page
    .getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing", exact: true })
    .getByRole("button", { name: "Edit" })
    .click();
  return page.getByRole("dialog", { name: "Edit STRIPE_SECRET_KEY for billing" });
}

test("two pages edit one entry: the later save is refused, keeps its text and says what changed, and only a second save replaces the stored value", async ({
  page,
  context,
}) => {
  await signUp(page);
  const { call } = api(page);
  const { id } = await api(page).anEntry((await api(page).aCategory()).id, { notes: "as it was" });
  const other = await context.newPage();
  const [mine, theirs] = [await openForm(page), await openForm(other)];
  await mine.getByRole("textbox", { name: "Notes" }).fill("what I typed");
  await theirs.getByRole("combobox", { name: "Environment" }).selectOption("production");
  await theirs.getByRole("textbox", { name: "Notes" }).fill("theirs");
  await theirs.getByRole("button", { name: "Save changes" }).click();
  await expect(theirs).toBeHidden();

  await mine.getByRole("button", { name: "Save changes" }).click();
  await expect(mine.getByRole("alert")).toHaveText(told);
  await expect(mine.getByRole("alert")).toContainText("Changed there: environment and notes.");
  await expect(mine.getByRole("textbox", { name: "Notes" })).toHaveValue("what I typed");
  expect(await call(getEntry, { params: { id } })).toMatchObject({ notes: "theirs", version: 2 });
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await mine.getByRole("button", { name: "Save changes" }).click();
  // Fields that were not changed here keep the other page's values.
  expect((await sent).postDataJSON()).toEqual({ notes: "what I typed" });
  await expect(mine).toBeHidden();
  expect(await call(getEntry, { params: { id } })).toMatchObject({
    notes: "what I typed",
    environment: "production",
    version: 3,
  });
});

test("a form of an entry that was deleted meanwhile says so, and saves once the entry is restored", async ({
  page,
}) => {
  await signUp(page);
  const { call } = api(page);
  const { id } = await api(page).anEntry((await api(page).aCategory()).id);
  const form = await openForm(page);
  await form.getByRole("textbox", { name: "Notes" }).fill("what I typed");
  await call(deleteEntry, { params: { id } });
  const save = form.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(form.getByRole("alert")).toHaveText(/deleted or moved.*If it is in the trash, restore it/);
  await expect(form.getByRole("textbox", { name: "Notes" })).toHaveValue("what I typed");
  const [deleted] = await call(listTrash);
  await call(restoreFromTrash, { params: { id: deleted?.id ?? "" } });
  await save.click();
  await expect(form).toBeHidden();
  expect(await call(getEntry, { params: { id } })).toMatchObject({ notes: "what I typed" });
});

test("what is typed outlasts the entry in the list, and is saved once that is restored; a form with nothing typed closes", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const { call } = api(page);
  const { id } = await api(page).anEntry((await api(page).aCategory()).id);
  const gone = page.getByText(/^This entry is no longer here/);
  const form = await openForm(page);
  await form.getByRole("textbox", { name: "Notes" }).fill("what I typed");
  await call(deleteEntry, { params: { id } });
  await fetchEntriesAgain(page);
  await expect(page.locator(`[data-entry="${id}"]`)).toHaveCount(0);
  await expect(form.getByRole("textbox", { name: "Notes" })).toHaveValue("what I typed");
  await expect(gone).toHaveCount(0);
  const [deleted] = await call(listTrash);
  await call(restoreFromTrash, { params: { id: deleted?.id ?? "" } });
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form).toBeHidden();
  expect(await call(getEntry, { params: { id } })).toMatchObject({ notes: "what I typed" });

  await openForm(page);
  await expect(form.getByRole("textbox", { name: "Notes" })).toHaveValue("what I typed");
  await call(deleteEntry, { params: { id } });
  await fetchEntriesAgain(page);
  await expect(gone.first()).toBeVisible();
  await expect(form).toBeHidden();
});

test("a refetch behind an open form does not make its save newer; a deletion is refused in the same way", async ({
  page,
}) => {
  await page.clock.install();
  await signUp(page);
  const { id } = await api(page).anEntry((await api(page).aCategory()).id);
  const form = await openForm(page);
  await form.getByRole("textbox", { name: "Notes" }).fill("what I typed");
  await api(page).call(updateEntry, { params: { id }, body: { value: "rotated-not-real" } });
  await fetchEntriesAgain(page);
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByRole("alert")).toHaveText(told);
  // Never the value itself: that is revealed where it is stored.
  await expect(form.getByRole("alert")).toContainText("Changed there: value.");
  expect(await traces(page, "rotated-not-real")).toEqual([]);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("rotated-not-real");

  const token = await api(page).call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
  await page.goto("/2fa");
  await page.getByRole("button", { name: /Actions for GitHub/ }).click();
  await page.getByRole("menuitem", { name: /Delete/ }).click();
  await api(page).call(updateTwoFactorToken, { params: { id: token.id }, body: { accountName: "grace@example.com" } });
  const confirmation = page.getByRole("dialog", { name: /Delete GitHub/ });
  await confirmation.getByRole("button", { name: "Delete token" }).click();
  await expect(confirmation.getByRole("alert")).toHaveText(told);
  expect(await api(page).call(listTwoFactorTokens)).toMatchObject([{ accountName: "grace@example.com" }]);
  expect(await api(page).call(listEntries)).toHaveLength(1);
});

test("an env file saved on two pages: the later one learns of it, keeps its text, and overwrites only what it was told about", async ({
  page,
}) => {
  await signUp(page);
  const {
    data: { id },
  } = await api(page).call(createEnvProject, { body: { name: "shop" } });
  const save = (content: string) => api(page).call(saveEnvFile, { params: { id }, body: { fileType: "env", content } });
  const content = async () => {
    const {
      data: { files },
    } = await api(page).call(getEnvProject, { params: { id } });
    return (await api(page).call(revealEnvFile, { params: { id, fileId: files[0]?.id ?? "" } })).data.content;
  };
  await save("A=1\n");
  await page.goto(`/envs/${id}`);
  await expect(page.getByRole("button", { name: "Reveal and edit" })).toBeVisible();
  // The list is older than the revealed value, and the revealed one counts.
  await save("A=2\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  const text = page.getByRole("textbox", { name: "Text of .env" });
  await expect(text).toContainText("A=2");
  await text.press("ControlOrMeta+End");
  await page.keyboard.type("MINE=1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await content()).toBe("A=2\nMINE=1");

  await text.press("ControlOrMeta+End");
  await page.keyboard.type("2");
  await save("THEIRS=1\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/has been changed elsewhere/)).toBeVisible();
  await save("THEIRS=2\n");
  await page.getByRole("button", { name: "Save over it" }).click();
  await expect(page.getByText(/has been changed elsewhere/)).toBeVisible();
  expect(await content()).toBe("THEIRS=2\n");
  await expect(text).toContainText("MINE=12");
  await page.getByRole("button", { name: "Save over it" }).click();
  await expect(page.getByText(/has been changed elsewhere/)).toBeHidden();
  expect(await content()).toBe("A=2\nMINE=12");
});
