import { expect, test, type Locator, type Page } from "@playwright/test";
import { createEnvProject, deleteEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, endSession, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { holdAnswers, untilIdle } from "../../support/browser/held-answers";
import { fetchAgain } from "../../support/browser/page-events";

const canary = "sk_canary_9b02";

/** A project whose .env is open with an unsaved change. */
async function edit(page: Page) {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const save = async (content: string) =>
    (await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content } })).data;
  const file = await save(`KEY=${canary}\n`);
  await openSettled(page, "/envs");
  await page.getByRole("link", { name: "billing" }).click();
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("NEW=2");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  return {
    project,
    save,
    kept: async () =>
      (await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } })).data.content,
  };
}

const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of / });
const question = (page: Page) => page.getByRole("dialog", { name: "Save .env first?" });
const whileSaving = (page: Page) => page.getByRole("dialog", { name: "Leave while this is being saved?" });
const chosen = { name: "other.env", mimeType: "text/plain", buffer: Buffer.from("OTHER=1\n") };
const choose = (page: Page) => page.getByLabel("Upload .env", { exact: true }).setInputFiles(chosen);
const toProjects = (page: Page) => page.getByRole("link", { name: "Env projects" }).first().click();

/** By its keys, until the vault is asked: whoever leaves before that is asked whether to save. */
async function beginToSave(page: Page): Promise<void> {
  const asked = page.waitForRequest("**/api/envs/*/files");
  await page.keyboard.press("ControlOrMeta+s");
  await asked;
}

/** Loads a page and waits for its session request too, which must be answered while the session is active. */
async function openSettled(page: Page, path: string): Promise<void> {
  const session = page.waitForResponse("**/api/auth/session");
  await page.goto(path);
  await session;
}

test("another tab, a link and Back ask first; saving continues", async ({ page }) => {
  const { kept } = await edit(page);
  await page.getByRole("tab", { name: ".env.local" }).click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(editor(page)).toContainText("NEW=2");

  await page.evaluate(() => window.history.back());
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/\/envs\/.+/);

  await page.getByRole("link", { name: "Env projects" }).first().click();
  await question(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/envs$/);
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
});

test("nobody is asked to save what is being saved: whoever leaves meanwhile is told that, and asked nothing once it is", async ({
  page,
}) => {
  const { kept } = await edit(page);
  const answer = await holdAnswers(page, "**/api/envs/*/files");
  await beginToSave(page);
  await toProjects(page);
  await expect(whileSaving(page)).toBeVisible();
  await expect(whileSaving(page).getByRole("button", { name: "Save" })).toHaveCount(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  answer();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
  // What is typed next is asked about when it is left, not before.
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("3");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const answerAgain = await holdAnswers(page, "**/api/envs/*/files");
  await beginToSave(page);
  await toProjects(page);
  await whileSaving(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/envs$/);
  answerAgain();
  await expect.poll(kept).toBe(`KEY=${canary}\nNEW=23`);
});

test("a file that was left while it is saved, and is open again by the time it is, has what was saved and nothing unsaved", async ({
  page,
}) => {
  const answer = await holdAnswers(page, "**/api/envs/*/files");
  const { kept } = await edit(page);
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByRole("button", { name: "Hide .env" }).click();
  await whileSaving(page).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toContainText(canary);
  await expect(editor(page)).not.toContainText("NEW=2");
  answer();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await expect(editor(page)).toContainText("NEW=2");
  await expect(page.getByText("Unsaved changes", { exact: true })).toHaveCount(0);
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
});

test("a file that is chosen while another text is saved, and read once it is, becomes the unsaved text", async ({
  page,
}) => {
  const answer = await holdAnswers(page, "**/api/envs/*/files");
  const { kept } = await edit(page);
  await page.evaluate(() => {
    const mayRead = new Promise((resolve) => window.addEventListener("may-read", resolve, { once: true }));
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async function () {
      await mayRead;
      return read.call(this);
    };
  });
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await choose(page);
  answer();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await expect(page.getByText("Unsaved changes", { exact: true })).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("may-read")));
  await expect(editor(page)).toContainText("OTHER=1");
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(kept).toBe("OTHER=1\n");
});

test("a file that is chosen and read while another text is saved becomes the unsaved text once it is", async ({
  page,
}) => {
  const answer = await holdAnswers(page, "**/api/envs/*/files");
  const { kept } = await edit(page);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await choose(page);
  await expect(whileSaving(page)).toBeVisible();
  answer();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await expect(editor(page)).toContainText("OTHER=1");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(kept).toBe("OTHER=1\n");
});

test("a text that is saved while a file takes its place is nobody else's change", async ({ page }) => {
  const answer = await holdAnswers(page, "**/api/envs/*/files");
  const { kept } = await edit(page);
  await page.keyboard.press("ControlOrMeta+s");
  await choose(page);
  await whileSaving(page).getByRole("button", { name: "Leave" }).click();
  await expect(editor(page)).toContainText("OTHER=1");
  const listed = page.waitForResponse(
    (response) => response.url().includes("/api/envs") && response.request().method() === "GET",
  );
  answer();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await listed;
  await untilIdle(page);
  await expect(page.getByText("elsewhere")).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(kept).toBe("OTHER=1\n");
});

