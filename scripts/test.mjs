// npm test: checks everything in one run from a clean clone: lint, types, unit, API and browser tests, the last two
// against the production build. The last line is the count alone.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser, noBrowserHelp } from "./checks/browser.mjs";
import { build } from "./build.mjs";
import { ensurePrograms } from "./checks/programs.mjs";
import { root } from "./setup.mjs";
import { countOfPlaywright, countOfVitest } from "./checks/test-reports.mjs";

const reports = path.join(root, "test-results");
const bin = (script) => path.join(root, "node_modules", script);
const total = { passed: 0, failed: 0 };
/** Repeated at the end, since nobody finds the failures between thousands of lines. */
const faults = [];

function step(name, args, env = {}) {
  process.stdout.write(`\n── ${name}\n`);
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status === 0
  );
}

/**
 * Runs checks in sequence; each counts as one test. Their output appears when they end, since other checks run beside
 * them.
 */
async function checks(...named) {
  for (const [name, args] of named) {
    const { passed, output } = await ended(args);
    process.stdout.write(`\n── ${name}\n${output}`);
    total[passed ? "passed" : "failed"] += 1;
    if (!passed) faults.push(name);
  }
}

function ended(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ passed: code === 0, output })));
}

/** Runs a runner with a JSON report. Tests that it skipped or could not load count as failed. */
function suite(name, args, report, count, env) {
  const file = path.join(reports, report);
  const green = step(name, args, env);
  try {
    const { passed, failed, names } = count(JSON.parse(readFileSync(file, "utf8")));
    total.passed += passed;
    total.failed += failed === 0 && !green ? 1 : failed;
    faults.push(...(names.length === 0 && !green ? [name] : names));
  } catch {
    faults.push(name);
    process.stderr.write(`${name} left no report\n`);
    total.failed += 1;
  }
}

await build({ tools: true });
const missingPrograms = ensurePrograms();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// Two groups run at once, each on one core and for about the same time.
await Promise.all([
  checks(
    ["lint", [bin("eslint/bin/eslint.js"), ".", "--max-warnings", "0"]],
    ["nothing unused", [bin("knip/bin/knip.js"), "--no-progress", "--no-config-hints"]],
  ),
  checks(
    ["types", [bin("typescript/bin/tsc"), "--noEmit"]],
    ["format", [bin("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."]],
  ),
]);
suite(
  "unit and API tests",
  [
    bin("vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=test-results/vitest.json",
  ],
  "vitest.json",
  countOfVitest,
);

const browser = await ensureBrowser();
if (browser) {
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: "test-results/playwright.json" };
  suite(
    "browser tests",
    [bin("@playwright/test/cli.js"), "test", "--reporter=list,json"],
    "playwright.json",
    countOfPlaywright,
    env,
  );
} else {
  process.stderr.write(`\n${noBrowserHelp}\n`);
  total.failed += 1;
}

// They are left out of the suites, and nobody shall believe that they passed.
if (missingPrograms.length > 0)
  process.stdout.write(`\n── not tried, since this machine has no ${missingPrograms.join(", ")}: the tests with it\n`);
if (faults.length > 0) process.stdout.write(`\n── failed\n${faults.map((fault) => `- ${fault}`).join("\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
