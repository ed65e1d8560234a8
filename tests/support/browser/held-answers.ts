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
