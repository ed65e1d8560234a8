// npm run bench:search: types into the vault's search over 10,000 entries, and prints the work that each key needs until it
// is drawn. The page measures itself: Event Timing from the key to the next paint, and long tasks. An argument is another
// number of entries.
import { chromium } from "@playwright/test";
import { findBrowser, noBrowserHelp } from "./browser.mjs";
import { json, openSampleVault } from "../sample/sample-vault.mjs";
import { fail } from "../setup.mjs";

const entries = Number(process.argv[2] ?? 10_000);
const itemsMax = 2_000;
const aimMilliseconds = 50;
const texts = ["project-09", "stripe prod", "nothing like it"];
const environments = ["development", "staging", "production"];

const executablePath = await findBrowser();
if (!executablePath) fail(noBrowserHelp);
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const vault = await openSampleVault(context.request);
try {
  for (let from = 0; from < entries; from += itemsMax)
    await fill(Array.from({ length: Math.min(itemsMax, entries - from) }, (_, at) => from + at));
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(`${vault.origin}/vault`);
  await page.locator("[data-entry]").first().waitFor();
  const search = page.getByRole("searchbox");
  process.stdout.write(
    `${(await page.getByText(/^[\d,.\s]+ entries$/).textContent()) ?? ""}; the aim is ${aimMilliseconds} ms\n`,
  );
  for (const text of texts) {
    await search.fill("");
    await settled(page);
    await page.evaluate(() => void (window.measured = { keys: [], tasks: [] }));
    for (const key of text) {
      await search.press(key === " " ? "Space" : key);
      await settled(page);
    }
    const { keys, tasks } = await page.evaluate(() => window.measured);
    const sorted = [...keys, ...Array.from({ length: text.length - keys.length }, () => 16)].toSorted((a, b) => a - b);
    process.stdout.write(
      `“${text}”: ${text.length} keys, drawn in ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms (slowest); long tasks: ${tasks.map(Math.round).join(", ") || "none"}\n`,
    );
  }
} finally {
  await browser.close();
  await vault.stop();
}

async function fill(numbers) {
  const answer = await context.request.post(`${vault.origin}/api/import`, {
    headers: { Origin: vault.origin },
    data: {
      entries: numbers.map((number) => ({
        category: "Stripe",
        keyType: "simple",
        envVarName: "STRIPE_SECRET_KEY",
        name: `project-${String(number).padStart(5, "0")}`,
        environment: environments[number % environments.length],
        value: `sk_test_not_real_${number}`,
      })),
    },
  });
  await json(answer);
}

/** Runs in the page. Events are rounded to 8 ms by the browser; those under 16 ms are not announced, and count as 16. */
function observe() {
  window.measured = { keys: [], tasks: [] };
  new PerformanceObserver((list) => {
    for (const event of list.getEntries()) if (event.name === "keydown") window.measured.keys.push(event.duration);
  }).observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.measured.tasks.push(duration);
  }).observe({ type: "longtask" });
}

/** Once the key is drawn, and whatever the page put off until then. */
function settled(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
        ),
      ),
  );
}