test("a text that is saved before a file takes its place is nobody else's change", async ({ page }) => {
  const { kept } = await edit(page);
  await choose(page);
  await question(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  await expect(editor(page)).toContainText("OTHER=1");
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(kept).toBe("OTHER=1\n");
});

test("whoever is asked while a save is under way can save again if it fails", async ({ page }) => {
  const { kept } = await edit(page);
  const fail = await holdAnswers(page, "**/api/envs/*/files", (route) => route.abort());
  await beginToSave(page);
  await toProjects(page);
  await expect(whileSaving(page)).toBeVisible();
  fail();
  await expect(question(page)).toBeVisible();
  await page.unroute("**/api/envs/*/files");
  await question(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/envs$/);
  expect(await kept()).toBe(`KEY=${canary}\nNEW=2`);
});

test("the chosen file is in the address, and is there again after a reload and Back; another one there asks first", async ({
  page,
}) => {
  const { project } = await edit(page);
  const tab = (name: string) => page.getByRole("tab", { name });
  const at = (file: string) => `/envs/${project.id}?file=${file}`;
  /** As a link of this page leads to it. */
  const lead = (file: string) => page.evaluate((path) => window.history.pushState(null, "", path), at(file));
  await lead("env.production");
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(at("env"));
  await expect(editor(page)).toContainText("NEW=2");
  await lead("env.production");
  await question(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(tab(".env.production")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(at("env.production"));

  await tab(".env.local").click();
  await expect(page).toHaveURL(at("env.local"));
  await page.reload();
  await expect(tab(".env.local")).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: "Env projects" }).first().click();
  await expect(page).toHaveURL("/envs");
  await page.goBack();
  await expect(tab(".env.local")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(at("env.local"));
});

test("discarding continues without saving", async ({ page }) => {
  const { kept } = await edit(page);
  await page.getByRole("tab", { name: ".env.local" }).click();
  await question(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("No .env.local yet")).toBeVisible();
  await page.getByRole("tab", { name: ".env", exact: true }).click();
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  expect(await kept()).toBe(`KEY=${canary}\n`);
});

test("closing the page shows the browser's own question", async ({ page }) => {
  await edit(page);
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;
  await expect(editor(page)).toContainText("NEW=2");
});

test("a hidden tab removes the text from the page and keeps what was typed", async ({ page }) => {
  await edit(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
  });
  await expect(page.getByText(".env has unsaved changes")).toBeVisible();
  expect(await page.content()).not.toContain(canary);
  await page.getByRole("button", { name: "Show and continue" }).click();
  await expect(editor(page)).toContainText("NEW=2");
});

test("text that the palette leads away from is kept, and the toast leads back", async ({ page }) => {
  await edit(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("option", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("button", { name: "Show and continue" }).click();
  await expect(editor(page)).toContainText("NEW=2");
});

test("somebody else's changes are not overwritten without asking", async ({ page }) => {
  const { save, kept } = await edit(page);
  await save("THEIRS=1\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/has been changed elsewhere/)).toBeVisible();
  expect(await kept()).toBe("THEIRS=1\n");
  await page.getByRole("button", { name: "Save over it" }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await kept()).toContain("NEW=2");
});

/** Text that is being edited when its project is deleted elsewhere, and the page has heard of it. Returns what it says. */
async function editGone(page: Page): Promise<Locator> {
  await page.clock.install();
  const { project } = await edit(page);
  await api(page).call(deleteEnvProject, { params: { id: project.id } });
  await fetchAgain(page, `/api/envs/${project.id}`);
  const notice = page.getByRole("alert").filter({ hasText: "This env project no longer exists" });
  await expect(notice).toBeVisible();
  return notice;
}

test("unsaved text outlasts its project: the page says that it is gone, and the text can be copied and downloaded", async ({
  page,
}) => {
  const notice = await editGone(page);
  await expect(editor(page)).toContainText("NEW=2");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await expect(notice.getByRole("button", { name: "Copy" })).toBeVisible();
  const download = page.waitForEvent("download");
  await notice.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("billing.env");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page.getByText("It was deleted, or its address is wrong.")).toBeVisible();
});

test("text of a project that is gone is kept or discarded: nothing offers to save it, and no file takes its place", async ({
  page,
}) => {
  await editGone(page);
  await editor(page).evaluate((area) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["OTHER=1"], "other.env"));
    area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
  });

  await toProjects(page);
  const discarding = page.getByRole("dialog", { name: "Discard your changes to .env?" });
  await expect(discarding).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(discarding.getByRole("button", { name: "Save" })).toHaveCount(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await discarding.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor(page)).toContainText("NEW=2");
  await expect(editor(page)).not.toContainText("OTHER");

  await toProjects(page);
  await discarding.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(/\/envs$/);
});

test("a save whose answer was lost is not taken for somebody else's", async ({ page }) => {
  const { kept } = await edit(page);
  await page.route("**/api/envs/*/files", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
  await page.unroute("**/api/envs/*/files");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("perhaps by your own save, whose answer got lost")).toBeVisible();
  await page.getByRole("button", { name: "Save over it" }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await kept()).toContain("NEW=2");
});

test("without the server or the session no typed text is lost", async ({ page }) => {
  await edit(page);
  await page.route("**/api/envs/**", (route) => route.abort());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
  await page.unroute("**/api/envs/**");

  await endSession(page);
  // Going to sign-in leaves the page, so the browser asks first.
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Sign in" })).toBeVisible();
  expect(asked).toEqual(["beforeunload"]);
  await expect(editor(page)).toContainText("NEW=2");

  // Whoever stayed for the text is led there once it no longer keeps them.
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("button", { name: "History of .env" }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
});

test("an ended session leads to sign-in and back to the project", async ({ page }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content: "A=1" } });
  await openSettled(page, `/envs/${project.id}`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  await endSession(page);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/envs/${project.id}`)}`);
});
