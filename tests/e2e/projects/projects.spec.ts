import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { keyTypeLabels } from "@/lib/client/words/labels";
import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { listEntries } from "@/lib/contracts/vault/entries";
import { createEnvProject, deleteEnvProject, listEnvProjects } from "@/lib/contracts/vault/envs";
import { createTeam } from "@/lib/contracts/people/teams";
import { aProject } from "../../support/browser/a-project";
import { holdAnswers, holdWrites, ledTo, untilIdle } from "../../support/browser/held-answers";
import { api, proofGrowsOld, signUp } from "../../support/browser/browser-actors";
import { traces } from "../../support/browser/browser-checks";

const table = (page: Page) => page.getByRole("grid", { name: "Variables of billing" });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });
/** The cells of development, staging and production, in this order. */
const cell = (page: Page, name: string, at: 0 | 1 | 2) => row(page, name).getByRole("gridcell").nth(at);
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

test("the list names every project, with its variables, environments and env files", async ({ page }) => {
  await signUp(page);
  await page.goto("/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  await aProject(page);
  await api(page).anEntry((await api(page).aCategory({ name: "Other" })).id, {
    name: "a/b 100% ..",
    environment: null,
  });
  await page.reload();
  const projects = page.getByRole("list", { name: "Projects" });
  await expect(projects.getByRole("link")).toHaveText(["a/b 100% ..", "billing"]);
  const billing = projects.getByRole("listitem").filter({ hasText: "billing" });
  await expect(billing).toContainText("4 variables");
  await expect(billing).toContainText("1 env file");
  await expect(billing).toContainText("Development");
  await expect(projects.getByText("No env project")).toBeVisible();

  await page.getByRole("searchbox").fill("nothing of the kind");
  await expect(page.getByText("No projects match")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await projects.getByRole("link", { name: "a/b" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("a/b 100% ..");
  await page.reload();
  await expect(page.getByRole("grid", { name: "Variables of a/b 100% .." })).toBeVisible();
});

test("a project's env project is created from its page, once, and listed there", async ({ page }) => {
  await signUp(page);
  const { call } = api(page);
  await api(page).anEntry((await api(page).aCategory()).id);
  await page.goto("/projects/billing");
  const creation = page.getByRole("button", { name: "Create env project" });
  await creation.click();
  await expect(page).toHaveURL(/\/envs\/[\w-]+$/);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Open the env project billing" })).toBeVisible();
  await expect(creation).toHaveCount(0);

  const [project] = (await call(listEnvProjects)).data;
  await call(deleteEnvProject, { params: { id: project?.id ?? "" } });
  await page.reload();
  await expect(creation).toBeVisible();
  await call(createEnvProject, { body: { name: "billing" } });
  await creation.click();
  await expect(
    page.getByText(/^billing was created in another tab or by someone else meanwhile/).first(),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the env project billing" })).toBeVisible();
  expect((await call(listEnvProjects)).data).toHaveLength(1);
});

test("a project's variables stand by environment with gaps, and its address survives a reload", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await expect(page).toHaveTitle(/^billing/);
  await expect(table(page).getByRole("columnheader")).toHaveText(["Variable", "Development", "Staging", "Production"]);
  await expect(table(page).getByRole("rowheader")).toHaveText([/PGHOST/, /PGUSER/, /SENTRY_DSN/, /STRIPE_SECRET_KEY/]);
  await expect(cell(page, "SENTRY_DSN", 2)).toContainText("Missing");
  await expect(cell(page, "SENTRY_DSN", 1)).toContainText("Missing");
  await expect(cell(page, "SENTRY_DSN", 0)).toContainText("Changed just now");
  await expect(page.getByRole("heading", { name: "Production" }).locator("..")).toContainText("2 of 4 variables");
  await page.reload();
  await expect(cell(page, "STRIPE_SECRET_KEY", 2)).toContainText("Hidden");
  await expect(page).toHaveURL("/projects/billing");
  await page.goto("/projects/no-such-project");
  await expect(page.getByText("There is no such project")).toBeVisible();
});

test("a cell's value is shown and hidden by itself, and copied without being shown", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Copy STRIPE_SECRET_KEY for production" }).click();
  await expect.poll(() => copied(page)).toBe("sk_live_not_real");
  await page.getByRole("button", { name: "Copy PGHOST for development" }).click();
  await expect.poll(() => copied(page)).toBe("dev");
  expect(await traces(page, "not_real")).toEqual([]);
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for development" }).click();
  await expect(page.getByLabel("Value of STRIPE_SECRET_KEY for development")).toHaveText("sk_dev_not_real");
  await expect(row(page, "STRIPE_SECRET_KEY").getByRole("code")).toHaveCount(1);
  await page.getByRole("button", { name: "Hide STRIPE_SECRET_KEY for development" }).click();
  expect(await traces(page, "not_real")).toEqual([]);
});

test("a gap is filled from its cell: category, project and environment are chosen", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Add SENTRY_DSN for production" }).click();
  const form = page.getByRole("dialog", { name: "New entry" });
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(form.getByLabel("Environment")).toHaveValue("production");
  const value = form.getByRole("textbox", { name: "SENTRY_DSN" });
  await expect(value).toBeFocused();
  await page.keyboard.press("Escape");
  const gap = page.getByRole("button", { name: "Add SENTRY_DSN for production" });
  await expect(gap).toBeFocused();
  await gap.click();
  await expect(value).toBeFocused();
  // Whoever looks through the categories stays there, past the one that the form began with too.
  const category = form.getByRole("combobox", { name: "Category" });
  await category.focus();
  await category.selectOption(`PostgreSQL · ${keyTypeLabels.group}`);
  await category.selectOption("Sentry · SENTRY_DSN");
  await expect(value).toBeVisible();
  await expect(category).toBeFocused();
  await value.fill("dsn_live_not_real");
  await form.getByRole("button", { name: "Create entry" }).click();
  await expect(form).toBeHidden();
  await expect(cell(page, "SENTRY_DSN", 2)).toContainText("Hidden");
  // Another gap's form takes the place of one that is open.
  await page.getByRole("button", { name: "Add SENTRY_DSN for staging" }).click();
  await expect(form.getByLabel("Environment")).toHaveValue("staging");
  await value.fill("typed_not_real");
  await page.getByRole("button", { name: "Add STRIPE_SECRET_KEY for staging" }).click();
  await page.getByRole("dialog", { name: "Discard what you typed?" }).getByRole("button", { name: "Discard" }).click();
  const other = form.getByRole("textbox", { name: "STRIPE_SECRET_KEY" });
  await expect(other).toHaveValue("");
  await page.getByRole("button", { name: "Add SENTRY_DSN for staging" }).click();
  await expect(value).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  // A group that lacks one of its fields gets the field.
  await page.getByRole("button", { name: "Add PGHOST for production" }).click();
  await expect(page.getByRole("dialog", { name: "Edit PostgreSQL for billing (production)" })).toBeVisible();
});

test("an entry opens beside a project's table: reload, Back and a pasted link lead to the same sight", async ({
  page,
}) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Open STRIPE_SECRET_KEY for production" }).click();
  const panel = page.getByRole("dialog", { name: "STRIPE_SECRET_KEY for billing (production)" });
  await panel.getByRole("tab", { name: "History" }).click();
  await expect(page).toHaveURL(/\/projects\/billing\?entry=[0-9a-f-]{36}&show=history$/);
  await page.reload();
  await expect(panel.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(2);
  await expect(cell(page, "STRIPE_SECRET_KEY", 2)).toHaveAttribute("aria-current", "true");
  await panel.getByRole("tab", { name: "Activity" }).click();
  await expect(panel.getByRole("list", { name: "Activity of this entry" })).toBeVisible();
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit STRIPE_SECRET_KEY for billing (production)" });
  await form.getByRole("textbox", { name: "Notes" }).fill("Ask Grace");
  // Nothing typed is lost by another cell, or by Back.
  await page.evaluate(() => window.history.back());
  const discard = page.getByRole("dialog", { name: "Discard what you typed?" });
  await discard.getByRole("button", { name: "Cancel" }).click();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(panel).toContainText("Ask Grace");
  await page.goBack();
  await page.goBack();
  await expect(panel.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects/billing");

  await page.goto("/projects/billing?new=entry&environment=staging");
  await expect(page.getByRole("dialog", { name: "New entry" }).getByLabel("Environment")).toHaveValue("staging");
});

test("a project's production .env is copied in one step from its page, and downloaded in two", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  let steps = 0;
  const step = (name: string, role: "button" | "menuitem" = "button") => {
    steps += 1;
    return page.getByRole(role, { name, exact: true }).click();
  };
  await step("Copy production .env");
  await expect.poll(() => copied(page)).toContain("STRIPE_SECRET_KEY=sk_live_not_real");
  expect(await copied(page)).toContain("PGUSER=ada_live");
  expect(await copied(page)).not.toContain("sk_dev");
  expect(steps).toBeLessThanOrEqual(2);

  steps = 0;
  const download = page.waitForEvent("download");
  await step("Download Production");
  await step("JSON", "menuitem");
  const file = await download;
  expect(file.suggestedFilename()).toBe("billing.production.json");
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual({
    PGUSER: "ada_live",
    STRIPE_SECRET_KEY: "sk_live_not_real",
  });
  expect(steps).toBeLessThanOrEqual(2);
});

test("a key for CI that reaches one project only is made in three steps", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await api(page).anEntry((await api(page).aCategory({ name: "Mail" })).id, { name: "analytics" });
  await page.goto("/projects/billing");
  await page.getByRole("link", { name: "Access key for this project" }).click();
  const form = page.getByRole("dialog", { name: "Create access key" });
  // Before those that the alphabet puts first.
  await expect(form.getByRole("checkbox", { name: "analytics" })).toBeVisible();
  const projects = form.getByRole("list", { name: "Projects to choose from" }).getByRole("checkbox");
  await expect(projects.first()).toHaveAccessibleName("billing");
  await expect(projects.first()).toBeChecked();
  await form.getByLabel("Name").fill("CI of billing");
  await expect(form.getByRole("radio", { name: "CI" })).toBeChecked();
  await form.getByRole("button", { name: "Create access key" }).click();
  await expect(page.getByRole("dialog", { name: "CI of billing is ready" })).toBeVisible();
  const keys = await api(page).call(listAccessKeys);
  expect(keys.map(({ projects, scopes }) => [projects, scopes.includes("entries:reveal")])).toEqual([
    [["billing"], true],
  ]);
});

test("two environments are compared: names at once, values when they are shown", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Compare environments" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare environments" });
  const missing = dialog.getByRole("table", { name: "Only in Development · 2" });
  await expect(missing.getByRole("rowheader")).toHaveText(["PGHOST", "SENTRY_DSN"]);
  await expect(dialog.getByText("2 variables are in both.", { exact: false })).toBeVisible();
  expect(await traces(page, "not_real")).toEqual([]);
  await dialog.getByRole("button", { name: "Show values" }).click();
  await expect(dialog.getByRole("row", { name: /STRIPE_SECRET_KEY/ })).toContainText("sk_live_not_real");
  await dialog.getByRole("button", { name: "Hide values" }).click();
  expect(await traces(page, "not_real")).toEqual([]);
  await dialog.getByLabel("Right").selectOption("Development");
  await expect(dialog.getByText("Choose two different environments.")).toBeVisible();
});

