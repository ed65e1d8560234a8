import { expect, test, type Page } from "@playwright/test";
import { createInvitation } from "@/lib/contracts/people/invitations";
import { listTeams } from "@/lib/contracts/people/teams";
import { createEnvProject, listEnvProjects } from "@/lib/contracts/vault/envs";
import { api, endSession, signUp, type BrowserUser } from "../../support/browser/browser-actors";
import { traces } from "../../support/browser/browser-checks";
import { aFullVault, type VaultPage } from "../../support/browser/browser-pages";
import { aTeam } from "../../support/browser/team-actors";

const emptyTexts = [
  "Your vault is empty",
  "Start with a category",
  "No two-factor tokens yet",
  "No env projects yet",
  "No access keys yet",
  "Nothing has changed yet",
];

/** Reads the document after each of its changes, so that a list that looks empty for one frame is noticed. */
async function watchForEmptyLists(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("sawEmptyList", (text: string) => seen.push(text));
  await page.addInitScript((texts) => {
    const look = () => {
      // What is in no element is not shown either. To know what is shown, the browser lays the page out.
      const held = document.body?.textContent ?? "";
      if (!texts.some((text) => held.includes(text))) return;
      const shown = document.body?.innerText ?? "";
      for (const text of texts)
        if (shown.includes(text))
          void (window as unknown as { sawEmptyList: (text: string) => void }).sawEmptyList(text);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, emptyTexts);
  return seen;
}

async function signInThere(page: Page, { email, password }: BrowserUser) {
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const loginOf = (path: string) => (path === "/" ? "/login" : `/login?from=${encodeURIComponent(path)}`);

/** What the next action adds to a page's address: the file that it opens. */
const addedTo: Record<string, string> = { "env project": "?file=env.local" };

/** The next action of a user on each page. */
const nextActions: Record<string, (page: Page) => Promise<void>> = {
  overview: (page) => page.reload().then(() => undefined),
  vault: (page) =>
    page
      .getByRole("button", { name: /^Show / })
      .first()
      .click(),
  projects: (page) => page.reload().then(() => undefined),
  project: (page) => page.getByRole("button", { name: "Show MARK for production", exact: true }).click(),
  "two-factor codes": (page) => page.getByRole("button", { name: "Show codes" }).click(),
  "env projects": async (page) => {
    await page.getByRole("button", { name: "New env project" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("storefront");
    await page.getByRole("button", { name: "Create env project" }).click();
  },
  "env project": async (page) => {
    await page.getByRole("tab", { name: ".env.local" }).click();
    await page.getByRole("button", { name: "Reveal and edit" }).click();
  },
  // Its dialog asks at once what the key has seen.
  "access keys": (page) => page.getByRole("button", { name: /^Revoke / }).click(),
  activity: (page) => page.getByRole("button", { name: "Check for new records" }).click(),
  trash: (page) => page.reload().then(() => undefined),
  // What is typed there stays, and so does the page: import.spec.ts.
  import: (page) => page.reload().then(() => undefined),
  settings: (page) => page.getByRole("link", { name: "Download" }).click(),
};

test("on every page: after the session has ended, the next action leads to sign-in and back to that page; so does opening it, and it never looks empty", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const user = await signUp(page);
  const isActivity = ({ name }: VaultPage) => Number(name === "activity");
  // Each sign-in is a record more, and soon the list draws only the latest.
  const pages = (await aFullVault(page, "mark")).sort((one, other) => isActivity(other) - isActivity(one));
  const emptyLists = await watchForEmptyLists(page);
  const backBySigningIn = async ({ path, arrived }: VaultPage, added = "") => {
    await expect(page).toHaveURL(loginOf(`${path}${added}`));
    await signInThere(page, user);
    await expect(page).toHaveURL(`${path}${added}`);
    await expect(arrived(page).first()).toBeVisible();
  };
  for (const one of pages) {
    await test.step(one.name, async () => {
      // The cookie is still there, as after a sign-out elsewhere: only the API knows whether it is valid.
      await endSession(page);
      await context.addCookies([{ name: "next-auth.session-token", value: "not-a-session", url: baseURL ?? "" }]);
      await page.goto(one.path);
      await backBySigningIn(one);

      await endSession(page);
      await nextActions[one.name]?.(page);
      await backBySigningIn(one, addedTo[one.name]);
    });
  }
  expect(emptyLists).toEqual([]);
});

test("a link pressed after the session ended leads to sign-in, and then to its target", async ({ page }) => {
  const user = await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "storefront" } });
  await page.goto("/envs");
  const link = page.getByRole("link", { name: /storefront/ });
  await expect(link).toBeVisible();
  await endSession(page);
  await link.click();
  await expect(page).toHaveURL(loginOf(`/envs/${project.id}`));
  await signInThere(page, user);
  await expect(page).toHaveURL(`/envs/${project.id}`);
  await expect(page.getByRole("heading", { name: "storefront" })).toBeVisible();
});

test("signing out leads to sign-in, and going back shows nothing of the vault", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  await api(page).anEntry(category.id);
  await page.goto("/vault");
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: /Account|Ada Lovelace/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL("/login?from=%2Fvault");
  await expect(page.getByText("billing")).toHaveCount(0);
});

