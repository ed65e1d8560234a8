import type { Page } from "@playwright/test";

/** Holds back the answers of these addresses until what it returns is called. */
export async function holdAnswers(page: Page, addresses: string): Promise<() => void> {
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(addresses, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  return () => answer();
}