test("the env files of a project's name say what they link, copy and hold outdated", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  const file = page.getByRole("list", { name: "Env files of billing" }).getByRole("listitem");
  for (const state of ["1 outdated", "1 same value", "1 linked", "1 only in the file"])
    await expect(file).toContainText(state);
  await file.getByRole("link", { name: ".env.production" }).click();
  await expect(page.getByRole("tab", { name: ".env.production" })).toHaveAttribute("aria-selected", "true");
});

test("what is imported from a project's page goes into that project", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Import into it…" }).click();
  await expect(page.getByRole("heading", { name: "Import", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Project", { exact: true })).toHaveValue("billing");
  await expect(page).toHaveURL(/\/import$/);
});

test("whoever leaves a project while it is renamed stays where they went", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).aCategory({ name: "Other", envVarName: "OTHER" });
  await api(page).anEntry(id, { name: "billing" });
  await page.goto("/projects");
  await page.getByRole("link", { name: /^billing/ }).click();
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename billing" });
  await dialog.getByLabel("Name").fill("payments");
  const answer = await holdAnswers(page, "**/api/projects/rename");
  const asked = page.waitForRequest("**/api/projects/rename");
  await dialog.getByRole("button", { name: "Rename project" }).click();
  await asked;
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  const led = ledTo(page, "/projects/payments");
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("billing was renamed to payments");
  await expect(page.getByRole("link", { name: /^payments/ })).toBeVisible();
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(page).toHaveURL("/projects");
});

