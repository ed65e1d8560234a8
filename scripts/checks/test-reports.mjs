// Reads the runners' JSON reports: how many tests passed, how many did not, and which those are.
import path from "node:path";
import { root } from "../setup.mjs";

const textMax = 1_000;

/**
 * For Vitest's report. Skipped tests and tests that could not run count as failed: each test, or the file that could
 * not be loaded. A file whose tests all failed for one reason is listed once, with that reason.
 */
export function countOfVitest(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + unloaded,
    names: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter(({ status }) => status !== "passed");
      if (message && failed.every(({ status }) => status !== "failed"))
        return [`${file} (${failed.length} tests)\n${message.slice(0, textMax)}`];
      return failed.map(
        ({ fullName, failureMessages }) =>
          `${file} › ${fullName}\n${(failureMessages[0] ?? "skipped").slice(0, textMax)}`,
      );
    }),
  };
}

/** For Playwright's report. A test that passed only at the second attempt failed. */
export const countOfPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
  names: suites.flatMap(unpassed),
});

function unpassed({ specs, suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ projectName, status }) => `${file}:${line} › ${title} (${projectName}): ${status}`),
  );
  return [...own, ...suites.flatMap(unpassed)];
}
