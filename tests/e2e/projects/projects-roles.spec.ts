import { expect, test, type Page } from "@playwright/test";
import { listEnvProjects } from "@/lib/contracts/vault/envs";
import { aProject } from "../../support/browser/a-project";
import { signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";

const main = (page: Page) => page.getByRole("main");
const table = (page: Page) => page.getByRole("grid", { name: "Variables of billing" });
const changing = /^(New|Edit|Add|Actions for|Import)/;

test("a project's page offers readers, auditors and limited members what their role may do", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await aProject(page, team.id);
  const { id: other } = await team.aCategory({ name: "Other" });
  await team.anEntry(other, { name: "payroll" });
  const at = team.at("/projects/billing");
  await page.goto(at);
  await expect(main(page).getByRole("button", { name: changing }).first()).toBeVisible();

  const reader = await somebodyElse(browser);
  await join(page, team.id, reader.page, { role: "reader" });
  await reader.page.goto(at);
  await expect(
    table(reader.page).getByRole("button", { name: "Show STRIPE_SECRET_KEY for production", exact: true }),
  ).toBeVisible();
  await expect(main(reader.page).getByRole("button", { name: changing })).toHaveCount(0);

  const auditor = await somebodyElse(browser);
  await join(page, team.id, auditor.page, { role: "auditor" });
  await auditor.page.goto(at);
  await expect(table(auditor.page).getByRole("rowheader", { name: /STRIPE_SECRET_KEY/ })).toBeVisible();
  await expect(main(auditor.page).getByRole("button", { name: changing })).toHaveCount(0);
  await expect(main(auditor.page).getByRole("button", { name: /^(Show|Copy|Download)/ })).toHaveCount(0);

  const limited = await somebodyElse(browser);
  await join(page, team.id, limited.page, { role: "editor", projects: ["billing"], environments: ["development"] });
  await limited.page.goto(team.at("/projects"));
  await expect(main(limited.page).getByRole("list", { name: "Projects" }).getByRole("link")).toHaveText(["billing"]);
  await limited.page.goto(at);
  await expect(
    table(limited.page).getByRole("button", { name: "Edit STRIPE_SECRET_KEY for development", exact: true }),
  ).toBeVisible();
  await expect(table(limited.page).getByRole("button", { name: /production/ })).toHaveCount(0);
  // Renaming takes a project's things outside the member's bounds, too.
  await expect(main(limited.page).getByRole("button", { name: "Actions for billing" })).toHaveCount(0);
  // A new entry can only be where the role reaches, and the form starts there.
  await limited.page.goto(team.at("/vault?new=entry"));
  const form = limited.page.getByRole("dialog", { name: "New entry" });
  await expect(form.getByRole("combobox", { name: "Project" })).toHaveValue("billing");
  await expect(form.getByRole("combobox", { name: "Environment" }).getByRole("option")).toHaveText(["Development"]);
  await limited.page.goto(team.at("/projects/payroll"));
  await expect(limited.page.getByText("There is no such project")).toBeVisible();
});

test("a limited member's next entry starts where the role reaches, even in a list of another environment", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await aProject(page, team.id);
  const limited = await somebodyElse(browser);
  await join(page, team.id, limited.page, { role: "editor", environments: ["development", "production"] });
  await limited.page.goto(team.at("/vault?new=entry&project=billing&environment=staging"));
  const form = limited.page.getByRole("dialog", { name: "New entry" });
  const environment = form.getByRole("combobox", { name: "Environment" });
  await expect(environment).toHaveValue("development");
  await form.getByRole("combobox", { name: "Category" }).selectOption({ label: "Sentry · SENTRY_DSN" });
  await environment.selectOption("production");
  await form.getByRole("textbox", { name: /Value of/ }).fill("not-real");
  await form.getByRole("button", { name: "Save and create another" }).click();
  await expect(form.getByRole("textbox", { name: /Value of/ })).toHaveValue("");
  await expect(environment).toHaveValue("development");
});

