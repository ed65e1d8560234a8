import type { Page } from "@playwright/test";

/**
 * The work of each step and of the frames that it causes: milliseconds of processor time of the page's own thread, so
 * that another process on a busy machine does not count. A figure says something only beside another of the same run.
 */
export async function frameWork(page: Page, steps: (() => Promise<unknown>)[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const workSoFar = async () =>
    ((await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) *
    1_000;
  const works: number[] = [];
  for (const step of steps) {
    const before = await workSoFar();
    await step();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    works.push((await workSoFar()) - before);
  }
  await session.detach();
  return works;
}

/** Steps that scroll the page by so many pixels each, negative ones towards its beginning. */
export const scrolling = (page: Page, steps: number, pixels: number) =>
  Array.from({ length: steps }, () => () => page.evaluate((by) => window.scrollBy(0, by), pixels));

/** The middle of some measurements, which no lone interruption moves. */
export const median = (works: number[]) => works.toSorted((a, b) => a - b)[Math.floor(works.length / 2)]!;
