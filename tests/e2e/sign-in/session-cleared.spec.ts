import { expect, test, type Page } from "@playwright/test";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api, type BrowserUser, sessionGrowsOld, signUp } from "../../support/browser/browser-actors";
import { traces, violations } from "../../support/browser/browser-checks";

const projectName = "canary-storefront";

/** Everything on a signed-in page that shows whose it is and what it contains. */
async function left(page: Page, { email, name }: BrowserUser): Promise<Record<string, string[]>> {
  const found = await Promise.all(
    [projectName, name, email].map(async (text) => [text, await traces(page, text)] as const),
  );
  return Object.fromEntries(found.filter(([, places]) => places.length > 0));
}

/** Makes the page ask about its session. Afterwards the page knows when the session ends. */
async function told(page: Page, act: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse("**/api/auth/session"), act()]);
  // Once a later request is answered, the page has processed the response to this one.
  await answer.finished();
  await page.evaluate(() => fetch("/healthz").then((response) => response.text()));
}

/** A project's page, reached from the list of projects: its name is in the tab, in the text and in the page's data. */
async function openProject(page: Page, path = "/envs"): Promise<BrowserUser & { projectPath: string }> {
  const user = await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: projectName } });
  await api(page).call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "KEY=sk_canary_7c1e\n" },
  });
  await told(page, () => page.goto(path));
  await page.getByRole("link", { name: projectName }).click();
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(projectName));
  // Loaded again, so that the name came with the document too.
  await told(page, () => page.reload());
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  return { ...user, projectPath: `/envs/${project.id}` };
}

const loginOf = (path: string) => `/login?from=${encodeURIComponent(path)}`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

