import { expect, test, type Page } from "@playwright/test";
import { createEnvProject, deleteEnvFile, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, endSession, signUp } from "../../support/browser/browser-actors";
import { holdWrites, ledTo, untilIdle } from "../../support/browser/held-answers";
import { fetchAgain } from "../../support/browser/page-events";
import { find, palette, ready } from "../../support/browser/palette";

/**
 * Loads a page and waits for its session request too: the response sets the session cookie again, even after a test
 * removed it.
 */
async function openSettled(page: Page, path: string): Promise<void> {
  const session = page.waitForResponse("**/api/auth/session");
  await page.goto(path);
  await session;
}

test("a project is created, changed, and deleted after a message that names what is lost @phone", async ({ page }) => {
  await signUp(page);
  await page.goto("/envs?new=project");
  const creation = page.getByRole("dialog", { name: "New env project" });
  await creation.getByRole("button", { name: "Create env project" }).click();
  await expect(creation.getByText("Enter a name")).toBeVisible();
  await creation.getByLabel("Name").fill("billing");
  await creation.getByLabel("Description").fill("Invoices");
  await page.keyboard.press("Tab");
  await creation.getByRole("button", { name: "Create env project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "billing" })).toBeVisible();
  await expect(page).toHaveURL(/\/envs\/[0-9a-f-]{36}$/);

  const [project] = (await api(page).call(listEnvProjects)).data;
  await api(page).call(saveEnvFile, { params: { id: project?.id ?? "" }, body: { fileType: "env", content: "A=1" } });
  await page.goto("/envs");
  await expect(page.getByText("1 file", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const editing = page.getByRole("dialog", { name: "Edit billing" });
  await editing.getByLabel("Name").fill("payments");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await editing.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "payments" });

  await page.getByRole("button", { name: "Actions for payments" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const deletion = page.getByRole("dialog", { name: "Delete the env project payments?" });
  await expect(deletion.getByText("1 file")).toBeVisible();
  await deletion.getByRole("button", { name: "Delete env project" }).click();
  await expect(page.getByText("No env projects yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "New env project" })).toBeFocused();
});

test("what was typed about a new or an existing project is not lost to Escape or the backdrop unless one says so", async ({
  page,
}) => {
  await signUp(page);
  await api(page).call(createEnvProject, { body: { name: "billing", description: "Invoices" } });
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  const asks = async (title: string, field: string) => {
    const input = page.getByRole("dialog", { name: title }).getByLabel(field);
    await input.fill("typed");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(input).toHaveValue("typed");
    await page.mouse.click(5, 5);
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await page.goto("/envs?new=project");
  await asks("New env project", "Name");
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await asks("Edit billing", "Description");
});

test("search finds by name and description", async ({ page }) => {
  await signUp(page);
  for (const [name, description] of [
    ["billing", "Invoices"],
    ["storefront", "The shop"],
  ] as const)
    await api(page).call(createEnvProject, { body: { name, description } });
  await page.goto("/envs");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["billing", "storefront"]);
  await page.getByLabel("Search env projects").fill("shop");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["storefront"]);
  await page.getByLabel("Search env projects").fill("nothing like it");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(2);
});

test("an ended session leads to sign-in and back; without the server the list says so", async ({ page }) => {
  await signUp(page);
  await api(page).call(createEnvProject, { body: { name: "billing" } });
  await page.route("**/api/envs", (route) => route.abort());
  await openSettled(page, "/envs");
  await expect(page.getByText("No answer from the vault")).toBeVisible();
  await page.unroute("**/api/envs");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "billing" })).toBeVisible();

  await endSession(page);
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete env project" }).click();
  await expect(page).toHaveURL(/\/login\?from=%2Fenvs$/);
});

test("a missing project says so", async ({ page }) => {
  await signUp(page);
  await page.goto("/envs/00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("This env project no longer exists")).toBeVisible();
  await page.getByRole("link", { name: "All env projects" }).click();
  await expect(page.getByText("No env projects yet")).toBeVisible();
});

test("on a phone all files are visible, and a project's description comes before its buttons @phone-only", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, {
    body: { name: "storefront", description: "The shop that customers see" },
  });
  await page.goto(`/envs/${project.id}`);
  const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^\\${name}( |,|$)`) });
  for (const name of [".env", ".env.local", ".env.development", ".env.production"]) {
    await expect(tab(name)).toBeInViewport({ ratio: 1 });
    await expect(tab(name).locator("svg")).toBeVisible();
  }
  // With their icons they stand in two lines.
  expect((await tab(".env.development").boundingBox())?.y).toBe((await tab(".env.production").boundingBox())?.y);
  const [title, description, action] = await Promise.all(
    [
      page.getByRole("heading", { level: 1 }),
      page.getByText("The shop that customers see"),
      page.getByRole("button", { name: "Fill from a sentence…" }),
    ].map(async (part) => (await part.boundingBox())?.y ?? 0),
  );
  expect([title, description, action]).toEqual([title, description, action].toSorted((a = 0, b = 0) => a - b));
});

test("whoever leaves a new project while it is created keeps what they typed into another one by the time it is", async ({
  page,
}) => {
  await signUp(page);
  const answer = await holdWrites(page, "**/api/envs");
  await ready(page, "/envs?new=project");
  const name = page.getByRole("dialog", { name: "New env project" }).getByLabel("Name");
  await name.fill("storefront");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await find(page, "new env");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("New env project");
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: /^Leave while/ })
    .getByRole("button", { name: "Leave" })
    .click();
  await expect(name).toHaveValue("");
  await name.fill("billing");
  const led = ledTo(page, "/envs/");
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("storefront was created");
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(name).toHaveValue("billing");
  await expect(page).toHaveURL("/envs");
});

test("whoever leaves a project while it is deleted stays where they went", async ({ page }) => {
  await signUp(page);
  const { data } = await api(page).call(createEnvProject, { body: { name: "storefront" } });
  const answer = await holdWrites(page, `**/api/envs/${data.id}`);
  await ready(page, `/envs/${data.id}`);
  await page.getByRole("button", { name: "Actions for storefront" }).click();
  await page.getByRole("menuitem", { name: "Delete env project…" }).click();
  await page.getByRole("button", { name: "Delete env project" }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await find(page, "activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/activity");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const led = ledTo(page, "/envs");
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "The env project storefront was deleted",
  );
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(page).toHaveURL("/activity");
});

test("the question whether to delete a file goes with the file, and does not come back with the next one", async ({
  page,
}) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "storefront" } });
  const params = { id: project.id };
  const save = () => api(page).call(saveEnvFile, { params, body: { fileType: "env", content: "A=1\n" } });
  const { data: file } = await save();
  await page.clock.install();
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "More for .env" }).click();
  await page.getByRole("menuitem", { name: "Delete .env…" }).click();
  const question = page.getByRole("dialog", { name: "Delete .env of storefront?" });
  await expect(question).toBeVisible();
  await api(page).call(deleteEnvFile, { params: { ...params, fileId: file.id } });
  await fetchAgain(page, `/api/envs/${project.id}`);
  await expect(page.getByText("No .env yet")).toBeVisible();
  await expect(question).toHaveCount(0);
  await save();
  await fetchAgain(page, `/api/envs/${project.id}`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  await expect(question).toHaveCount(0);
});
