import { type Browser, expect, type Page, test } from "@playwright/test";
import { createShareLink, type CreateShareLink } from "@/lib/contracts/transfer/links";
import { sealShared } from "@/lib/share/envelope";
import { scrypt } from "@/packages/svc/src/transfer/scrypt";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces, violations, watchOrigins } from "../../support/browser/browser-checks";

const secret = "sk_test_not_a_real_key";

/** A link's address with its key, made by somebody who is signed in. */
async function aLink(
  maker: Page,
  {
    text = secret,
    passphrase = null,
    ...fields
  }: Partial<CreateShareLink> & { text?: string; passphrase?: string | null } = {},
): Promise<string> {
  await signUp(maker);
  const { ciphertext, key } = await sealShared(text, passphrase, scrypt);
  const { url } = await api(maker).call(createShareLink, {
    body: { ciphertext, views: 1, expiresInHours: 1, ...fields },
  });
  return `${new URL(url).pathname}#${key}`;
}

/** Somebody else's browser: without a session, at the size of this project's screen. */
async function somebody(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: test.info().project.use.baseURL ?? "",
    viewport: page.viewportSize(),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  return context.newPage();
}

const opening = (reader: Page) => reader.getByRole("button", { name: "Open the secret" });
const inBoth = async (reader: Page) => {
  const found = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await reader.emulateMedia({ colorScheme });
    found.push(...(await violations(reader)));
  }
  const overflow = await reader.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return { found, overflow };
};
const fine = { found: [], overflow: false };