async function signOut(page: Page) {
  await page
    .getByRole("button", { name: /Account|Ada Lovelace/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

async function signInThere(page: Page, { email, password }: BrowserUser) {
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Somebody returns to the page this many minutes from now. No timer has run in the meantime. */
async function lookLater(page: Page, minutes: number, wake = "focus") {
  await page.clock.setSystemTime(Date.now() + minutes * 60_000);
  await page.evaluate(
    // It bubbles to the window, as HTML says of it.
    (type) => (type === "visibilitychange" ? document : window).dispatchEvent(new Event(type, { bubbles: true })),
    wake,
  );
}

/** Collects the requests about the session. */
function sessionQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/session")) asked.push(request.url());
  });
  return asked;
}

for (const [end, minutes, before, after] of [
  ["idle", 31, {}, { idleMinutes: 31 }],
  ["last", 11, { leftMinutes: 10 }, { leftMinutes: -1 }],
] as const) {
  test(`a page left open is cleared when its session has come to its ${end} end, and leads to sign-in and back`, async ({
    page,
  }) => {
    await page.clock.install();
    const user = await openProject(page);
    sessionGrowsOld(user, before);
    await told(page, () => page.reload());
    await expect(heading(page, projectName)).toBeVisible();
    sessionGrowsOld(user, after);
    await page.clock.fastForward(minutes * 60_000);
    await expect(page).toHaveURL(loginOf(user.projectPath));
    expect(await left(page, user)).toEqual({});
    await signInThere(page, user);
    await expect(page).toHaveURL(user.projectPath);
    await expect(heading(page, projectName)).toBeVisible();
  });
}

test("a page that another tab kept alive stays, and is cleared when that session ends too; it asks once each time", async ({
  page,
}) => {
  await page.clock.install();
  const user = await openProject(page);
  const asked = sessionQuestions(page);
  // The vault's own clock has not moved: for it, there was a request just now.
  await told(page, () => page.clock.fastForward(31 * 60_000));
  await expect(heading(page, projectName)).toBeVisible();
  expect(asked).toHaveLength(1);
  sessionGrowsOld(user, { idleMinutes: 31 });
  await lookLater(page, 62);
  await expect(page).toHaveURL(loginOf(user.projectPath));
});

test("after a laptop's sleep, in which no timer runs, the page is cleared when it is first shown", async ({ page }) => {
  await page.clock.install();
  const user = await openProject(page);
  for (const wake of ["visibilitychange", "focus", "pageshow"]) {
    await test.step(wake, async () => {
      sessionGrowsOld(user, { idleMinutes: 31 });
      await lookLater(page, 31, wake);
      await expect(page).toHaveURL(loginOf(user.projectPath));
      await page.clock.setSystemTime(Date.now());
      await told(page, async () => {
        await signInThere(page, user);
        await page.waitForURL(user.projectPath);
      });
      await expect(heading(page, projectName)).toBeVisible();
    });
  }
});

test("if the vault can't be asked, a page whose session has expired is cleared all the same, and going back shows nothing", async ({
  page,
  context,
}) => {
  await page.clock.install();
  const user = await openProject(page);
  expect(Object.keys(await left(page, user))).toContain(projectName);
  await context.setOffline(true);
  sessionGrowsOld(user, { idleMinutes: 31 });
  await page.clock.fastForward(31 * 60_000);
  await expect(heading(page, "Your session has ended")).toBeFocused();
  await expect(page.getByText("The vault can’t be reached: sign in again when it is back.")).toBeVisible();
  expect(await left(page, user)).toEqual({});
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(loginOf(user.projectPath));
});

test("unsaved changes of an env file don't keep a page whose session has expired, and nothing asks", async ({
  page,
}) => {
  await page.clock.install();
  const user = await openProject(page);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(page.getByRole("textbox", { name: /^Text of / })).toBeFocused();
  await page.keyboard.type("NEW=2");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  sessionGrowsOld(user, { idleMinutes: 31 });
  await page.clock.fastForward(31 * 60_000);
  await expect(page).toHaveURL(loginOf(user.projectPath));
  expect([asked, await left(page, user)]).toEqual([[], {}]);
  await signInThere(page, user);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
});

for (const gone of ["offline", "503"] as const) {
  test(`signing out while the vault can't be reached (${gone}) clears the page at once, in every tab, and says what remains`, async ({
    page,
    context,
  }) => {
    const user = await openProject(page);
    await page.getByRole("link", { name: "Env projects" }).filter({ visible: true }).first().click();
    await expect(page).toHaveURL("/envs");
    await expect(page.getByRole("link", { name: projectName })).toBeVisible();
    const other = await context.newPage();
    await Promise.all([other.waitForResponse("**/api/auth/session"), other.goto(user.projectPath)]);
    await expect(heading(other, projectName)).toBeVisible();
    if (gone === "offline") await context.setOffline(true);
    else await context.route("**/api/**", (route) => route.fulfill({ status: 503, body: "{}" }));

    await signOut(page);
    for (const one of [page, other]) {
      await expect(heading(one, "Signed out on this page only")).toBeFocused();
      await expect(
        one.getByText(
          /could not be reached\. The vault still considers this browser signed in, until \d+ \w+ \d{4}, \d\d:\d\d at the latest\./,
        ),
      ).toBeVisible();
      expect(await left(one, user)).toEqual({});
    }
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL(user.projectPath);
    await expect(heading(page, "Signed out on this page only")).toBeVisible();
    await expect(page).toHaveTitle("Secrets Vault");
    expect(await left(page, user)).toEqual({});

    if (gone === "offline") await context.setOffline(false);
    else await context.unroute("**/api/**");
    await page.getByRole("button", { name: "Sign out again" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/envs");
    await expect(page).toHaveURL(loginOf("/envs"));
  });
}

test("signing out clears the browser's other tabs too", async ({ page, context }) => {
  const user = await openProject(page);
  const other = await context.newPage();
  await Promise.all([other.waitForResponse("**/api/auth/session"), other.goto("/envs")]);
  await expect(other.getByRole("link", { name: projectName })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/login");
  await expect(other).toHaveURL(loginOf("/envs"));
  expect(await left(other, user)).toEqual({});
});

test("signing out clears a copied secret at once, and a page after another goes on clearing it in its time", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const { projectPath } = await openProject(page);
  const inClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = async () => {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(inClipboard).toContain("sk_canary_7c1e");
  };
  await copy();
  await page.goto("/login");
  expect(await inClipboard()).toContain("sk_canary_7c1e");
  await page.clock.fastForward(45_000);
  await expect.poll(inClipboard).toBe("");

  await page.goto(projectPath);
  await copy();
  await signOut(page);
  await expect(page).toHaveURL("/login");
  expect(await inClipboard()).toBe("");
});

test("signing out asks first if something is unsaved", async ({ page }) => {
  const user = await openProject(page);
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(page.getByRole("textbox", { name: /^Text of / })).toBeFocused();
  await page.keyboard.type("NEW=2");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  page.once("dialog", (dialog) => void dialog.dismiss());
  await signOut(page);
  await expect(page.getByRole("textbox", { name: /^Text of / })).toContainText("NEW=2");
  page.once("dialog", (dialog) => void dialog.accept());
  await signOut(page);
  await expect(page).toHaveURL("/login");
  expect(await left(page, user)).toEqual({});
});
