import { expect, test } from "@playwright/test";
import { signUp } from "../support/browser/browser-actors";
import { watchOrigins } from "../support/browser/browser-checks";
import { everyPage, notFoundPage, open } from "../support/browser/browser-pages";

test("every page is rendered on the server, without an error", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on(
    "console",
    (message) =>
      message.type() === "error" && !message.location().url.endsWith(notFoundPage.path) && faults.push(message.text()),
  );
  await signUp(page);
  for (const one of await everyPage(page)) {
    const answer = await page.request.get(one.path);
    expect(answer.status(), one.name).toBe(one === notFoundPage ? 404 : 200);
    expect(await answer.text(), one.name).toContain("<h1");
    await open(page, one);
  }
  expect(faults).toEqual([]);
});

test("no page sends a request to another origin, nor violates its own content security policy", async ({
  page,
  baseURL,
}) => {
  const watched = watchOrigins(page, baseURL);
  await signUp(page);
  for (const one of await everyPage(page)) {
    await open(page, one);
    await page.waitForLoadState("networkidle");
  }
  expect(watched).toEqual({ outside: [], refused: [] });
});
