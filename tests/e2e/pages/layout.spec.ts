import { expect, test, type Locator, type Page } from "@playwright/test";
import { api, signUp } from "../../support/browser/browser-actors";
import { chooseTheme, violationsInBothThemes } from "../../support/browser/browser-checks";
import { recordShifts, tooMuchShift } from "../../support/browser/layout-shifts";
import { aFullVault, everyPage, notFoundPage, open } from "../../support/browser/browser-pages";

// One unbreakable word, as long as names get in practice.
const longMark = "unbreakable".repeat(9);

test("at 320 px no page scrolls sideways, however long its names @phone-only", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp(page);
  for (const one of await everyPage(page, longMark)) {
    await open(page, one);
    const wide = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= edge) return [];
      const reaches = (element: Element) =>
        element.scrollWidth > edge || element.getBoundingClientRect().right > edge + 0.5;
      return [...document.querySelectorAll("body *")].filter(reaches).map((element) => element.outerHTML.slice(0, 120));
    });
    expect(wide, one.name).toEqual([]);
  }
});

test("at 320 px the bar leads to the projects too, and each name in it fits @phone-only", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp(page);
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Pages" });
  await expect(bar.getByRole("link")).toHaveText(["Overview", "Vault", "Projects", "2FA", "Envs", "Keys"]);
  const tooLong = await bar.getByRole("link").evaluateAll((links) =>
    links.flatMap((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect().width > link.clientWidth ? [link.textContent] : [];
    }),
  );
  expect(tooLong).toEqual([]);
  await bar.getByRole("link", { name: "Projects", exact: true }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test("no line breaks anew when the fonts arrive late", async ({ page }) => {
  await recordShifts(page);
  await signUp(page);
  await page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  for (const path of ["/", "/projects", "/activity", "/trash"]) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await tooMuchShift(page), path).toEqual([]);
  }
});

test("a phone is distinguished by its touch screen, and gets fields that it doesn't zoom into", async ({ page }, {
  project,
}) => {
  await page.goto("/login");
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(project.name === "phone");
  await expect(page.getByLabel("E-mail address")).toHaveCSS("font-size", project.name === "phone" ? "16px" : "14px");
});

const dialogs: [path: string, opener: RegExp][] = [
  ["/vault", /^New entry$/],
  ["/2fa", /^Add tokens$/],
  ["/envs", /^New env project$/],
  ["/access-keys", /^Create access key$/],
  ["/access-keys", /^Revoke /],
];

test("a dialog that closes returns the focus to the element that opened it", async ({ page }) => {
  await signUp(page);
  const pages = await aFullVault(page, "mark");
  for (const [path, opener] of dialogs) {
    await open(page, pages.find((one) => one.path === path) ?? notFoundPage);
    const button = page.getByRole("main").getByRole("button", { name: opener }).filter({ visible: true }).first();
    for (const way of ["Escape", "Close"]) {
      await button.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      expect(await page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement))).toBe(true);
      if (way === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("button", { name: "Close" }).press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
});

test("a row's tooltip shows the rest of its button's label, below it", async ({ page }) => {
  await signUp(page);
  await open(page, (await aFullVault(page, "mark")).find(({ name }) => name === "vault") ?? notFoundPage);
  const copy = page.getByRole("button", { name: /^Copy .* for entry mark/ });
  await copy.hover();
  const hint = page.locator("[popover=manual][aria-hidden]:popover-open");
  await expect(hint).toHaveText("Copy");
  const [hintBox, copyBox] = [await hint.boundingBox(), await copy.boundingBox()];
  expect(hintBox?.y ?? 0).toBeGreaterThanOrEqual((copyBox?.y ?? 0) + (copyBox?.height ?? 0));
});

/** How far the most colourful point of a picture is from grey. */
const colourOf = (page: Page, picture: Buffer) =>
  page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
      return Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3)).reduce(
        (most, point) => Math.max(most, Math.max(...point) - Math.min(...point)),
        0,
      );
    },
    [...picture],
  );