test("a link opens once, without an account, and leaves neither secret nor key behind @phone", async ({
  page,
  browser,
  baseURL,
}) => {
  const link = await aLink(page, { hint: "For the new machine" });
  const reader = await somebody(browser, page);
  const watched = watchOrigins(reader, baseURL);
  const asked: string[] = [];
  reader.on("request", (request) =>
    asked.push(`${request.method()} ${request.url()} ${request.headers()["cookie"] ?? ""}`),
  );
  await reader.goto(link);
  await expect(opening(reader)).toBeVisible();
  await expect(reader.getByText("For the new machine")).toHaveCount(0);
  expect(await inBoth(reader)).toEqual(fine);
  // Looking at it spends nothing, however often.
  await reader.reload();
  expect(asked.filter((line) => line.startsWith("POST"))).toEqual([]);
  await opening(reader).click();
  await expect(reader.getByRole("region", { name: "The secret" }).locator("pre")).toHaveText(secret);
  await expect(reader.getByText("The sender’s note: For the new machine")).toBeVisible();
  await expect(reader.getByText("The link no longer opens.")).toBeVisible();
  expect(await inBoth(reader)).toEqual(fine);
  await reader.getByRole("button", { name: "Copy" }).click();
  await expect(reader.getByText("Copied.")).toBeVisible();
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const [download] = await Promise.all([
    reader.waitForEvent("download"),
    reader.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("secret.txt");
  const key = link.split("#")[1] ?? "";
  expect([await traces(reader, key), await traces(reader, secret)]).toEqual([[], ["html"]]);
  expect([asked.filter((line) => line.includes(key)), await reader.context().cookies(), watched]).toEqual([
    [],
    [],
    { outside: [], refused: [] },
  ]);
  await reader.reload();
  await expect(reader.getByRole("alert")).toHaveText(/^You have opened this link here, and that was the last time/);
  // Another address after the # reloads the page.
  await reader.goto(link);
  await opening(reader).click();
  await expect(reader.getByRole("alert")).toContainText("There is nothing here.");
  expect(await inBoth(reader)).toEqual(fine);
  await reader.context().close();
});

test("a passphrase is asked for after the view was spent, as often as it is wrong @phone", async ({
  page,
  browser,
}) => {
  const link = await aLink(page, { passphrase: "open sesame", views: 2, hint: "Where we met", text: "two\nlines\n" });
  const reader = await somebody(browser, page);
  // As a mail program takes it that puts links between brackets, at a sentence's end.
  await reader.goto(`${link}>.`);
  await opening(reader).click();
  const field = reader.getByLabel("Passphrase");
  await expect(field).toBeFocused();
  await expect(reader.getByText("The sender’s note: Where we met")).toBeVisible();
  expect(await inBoth(reader)).toEqual(fine);
  await field.fill("open says me");
  await field.press("Enter");
  await expect(reader.getByRole("alert")).toContainText("Wrong passphrase.");
  await expect(field).toBeFocused();
  expect(await inBoth(reader)).toEqual(fine);
  await field.fill("open sesame");
  await reader.getByRole("button", { name: "Decrypt" }).click();
  await expect(reader.getByText("The sender’s note: Where we met")).toBeVisible();
  await expect(reader.locator("pre")).toHaveText("two\nlines\n");
  await expect(reader.getByText("The link can be opened once more.")).toBeVisible();
  expect(await reader.locator("pre").evaluate((element) => element.textContent)).toBe("two\nlines\n");
  await reader.context().close();
});

test("a link without its key, and one that never was, are told apart only by what the reader can see", async ({
  page,
  browser,
}) => {
  const link = await aLink(page);
  const reader = await somebody(browser, page);
  const path = link.split("#")[0] ?? "";
  await reader.goto(`${path}#${link.split("#")[1]?.slice(0, 20)}`);
  await expect(reader.getByRole("alert")).toContainText("This link is incomplete");
  expect(await inBoth(reader)).toEqual(fine);
  const bytes = async (at: string) => {
    const answer = await reader.request.get(at);
    return [answer.status(), (await answer.text()).replace(/nonce="[^"]+"/g, "")];
  };
  expect(await bytes("/share/AQIDBAUGBwgJCgsMDQ4PEA")).toEqual(await bytes(path));
  expect(await bytes("/share/not-an-id")).toEqual(await bytes(path));
  // Spent by none of these.
  await reader.goto(link);
  await opening(reader).click();
  await expect(reader.locator("pre")).toHaveText(secret);
  await reader.context().close();
});

test("the page says what to do if the vault can't be reached or asks to wait, and opens then", async ({
  page,
  browser,
}) => {
  const link = await aLink(page);
  const reader = await somebody(browser, page);
  await reader.goto(link);
  const answers = [
    { status: 503, body: "{}" },
    { status: 429, headers: { "Retry-After": "90" }, body: "{}" },
  ];
  await reader.route("**/api/links/*/open", (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await opening(reader).click();
  await expect(reader.getByRole("alert")).toContainText("The vault can't be reached just now.");
  await opening(reader).click();
  await expect(reader.getByRole("alert")).toContainText("Try again in 2 min.");
  await opening(reader).click();
  await expect(reader.locator("pre")).toHaveText(secret);
  await expect(reader.getByRole("alert")).toHaveCount(0);
  await reader.context().close();
});

test("the page is for nobody's index, cache or referrer, sets no cookie, and needs at most 40 KB of script", async ({
  page,
}) => {
  const answer = await page.goto("/share/AQIDBAUGBwgJCgsMDQ4PEA");
  const headers = (await answer?.allHeaders()) ?? {};
  expect([
    headers["x-robots-tag"],
    headers["cache-control"],
    headers["referrer-policy"],
    headers["set-cookie"],
  ]).toEqual(["noindex, nofollow, noarchive", "no-store", "no-referrer", undefined]);
  await expect(page.getByRole("alert")).toBeVisible();
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ initiatorType }) => initiatorType === "script")
      .map(({ decodedBodySize }) => decodedBodySize),
  );
  expect(scripts).toHaveLength(1);
  expect(scripts[0]).toBeGreaterThan(1_000);
  expect(scripts[0]).toBeLessThanOrEqual(40 * 1024);
});

test("without scripts the page says that it needs them", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto("/share/AQIDBAUGBwgJCgsMDQ4PEA");
  await expect(reader.locator("noscript p")).toContainText(
    "This page needs JavaScript to decrypt the secret in your browser. Nothing has been opened.",
  );
  await expect(reader.locator("noscript p")).toBeVisible();
  await context.close();
});
