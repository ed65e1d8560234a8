import { expect, test, type Page } from "@playwright/test";
import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { revealEntry } from "@/lib/contracts/vault/entries";
import { api, signUp } from "../../support/browser/browser-actors";
import { frameWork, median, scrolling } from "../../support/browser/frame-work";
import { violationsAtBothSizes, violationsInBothThemes } from "../../support/browser/browser-checks";

const list = (page: Page) => page.getByRole("list", { name: "Activity" });

test("what was done is listed by day, and filtered by who, what, on what and since when @phone", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  await api(page).call(revealEntry, { params: { id } });
  await page.goto("/activity");
  await expect(list(page).getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(list(page).getByRole("button").first()).toHaveText("Saw an entry's value");
  expect(await violationsInBothThemes(page)).toEqual([]);

  // A day's line is not a record's: it has the height of its text.
  expect((await list(page).getByRole("listitem").first().boundingBox())?.height).toBe(36);
  await page.getByRole("combobox", { name: "Action" }).selectOption("category.create");
  await expect(list(page).getByRole("button")).toHaveText(["Created a category"]);
  await expect(page).toHaveURL(/\?action=category\.create$/);
  await page.getByRole("combobox", { name: "Action" }).selectOption("");
  await page.getByRole("button", { name: "On anything…" }).click();
  const things = page.getByRole("dialog", { name: "Filter by item" });
  await things.getByRole("searchbox").fill("billing");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await things.getByRole("button", { name: "Stripe · billing" }).click();
  // Enter chooses the first of what is typed.
  await page.getByRole("button", { name: "On Stripe · billing…" }).click();
  await things.getByRole("searchbox").fill("stripe · bill");
  await page.keyboard.press("Enter");
  await expect(things).toBeHidden();
  await expect(list(page).getByRole("button")).toHaveText(["Saw an entry's value", "Created an entry"]);
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("refused");
  await expect(page).toHaveURL(/[?&]outcome=refused/);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("done");
  await page.getByRole("combobox", { name: "Since" }).selectOption("24h");
  await page.getByRole("combobox", { name: "Who" }).selectOption({ label: "You" });
  await expect(list(page).getByRole("button")).toHaveCount(2);

  // A link to it shows the same.
  await page.reload();
  await expect(list(page).getByRole("button")).toHaveCount(2);
  await list(page).getByRole("button").first().click();
  const record = page.getByRole("dialog", { name: "Saw an entry's value" });
  await expect(record).toContainText("You");
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test("an entry tells who saw it last, and leads to all that was done with it", async ({ page }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  await page.goto(`/vault?entry=${id}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("Last seennever");
  await sheet.getByRole("button", { name: "Show", exact: true }).click();
  await expect(sheet).toContainText("Last seenjust now by you");
  await page.reload();
  await expect(sheet).toContainText("Last seenjust now by you");
  await sheet.getByRole("tab", { name: "Activity" }).click();
  await expect(sheet.getByRole("list", { name: "Activity of this entry" })).toContainText("Saw an entry's value");
  await sheet.getByRole("link", { name: "Open in Activity" }).click();
  await expect(page).toHaveURL(new RegExp(`/activity\\?objectId=${id}$`));
  await expect(list(page).getByRole("button").first()).toHaveText("Saw an entry's value");
});

test("an address with an action that there is not says so, and shows all", async ({ page }) => {
  await signUp(page);
  await api(page).aCategory();
  await page.goto("/activity?action=nonsense&since=24h");
  await expect(list(page).getByRole("button", { name: "Created a category" })).toBeVisible();
  await expect(page.getByText("That action doesn’t exist, so all are shown").first()).toBeVisible();
  await expect(page).toHaveURL(/\/activity\?since=24h$/);
});

test("the records that fit are exported, one in each line", async ({ page }) => {
  await signUp(page);
  await api(page).aCategory();
  await page.goto("/activity?action=category.create");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export these" }).click();
  const lines: string[] = [];
  for await (const part of await (await download).createReadStream()) lines.push(String(part));
  const records = lines
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ActivityRecord);
  expect(records.map(({ action }) => action)).toEqual(["category.create"]);
});

test("revoking a key lists what it has seen, until each value was changed", async ({ page, playwright, baseURL }) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const { id } = await api(page).anEntry(category.id);
  const { key } = await api(page).call(createAccessKey, { body: { name: "CI", scopes: ["entries:reveal"] } });
  await page.goto("/access-keys");
  await expect(page.getByText("Never used")).toBeVisible();
  const program = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const seen = await program.post(`/api/entries/${id}/reveal`, { headers: { Authorization: `Bearer ${key}` } });
  expect(seen.status()).toBe(200);
  await program.dispose();

  // Written within two seconds of the use.
  await expect.poll(async () => (await api(page).call(listAccessKeys))[0]?.lastUsedAt).toBeTruthy();
  await page.getByRole("button", { name: /^Revoke CI, svc_/ }).click();
  const revocation = page.getByRole("dialog", { name: "Revoke the access key CI?" });
  // The list that was there before is not what counts.
  await expect(revocation).toContainText("It was last used just now.");
  await expect(revocation).toContainText("1 value must be changed.");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await revocation.getByRole("button", { name: "Revoke access key" }).click();
  const known = page.getByRole("dialog", { name: "CI was revoked" });
  await expect(known.getByText("Must be changed", { exact: true })).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  const [tab] = await Promise.all([page.waitForEvent("popup"), known.getByRole("link").click()]);
  await tab.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  await tab.getByRole("button", { name: "Replace value" }).click();
  await tab.getByRole("textbox", { name: /Value of/ }).fill("sk_test_another_not_real_key");
  await tab.getByRole("button", { name: "Save" }).click();
  await expect(tab.getByText("STRIPE_SECRET_KEY for billing was changed").first()).toBeVisible();
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(known.getByText("All of it has changed since.")).toBeVisible();

  // Whoever has to change more than one sitting's worth finds the list again.
  await page.goto("/activity?action=access-key.revoke");
  await list(page).getByRole("button", { name: "Revoked an access key" }).click();
  await page.getByRole("button", { name: "What it did" }).click();
  await expect(list(page).getByRole("button")).toHaveText(["Saw an entry's value"]);
  await expect(page.getByRole("combobox", { name: "Who" }).locator("option:checked")).toHaveText("CI");
  await page.goBack();
  await list(page).getByRole("button", { name: "Revoked an access key" }).click();
  await page.getByRole("button", { name: "What it has seen…" }).click();
  await expect(known.getByRole("link", { name: /Stripe · billing/ })).toBeVisible();
});

test("an activity that can't be read says so, and is read again on request", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/activity*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/activity");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page).or(page.getByText("Nothing was recorded yet"))).toBeVisible();
});

/** How many records a short list has: more than a screen shows, and than are ever rendered at once. */
const few = 200;
const many = 100_000;

/**
 * Answers the page's questions for records as the vault would, within the page: five hundred answers by way of the
 * browser's network and this process take longer than all that the page does with them.
 */
async function answerWithRecords(page: Page, records: number): Promise<void> {
  await page.addInitScript((all) => {
    const recordAt = (at: number): ActivityRecord => ({
      id: `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      number: all - at,
      at: new Date(Date.now() - at * 60_000).toISOString(),
      action: at % 7 === 0 ? "session.sign-in" : "entry.reveal",
      actor: { kind: "session", userId: null, name: "Ada", keyId: null, keyPrefix: null },
      address: "203.0.113.7",
      userAgent: "curl/8.5.0",
      object: { kind: "entry", id: null, name: `Stripe · project-${at}` },
      count: null,
      outcome: at % 7 === 0 ? "refused" : "done",
      requestId: null,
      reason: null,
      dueAt: null,
      change: null,
    });
    const byNetwork = window.fetch;
    window.fetch = (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
      if (pathname !== "/api/activity") return byNetwork(input, init);
      const before = searchParams.get("before");
      const from = before === null ? 0 : Number(before.slice(-12)) + 1;
      const count = Math.max(0, Math.min(Number(searchParams.get("limit")), all - from));
      return Promise.resolve(Response.json(Array.from({ length: count }, (_, index) => recordAt(from + index))));
    };
  }, records);
}

test("scrolling 100,000 records is no more work than 200", async ({ page, context }) => {
  await signUp(page);
  const short = await scrollingWork(page, few);
  const other = await context.newPage();
  const long = await scrollingWork(other, many);
  expect(long / short).toBeLessThan(1.5);
});

/** The work of one of a dozen steps back from the end of so many records (ms). */
async function scrollingWork(page: Page, records: number): Promise<number> {
  await answerWithRecords(page, records);
  await page.goto("/activity");
  await expect(list(page).getByRole("listitem").first()).toBeVisible();
  // Who did it stands at one place in all rows, however long ago each was.
  const places = await list(page)
    .getByText("Ada", { exact: true })
    .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().left)));
  expect(places.length).toBeGreaterThan(9);
  expect(new Set(places).size).toBe(1);
  // To the end: each step brings the next records.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const step = () => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          if (document.querySelector("main")?.textContent?.includes("This is where the record begins.")) resolve();
          else requestAnimationFrame(step);
        };
        step();
      }),
  );
  await expect(list(page).getByText(`project-${records - 1}`, { exact: false })).toBeVisible();
  expect(await list(page).getByRole("listitem").count()).toBeLessThan(60);
  return median(await frameWork(page, scrolling(page, 12, -500)));
}
