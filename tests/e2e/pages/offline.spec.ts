import { expect, test, type Page } from "@playwright/test";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { api, signUp, takesKeys } from "../../support/browser/browser-actors";

const toProjects = (page: Page) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Projects", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const notices = (page: Page) => page.getByRole("region", { name: "Notifications" });
/** They load once the page is idle, and what looks after its links with them. */
const ready = (page: Page) => expect(notices(page)).toBeAttached();

test("offline, a link, a shortcut and the palette stay on the page and say so", async ({ page, context }) => {
  await signUp(page);
  await page.goto("/vault");
  await takesKeys(page);
  await ready(page);
  const told = notices(page);
  await context.setOffline(true);
  await toProjects(page).click();
  await expect(told).toContainText("The page was not opened: you are offline");
  await told.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(told).toContainText("The page was not opened: you are offline");
  await told.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("projects");
  await page.keyboard.press("Enter");
  await expect(told).toContainText("The page was not opened: you are offline");
  await expect(heading(page, "Vault")).toBeVisible();
  await context.setOffline(false);
  await toProjects(page).click();
  await expect(heading(page, "Projects")).toBeVisible();
});

test("a link stays on the page while a stopped vault gives no answer", async ({ page, context }) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id, { name: "billing" });
  await page.goto("/vault");
  await ready(page);
  await context.route("**", (route) => route.abort());
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for billing" }).click();
  await expect(page.getByText("The vault can't be reached")).toBeVisible();
  await toProjects(page).click();
  await expect(notices(page)).toContainText("The page was not opened: the vault can’t be reached");
  await expect(heading(page, "Vault")).toBeVisible();
  await context.unroute("**");
  await toProjects(page).click();
  await expect(heading(page, "Projects")).toBeVisible();
});

test("offline, a link asks nothing about what is unsaved, which stays", async ({ page, context }) => {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Write .env" }).click();
  await page.getByRole("textbox", { name: /^Text of / }).fill("KEY=not-real");
  await expect(page.getByRole("tab", { name: /unsaved changes/ })).toBeVisible();
  await ready(page);
  await context.setOffline(true);
  await toProjects(page).click();
  await expect(notices(page)).toContainText("The page was not opened: you are offline");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: /^Text of / })).toContainText("KEY=not-real");
  await context.setOffline(false);
  await toProjects(page).click();
  await expect(page.getByRole("dialog", { name: "Save .env first?" })).toBeVisible();
});

test("a vault that answers without a network, such as one on this machine, stays open to its links", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/vault");
  await ready(page);
  await page.evaluate(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await toProjects(page).click();
  await expect(heading(page, "Projects")).toBeVisible();
});
