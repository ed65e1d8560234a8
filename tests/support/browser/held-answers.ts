import type { Page, Route } from "@playwright/test";

/** Holds back the answers of these addresses until what it returns is called; `end` then gives them. */
export async function holdAnswers(
  page: Page,
  addresses: string,
  end: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(addresses, async (route) => {
    await mayAnswer;
    await end(route);
  });
  return () => answer();
}

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
