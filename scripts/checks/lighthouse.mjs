// npm run lighthouse: runs Lighthouse on every page, signed in if the page requires it, as a desktop and as a phone on
// a slow network. Prints the scores and exits with 1 if any is below 95. Arguments select pages by name and devices:
// `npm run lighthouse / /vault mobile`. Lighthouse and its dependencies take 180 MB, so npx fetches it on demand and
// nothing is installed here.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { request } from "@playwright/test";
import { ensureBrowser, noBrowserHelp } from "./browser.mjs";
import { json, openSampleVault } from "../sample/sample-vault.mjs";
import { fail, root } from "../setup.mjs";

const lighthouseVersion = "12.8.2"; // The last version that runs on Node 20.
const scoreMin = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const reports = path.join(root, "test-results/lighthouse");

// A vault keeps out of search engines on purpose: every page says noindex, and robots.txt refuses all crawlers. So the
// rules about links don't matter either: swagger-ui renders some without an address at /docs, and adding addresses
// would nest links in buttons.
const skipped = ["is-crawlable", "crawlable-anchors"];
const chromeFlags = ["--headless=new", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])].join(" ");
const devices = { desktop: ["--preset=desktop"], mobile: [] };

const signedIn = [
  "/",
  "/vault",
  "/projects",
  "/projects/storefront",
  "/2fa",
  "/envs",
  "/envs/{id}",
  "/access-keys",
  "/activity",
  "/trash",
  "/import",
  "/settings",
  "/webhooks/{webhook}",
  "/teams/{team}/settings",
  "/no-such-page",
];
const signedOut = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/invitation",
  "/share/{share}",
  "/docs",
];

/**
 * Speed depends on what else the machine does, so the median of several runs counts. The other scores are the same in
 * every run.
 */
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function findLighthouse() {
  process.stdout.write(`Lighthouse ${lighthouseVersion}…\n`);
  const found = spawnSync(
    "npx",
    ["--yes", `--package=lighthouse@${lighthouseVersion}`, "--call", "command -v lighthouse"],
    { encoding: "utf8", env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1" } },
  );
  if (found.status !== 0) fail(`npx could not fetch Lighthouse:\n${found.stderr}`);
  return realpathSync(found.stdout.trim());
}

/**
 * Not spawnSync, since the vault's log must be read in the meantime: otherwise the vault blocks once the pipe is full.
 */
function runLighthouse(parameters) {
  const child = spawn(process.execPath, [lighthouse, ...parameters], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, CHROME_PATH: executablePath },
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stderr }));
  });
}

/** One run's scores by category, 0 to 100. */
async function measure({ url, cookie, device, only, file }) {
  // The page for unknown addresses responds with 404, as it should.
  const missing = url.endsWith("/no-such-page");
  const flags = [
    `--chrome-flags=${chromeFlags}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    "--no-enable-error-reporting",
    `--only-categories=${only.join()}`,
    `--skip-audits=${[...skipped, ...(missing ? ["http-status-code"] : [])].join()}`,
    ...(missing ? ["--ignore-status-code"] : []),
    ...devices[device],
  ];
  let run = await runLighthouse([url, ...flags]);
  // Chromium's trace sometimes lacks its beginning. Then nothing was measured, and Lighthouse asks for another run.
  for (let again = 0; again < 5 && run.stderr.includes("NO_NAVSTART"); again += 1)
    run = await runLighthouse([url, ...flags]);
  if (run.status !== 0) throw new Error(`Lighthouse failed at ${url}:\n${run.stderr}`);
  const report = JSON.parse(readFileSync(file, "utf8"));
  if (new URL(report.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} redirected to ${report.finalDisplayedUrl}`);
  return Object.fromEntries(only.map((category) => [category, Math.round(report.categories[category].score * 100)]));
}

const executablePath = await ensureBrowser();
if (!executablePath) fail(noBrowserHelp);
const lighthouse = findLighthouse();
mkdirSync(reports, { recursive: true });
const asked = process.argv.slice(2);
/** Those that were asked for, or all of them. */
const chosen = (all) => (all.some((one) => asked.includes(one)) ? all.filter((one) => asked.includes(one)) : all);
const pages = [...signedIn, ...signedOut];
const known = [...pages, ...Object.keys(devices)];
const unknown = asked.filter((one) => !known.includes(one));
if (unknown.length > 0) fail(`Unknown: ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
const rows = [];
const visitor = await request.newContext();
// With mail there are the pages of its links too. None can leave: nothing listens there.
const vault = await openSampleVault(visitor, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "vault@example.com" });
try {
  const { data: projects } = await json(await visitor.get(`${vault.origin}/api/envs`));
  const post = async (address, data) =>
    json(await visitor.post(`${vault.origin}/api${address}`, { data, headers: { Origin: vault.origin } }));
  const [team, webhook, link] = [
    await post("/teams", { name: "Example team" }),
    await post("/webhooks", { url: "https://hooks.example.com/vault", events: ["*"] }),
    await post("/links", { ciphertext: "AQAAAAAAAAAAAAAA", views: 1, expiresInHours: 1 }),
  ];
  const ids = { id: projects[0].id, team: team.id, webhook: webhook.id, share: link.id };
  const session = (await visitor.storageState()).cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const page of chosen(pages)) {
    for (const device of chosen(Object.keys(devices))) {
      const url = vault.origin + page.replace(/\{(\w+)\}/, (_, name) => ids[name]);
      const cookie = signedIn.includes(page) ? session : "";
      const file = path.join(
        reports,
        `${page.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "overview"}-${device}.json`,
      );
      const speeds = [];
      while (speeds.length < runs - 1)
        speeds.push((await measure({ url, cookie, device, only: ["performance"], file })).performance);
      // The full report comes last, so that it is the one that remains.
      const scores = await measure({ url, cookie, device, only: categories, file });
      scores.performance = median([...speeds, scores.performance]);
      rows.push({ page, device, scores });
      process.stdout.write(
        `${page.padEnd(22)}${device.padEnd(9)}${categories.map((category) => `${category} ${scores[category]}`).join("  ")}\n`,
      );
    }
  }
} finally {
  await vault.stop();
  await visitor.dispose();
}
const short = rows.filter(({ scores }) => Object.values(scores).some((score) => score < scoreMin));
process.stdout.write(
  short.length === 0
    ? `All ${rows.length} reach ${scoreMin}.\n`
    : `Under ${scoreMin}: ${short.map(({ page, device }) => `${page} (${device})`).join(", ")}. Reports: ${path.relative(root, reports)}.\n`,
);
process.exitCode = short.length === 0 ? 0 : 1;
