import type { Page, Request, Route } from "@playwright/test";

/** Holds back the answers of these addresses until what it returns is called; `end` then gives them. */
export async function holdAnswers(
  page: Page,
  addresses: string,
  end: (route: Route) => Promise<void> = (route) => route.continue(),
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(addresses, async (route) => {
    if (!isHeld(route.request())) return route.continue();
    await mayAnswer;
    await end(route);
  });
  return () => answer();
}

/**
 * Holds back the answers of writes alone, so that it can be called before the page is opened. An open page may send its
 * next request before the browser has told it to wait.
 */
export const holdWrites = (page: Page, addresses: string): Promise<() => void> =>
  holdAnswers(page, addresses, undefined, (request) => request.method() !== "GET");

/** The requests for a page from now on, by which the router would lead there. */
export function ledTo(page: Page, path: string): readonly string[] {
  const led: string[] = [];
  page.on("request", (request) => new URL(request.url()).pathname.startsWith(path) && led.push(request.url()));
  return led;
}

/** Until the page has done whatever follows an answer: nothing is left to do. */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let time = 0; time < 3; time += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  });