/** Two people, and a tab that the second one has just opened: the browser is the first one's. */
async function twoPeople(page: Page): Promise<{ ada: BrowserUser; bob: BrowserUser; tab: Page }> {
  const bob = await signUp(page);
  const ada = await signUp(page);
  await api(page).call(createEnvProject, { body: { name: "canary-storefront" } });
  return { ada, bob, tab: await page.context().newPage() };
}

async function openEnvs(page: Page) {
  await Promise.all([page.waitForResponse("**/api/auth/session"), page.goto("/envs")]);
  await expect(page.getByRole("link", { name: "canary-storefront" })).toBeVisible();
}

test("when somebody else signs in in another tab, the page is cleared and asks its user to sign in; so does the other one then", async ({
  page,
}) => {
  const { ada, bob, tab } = await twoPeople(page);
  await openEnvs(page);
  await tab.goto("/login");
  await signInThere(tab, bob);
  await expect(tab.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page).toHaveURL("/login?from=%2Fenvs");
  await expect(page.getByText("Your session has ended. Sign in to continue.")).toBeVisible();
  for (const text of ["canary-storefront", ada.email]) expect(await traces(page, text), text).toEqual([]);
  await signInThere(page, ada);
  await expect(page.getByRole("link", { name: "canary-storefront" })).toBeVisible();
  await expect(tab).toHaveURL("/login");
});

test("a page that nobody told stores nothing in the vault of who has signed in since, and asks its user to sign in", async ({
  page,
}) => {
  const { bob, tab } = await twoPeople(page);
  // As a browser that tells the tabs nothing.
  await page.addInitScript(() => {
    window.BroadcastChannel = class {
      postMessage() {}
      close() {}
    } as unknown as typeof BroadcastChannel;
  });
  await openEnvs(page);
  await page.getByRole("button", { name: "New env project" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("of-ada");
  await tab.goto("/login");
  await signInThere(tab, bob);
  await expect(tab.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  const refused = page.waitForResponse((answer) => answer.url().endsWith("/api/envs") && answer.status() === 401);
  await page.getByRole("button", { name: "Create env project" }).click();
  await refused;
  await expect(page).toHaveURL("/login?from=%2Fenvs");
  expect((await api(page).call(listEnvProjects)).data).toEqual([]);
});

test("a page of the same person stays as it is when they sign in in another tab", async ({ page }) => {
  const { ada, tab } = await twoPeople(page);
  await openEnvs(page);
  await page.getByRole("button", { name: "New env project" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("of-ada");
  await tab.goto("/login?from=%2Fenvs");
  await signInThere(tab, ada);
  await expect(tab.getByRole("link", { name: "canary-storefront" })).toBeVisible();
  await page.getByRole("button", { name: "Create env project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "of-ada" })).toBeVisible();
});

test("an invitation is accepted by the person whom its page names, or by nobody", async ({ page }) => {
  await signUp(page);
  const team = await aTeam(page);
  const { url } = await api(page).call(createInvitation, { params: { id: team.id }, body: { role: "reader" } });
  const { ada, bob, tab } = await twoPeople(page);
  await page.goto(`/invitation${new URL(url).hash}`);
  await expect(page.getByText(`You are signed in as ${ada.email}`)).toBeVisible();
  await tab.goto("/login");
  await signInThere(tab, bob);
  await expect(tab.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  const join = page.getByRole("button", { name: "Join the team" });
  await join.click();
  await expect(page).toHaveURL("/login?from=%2Finvitation");
  expect(await api(page).call(listTeams)).toEqual([]);
  // Ada's invitation is still there.
  await signInThere(page, ada);
  await expect(page.getByText(`You are signed in as ${ada.email}`)).toBeVisible();
  await join.click();
  await expect(page).toHaveURL(team.at());
});