test("whoever leaves a project while its env project is created stays where they went", async ({ page }) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id, { name: "billing" });
  const answer = await holdWrites(page, "**/api/envs");
  await page.goto("/projects/billing");
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/envs"));
  await page.getByRole("button", { name: "Create env project" }).click();
  await asked;
  await page.getByRole("link", { name: "Activity" }).first().click();
  await expect(page).toHaveURL("/activity");
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/envs"));
  const led = ledTo(page, "/envs/");
  answer();
  await (await answered).finished();
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(page).toHaveURL("/activity");
});

test("what is typed on a project's page while its env project is created stays there", async ({ page }) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id, { name: "billing" });
  const answer = await holdWrites(page, "**/api/envs");
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Create env project" }).click();
  await page.getByRole("button", { name: "New entry" }).click();
  const notes = page.getByRole("dialog", { name: "New entry" }).getByRole("textbox", { name: "Notes" });
  await notes.fill("Typed meanwhile");
  const led = ledTo(page, "/envs/");
  answer();
  // In place of the button comes the env project.
  await expect(page.getByRole("button", { name: "Create env project" })).toHaveCount(0);
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(notes).toHaveValue("Typed meanwhile");
});

test("a project is renamed, and merged into another when that is asked for", async ({ page }) => {
  const user = await signUp(page);
  await aProject(page);
  const { id } = await api(page).aCategory({ name: "Other", envVarName: "OTHER" });
  for (const name of ["billing", "payments"]) await api(page).anEntry(id, { name });
  proofGrowsOld(user);
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename billing" });
  await expect(dialog).toContainText("access keys, trust rules, members and invitations that are limited to it");
  await dialog.getByLabel("Name").fill("payments");
  await dialog.getByRole("button", { name: "Rename project" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Password", { exact: true }).fill(user.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("A project named payments already exists.");
  await expect(dialog.getByRole("alert")).toContainText("Other (no environment) is in both.");
  await dialog.getByRole("button", { name: "Merge into payments" }).click();
  await expect(page).toHaveURL("/projects/payments");
  await expect(page.getByRole("grid", { name: "Variables of payments" }).getByRole("rowheader")).toHaveCount(5);
  await expect(page.getByRole("main")).toBeFocused();
  expect(new Set((await api(page).call(listEntries)).map(({ name }) => name))).toEqual(new Set(["payments"]));
});

test("in a team a project's page shows what that team's vault has", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).call(createTeam, { body: { name: "Payments" } });
  await aProject(page, id);
  await page.goto(`/teams/${id}/projects`);
  await page.getByRole("list", { name: "Projects" }).getByRole("link", { name: "billing" }).click();
  await expect(page).toHaveURL(`/teams/${id}/projects/billing`);
  await page.getByRole("button", { name: "Copy production .env" }).click();
  await expect.poll(() => copied(page)).toContain("STRIPE_SECRET_KEY=sk_live_not_real");
  await page.goto("/projects/billing");
  await expect(page.getByText("There is no such project")).toBeVisible();
});

test("without its lists a project's page says so and offers another try", async ({ page }) => {
  await signUp(page);
  await aProject(page);
  await page.route("**/api/entries", (route) =>
    route.fulfill({ status: 400, json: { error: "no", code: "VALIDATION_ERROR" } }),
  );
  for (const path of ["/projects", "/projects/billing"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("That didn’t work");
  }
});