test("the button that clears a search is the product's own, not the browser's", async ({ page }) => {
  await signUp(page);
  await open(page, (await aFullVault(page, "mark")).find(({ name }) => name === "vault") ?? notFoundPage);
  await page.getByRole("searchbox").fill("entry");
  const box = await page.getByRole("searchbox").boundingBox();
  if (!box) throw new Error("The search is not on the page");
  const picture = await page.screenshot({
    clip: { x: box.x + box.width - 34, y: box.y + 6, width: 30, height: box.height - 12 },
  });
  expect(await colourOf(page, picture)).toBeLessThan(40);
});

test("nothing moves for users who prefer reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.route("**/api/entries", () => {});
  await page.goto("/vault");
  await expect(page.getByRole("status").filter({ hasText: "Loading" }).first()).toBeVisible();
  expect(await moving()).toBe(0);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Find" })).toBeVisible();
  expect(await moving()).toBe(0);
  // What a script changes counts at once.
  await page.evaluate(() => (document.body.style.paddingTop = "40px"));
  expect(await moving()).toBe(0);
});

test("an empty vault's overview and forms with faults have no axe violations in light and in dark", async ({
  page,
  context,
  baseURL,
}) => {
  await chooseTheme(context, "light", baseURL);
  await signUp(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
  expect(await violationsInBothThemes(page, { phones: true }), "empty overview").toEqual([]);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Enter your password")).toBeVisible();
  expect(await violationsInBothThemes(page), "sign-in with faults").toEqual([]);
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("must be an e-mail address")).toBeVisible();
  expect(await violationsInBothThemes(page), "registration with faults").toEqual([]);
});

const longWord = "storefrontpaymentsreconciliation".repeat(2);
const longVariable = "NEXT_PUBLIC_FIREBASE_MESSAGING_SENDER_ID";
const edges = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [{ left, right }, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
    return { left, right: Math.max(right, text.right) };
  });

test("at 375 px long names push no button off a form, and run under none of a title @phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signUp(page);
  const category = await api(page).aCategory({ name: "Firebase", envVarName: longVariable });
  const { id } = await api(page).anEntry(category.id, { name: longWord });
  await page.goto(`/vault?category=${category.id}&new=entry`);
  const form = page.getByRole("dialog", { name: "New entry" });
  const generate = form.getByRole("button", { name: "Generate…" });
  await expect(generate).toBeVisible();
  expect((await edges(generate)).right).toBeLessThanOrEqual((await edges(form)).right);
  for (const path of [`/vault?entry=${id}`, `/vault?entry=${id}&part=edit`, `/vault?rotate=${id}`]) {
    await page.goto(path);
    const dialog = page.getByRole("dialog", { name: longWord });
    await expect(dialog).toBeVisible();
    const title = await edges(dialog.getByRole("heading", { level: 2 }).first());
    const close = await edges(dialog.getByRole("button", { name: "Close", exact: true }));
    expect(title.right, path).toBeLessThanOrEqual(close.left);
  }
});

test("at 375 px a row that is due keeps its project @phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signUp(page);
  const { id: categoryId } = await api(page).aCategory();
  await api(page).anEntry(categoryId, {
    name: "storefront payments",
    environment: "production",
    rotateEveryDays: 20,
  });
  await page.goto("/vault");
  const row = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
  const project = row.getByText("storefront payments", { exact: true });
  await expect(project).toBeVisible();
  const box = await project.boundingBox();
  expect(box?.width ?? 0).toBeGreaterThanOrEqual(80);
  const due = await row.locator("time", { hasText: "Due in 20 days" }).filter({ visible: true }).boundingBox();
  const show = await row.getByRole("button", { name: /^Show / }).boundingBox();
  expect((due?.x ?? Infinity) + (due?.width ?? 0)).toBeLessThanOrEqual(show?.x ?? 0);
});

test("what is due stands on a line with what else is said of an entry @phone", async ({ page }) => {
  await signUp(page);
  const { id: categoryId } = await api(page).aCategory();
  const { id } = await api(page).anEntry(categoryId, { rotateEveryDays: 1, environment: "production" });
  await page.goto(`/vault?entry=${id}`);
  const dialog = page.getByRole("dialog");
  const middle = async (text: string) => {
    const box = await dialog.getByText(text, { exact: true }).filter({ visible: true }).first().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middle("Due tomorrow")) - (await middle("Production")))).toBeLessThan(1);
});
