import { expect, test, type Page } from "@playwright/test";
import { revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces, violationsAtBothSizes, violationsInBothThemes } from "../../support/browser/browser-checks";

async function anEntryWithHistory(page: Page) {
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id, { value: "first-value" });
  for (const value of ["second-value", "third-value"])
    await api(page).call(updateEntry, { params: { id }, body: { value } });
  await page.goto(`/vault?entry=${id}`);
  await page.getByRole("dialog").getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("dialog").getByRole("tabpanel", { name: "History" });
  await expect(history.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(3);
  return { id, history };
}

test("an entry's former value is shown, compared and restored as a new version @phone", async ({ page }) => {
  await signUp(page);
  const { id, history } = await anEntryWithHistory(page);
  const versions = history.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions.first()).toContainText("Current");
  await expect(versions.first()).toContainText("by you");
  expect(await violationsInBothThemes(page)).toEqual([]);

  await versions
    .last()
    .getByRole("button", { name: /^Show version/ })
    .click();
  await expect(history.getByText("first-value")).toBeVisible();
  await history.getByRole("button", { name: "Hide" }).click();
  await expect(history.getByText("first-value")).toHaveCount(0);

  await history.getByRole("button", { name: "Compare versions" }).click();
  await history.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(history.getByText("Different values")).toBeVisible();
  expect(await traces(page, "second-value")).toEqual([]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await history.getByRole("button", { name: "Show values" }).click();
  await expect(history.getByText("second-value")).toBeVisible();
  await expect(history.getByText("third-value")).toBeVisible();
  await history.getByRole("button", { name: "Back to the list" }).click();

  await versions
    .last()
    .getByRole("button", { name: /^Restore/ })
    .click();
  await page.getByRole("button", { name: "Restore version" }).click();
  await expect(versions).toHaveCount(4);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("first-value");
  // Over what is current now, not over what was when the history was opened.
  await versions
    .nth(1)
    .getByRole("button", { name: /^Restore/ })
    .click();
  await page.getByRole("button", { name: "Restore version" }).click();
  await expect(versions).toHaveCount(5);
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("third-value");
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("a version is not restored over a change that somebody else made meanwhile", async ({ page }) => {
  await signUp(page);
  const { id, history } = await anEntryWithHistory(page);
  await history
    .getByRole("button", { name: /^Restore/ })
    .last()
    .click();
  await api(page).call(updateEntry, { params: { id }, body: { value: "theirs" } });
  await page.getByRole("button", { name: "Restore version" }).click();
  await expect(page.getByRole("dialog", { name: "Restore version 1?" }).getByRole("alert")).toContainText(
    "changed in another tab or by someone else",
  );
  expect((await api(page).call(revealEntry, { params: { id } })).value).toBe("theirs");
});

test("a history that can't be read says so", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  await page.route("**/versions", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`/vault?entry=${id}`);
  await page.getByRole("dialog").getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("dialog").getByRole("tabpanel", { name: "History" });
  await expect(history.getByRole("alert")).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  await history.getByRole("button", { name: "Try again" }).click();
  await expect(history.getByText("No former value is kept")).toBeVisible();
});

test("an env file's history names the variables that came and went, and a text comes back", async ({ page }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const params = { id: project.id };
  const save = (content: string) => api(page).call(saveEnvFile, { params, body: { fileType: "env", content } });
  await save("DEBUG=1\nPORT=80\n");
  const { data: file } = await save("PORT=81\nTOKEN=not-a-real-token\n");
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History of .env of billing" });
  const versions = history.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions.first()).toContainText("Added");
  await expect(versions.first()).toContainText("TOKEN");
  await expect(versions.first()).toContainText("DEBUG");
  await versions
    .last()
    .getByRole("button", { name: /^Show version/ })
    .click();
  await expect(history.getByLabel(/^Text of .env of billing/)).toContainText("PORT=80");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await history.getByRole("button", { name: "Compare versions" }).click();
  await history.getByRole("button", { name: "Compare", exact: true }).click();
  await history.getByRole("button", { name: "Show values" }).click();
  await expect(history.getByText("not-a-real-token")).toBeVisible();
  await history.getByRole("button", { name: "Back to the list" }).click();
  await versions
    .last()
    .getByRole("button", { name: /^Restore/ })
    .click();
  await page.getByRole("button", { name: "Restore version" }).click();
  await expect(versions).toHaveCount(3);
  const { data } = await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
  expect(data.content).toBe("DEBUG=1\nPORT=80\n");
});
