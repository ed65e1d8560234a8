import { expect, test } from "vitest";
import { exportHeaders } from "@/lib/http/answer/export-headers";

const skippedHeaders = (skipped: string[]) => exportHeaders(skipped, []);

test("an export that skipped nothing says so, and names nothing", () => {
  expect(skippedHeaders([])).toEqual({ "X-Export-Skipped": "0" });
});

test("names are percent-encoded between commas, so that any name fits into a header", () => {
  expect(skippedHeaders(["A, b", "ü\n"])).toEqual({
    "X-Export-Skipped": "2",
    "X-Export-Skipped-Names": "A%2C%20b,%C3%BC%0A",
  });
});

test("all are counted, though only 2,000 characters of names are sent, commas included", () => {
  const half = "n".repeat(1_000);
  expect(skippedHeaders([half, half.slice(1), "x"])).toEqual({
    "X-Export-Skipped": "3",
    "X-Export-Skipped-Names": `${half},${half.slice(1)}`,
  });
  expect(skippedHeaders([half, half, "x"])).toEqual({ "X-Export-Skipped": "3", "X-Export-Skipped-Names": half });
  expect(skippedHeaders(["n".repeat(2_001)])).toEqual({ "X-Export-Skipped": "1" });
});

test("names that are given twice are counted and named only if there are any", () => {
  expect(exportHeaders([], ["A", "B"])).toEqual({
    "X-Export-Skipped": "0",
    "X-Export-Repeated": "2",
    "X-Export-Repeated-Names": "A,B",
  });
});