test("an env project offers whoever is limited to environments the files of those alone, and not to delete the rest", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await aProject(page, team.id);
  const [project] = (await team.call(listEnvProjects)).data;
  const at = (file: string) => team.at(`/envs/${project?.id}?file=${file}`);
  const limited = await somebodyElse(browser);
  await join(page, team.id, limited.page, { role: "editor", environments: ["development"] });
  const writing = (name: string) => main(limited.page).getByRole("button", { name: `Write ${name}`, exact: true });
  await limited.page.goto(at("env.development"));
  await expect(writing(".env.development")).toBeVisible();
  for (const name of [".env", ".env.production"]) {
    await main(limited.page)
      .getByRole("tab", { name: `${name} , out of your reach`, exact: true })
      .click();
    await expect(main(limited.page).getByText(`Your role doesn’t reach ${name}`)).toBeVisible();
    await expect(writing(name)).toHaveCount(0);
    await expect(main(limited.page).getByRole("button", { name: "Upload…" })).toHaveCount(0);
  }
  expect(await violationsInBothThemes(limited.page)).toEqual([]);
  const menu = async () => {
    await main(limited.page).getByRole("button", { name: "Actions for billing" }).click();
    return limited.page.getByRole("menuitem");
  };
  await expect(await menu()).toHaveText(["Edit env project…"]);
  await limited.page.getByRole("menuitem", { name: "Edit env project…" }).click();
  const form = limited.page.getByRole("dialog", { name: "Edit billing" });
  await expect(form.getByLabel("Name")).toHaveCount(0);
  await form.getByLabel("Description").fill("Invoices");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(main(limited.page).getByText("Invoices")).toBeVisible();
  await limited.page.goto(team.at("/envs"));
  await expect(await menu()).toHaveText(["Edit…"]);
});

test("an empty team's pages ask readers and limited members for nothing that only others may do", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const reader = await somebodyElse(browser);
  await join(page, team.id, reader.page, { role: "reader" });
  for (const [path, title, text] of [
    ["/projects", "No projects yet", "A project appears here once somebody adds an entry for it."],
    ["/2fa", "No two-factor tokens yet", "Their codes appear here once somebody adds one."],
    ["/import", "Your role can’t import", "which readers and auditors of a team can’t do. Ask an owner or editor"],
    ["/settings", "Export", "Entries as .env text."],
  ] as const) {
    await reader.page.goto(team.at(path));
    await expect(main(reader.page).getByText(title, { exact: true })).toBeVisible();
    await expect(main(reader.page)).toContainText(text);
    await expect(main(reader.page)).not.toContainText(/Add (an|one)|What to import|everything/);
  }
  // What an import needs, categories, is not theirs to make.
  const limited = await somebodyElse(browser);
  await join(page, team.id, limited.page, { role: "editor", projects: ["billing"] });
  await limited.page.goto(team.at("/"));
  await expect(main(limited.page).getByRole("heading", { name: /vault is empty/ })).toBeVisible();
  await expect(main(limited.page).getByRole("link", { name: "Import" })).toHaveCount(0);
});

test("no page tells a limited member of scopes, and the two-factor codes say why there are none", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await aProject(page, team.id);
  const limited = await somebodyElse(browser);
  await join(page, team.id, limited.page, { role: "reader", projects: ["billing"] });
  await limited.page.goto(team.at("/2fa"));
  await expect(main(limited.page).getByText("Your role can’t see two-factor codes")).toBeVisible();
  await expect(main(limited.page)).toContainText("Ask an owner of Payments");
  for (const path of [
    "",
    "/vault",
    "/projects",
    "/envs",
    "/access-keys",
    "/activity",
    "/trash",
    "/settings",
    "/import",
  ]) {
    await limited.page.goto(team.at(path));
    await expect(main(limited.page).getByRole("heading", { level: 1 })).toBeVisible();
    await limited.page.waitForLoadState("networkidle");
    expect(await limited.page.locator("body").innerText(), path).not.toMatch(/\b\w+:(read|write|reveal)\b/);
  }
});
