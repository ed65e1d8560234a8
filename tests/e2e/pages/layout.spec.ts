import { expect, test, type Page } from "@playwright/test";
import { signUp } from "../../support/browser/browser-actors";
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
