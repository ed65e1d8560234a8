import { expect, test, type Page } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { aProject } from "../../support/browser/a-project";
import { api, signUp } from "../../support/browser/browser-actors";
import { violationsInBothThemes } from "../../support/browser/browser-checks";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";
import { holdAnswers } from "../../support/browser/held-answers";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("the overview begins with what needs attention, and says so if nothing does", async ({ page }) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  const entry = await seed.anEntry(categoryId, { name: "billing", environment: "production" });
  await page.goto("/");
  await expect(page.getByText("Nothing to do")).toBeVisible();
  await seed.anEntry(categoryId, { name: "shop", environment: "staging", expiresAt: inDays(-2) });
  await seed.anEntry(categoryId, { name: "billing", environment: "production" });
  await seed.call(createAccessKey, { body: { name: "laptop", scopes: ["entries:read"] } });
  await page.goto("/");
  const lines = page.getByRole("list", { name: "Needs attention" }).getByRole("link");
  await expect(lines).toHaveText([
    /shop · Staging.*Expired/,
    /billing · Production.*Duplicated: 2/,
    /1 access key.*No expiry/,
  ]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await lines.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`entry=${entry.id}`));
});

test("an env file that holds a former value is told to those who may read both, and to nobody else", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await aProject(page, team.id);
  const lines = (at: Page) => at.getByRole("list", { name: "Needs attention" }).getByRole("link");
  const drifted = (at: Page) => lines(at).filter({ hasText: "billing · .env.production" });
  const auditor = await somebodyElse(browser);
  await join(page, team.id, auditor.page, { role: "auditor" });
  await auditor.page.goto(team.at());
  await expect(lines(auditor.page).filter({ hasText: "Missing in production" })).toBeVisible();
  await expect(drifted(auditor.page)).toHaveCount(0);
  await page.goto(team.at());
  await expect(drifted(page)).toHaveText(/Holds a former value/);
  await drifted(page).click();
  await expect(page).toHaveURL(/\/envs\/[0-9a-f-]{36}\?file=env\.production$/);
  await expect(page.getByRole("tab", { name: ".env.production" })).toHaveAttribute("aria-selected", "true");
});

test("the overview and a project's page count a file's links alike, by variables", async ({ page }) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const content = "A=svc://gone/x/-\nA=svc://gone/y/-\nB=svc://gone/x/-\nB=plain\n";
  await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content } });
  await page.goto("/");
  const line = page.getByRole("list", { name: "Needs attention" }).getByRole("link").filter({ hasText: "· .env" });
  await expect(line).toContainText("2 links can’t be resolved");
  await page.goto("/projects/billing");
  const file = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: ".env", exact: true }) });
  await expect(file).toContainText("2 links can’t be resolved");
});

test("what needs attention is told before the env files are compared, and their lines come after it", async ({
  page,
}) => {
  await signUp(page);
  await aProject(page);
  await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["entries:read"] } });
  const answer = await holdAnswers(page, "**/api/envs/*/files/*/links");
  await page.goto("/");
  const lines = page.getByRole("list", { name: "Needs attention" }).getByRole("link");
  await expect(lines.filter({ hasText: "No expiry date" })).toBeVisible();
  const before = await lines.allTextContents();
  expect(before.join()).not.toContain("Holds a former value");
  answer();
  await expect(lines.last()).toHaveText(/Holds a former value/);
  expect((await lines.allTextContents()).slice(0, before.length)).toEqual(before);
});

test("six lines are shown and the others on request, without a list that scrolls in itself", async ({ page }) => {
  await signUp(page);
  const seed = api(page);
  const { id: categoryId } = await seed.aCategory();
  for (const name of ["a", "b", "c", "d"]) await seed.anEntry(categoryId, { name, expiresAt: inDays(-2) });
  for (const name of ["a", "b", "c"]) await seed.anEntry(categoryId, { name });
  await seed.call(createAccessKey, { body: { name: "laptop", scopes: ["entries:read"] } });
  await page.goto("/");
  const list = page.getByRole("list", { name: "Needs attention" });
  await expect(list.getByRole("link")).toHaveCount(5);
  const card = list.locator("..");
  expect(await card.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await list.getByRole("button", { name: "Show 3 more" }).click();
  await expect(list.getByRole("link")).toHaveCount(8);
  expect(await card.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await expect(list.getByRole("button", { name: "Show fewer" })).toBeFocused();
});
