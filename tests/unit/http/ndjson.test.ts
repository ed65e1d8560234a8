import { expect, test } from "vitest";
import { asksForLines } from "@/lib/http/ndjson";

test.each([
  "application/x-ndjson",
  "application/json;q=0.5, Application/X-NDJSON ; q=0.001",
  "application/x-ndjson; charset=utf-8",
])("%s asks for lines", (accept) => expect(asksForLines(accept)).toBe(true));

test.each([null, "*/*", "application/json", "application/x-ndjson;q=0", "application/x-ndjson; Q=0.000, */*"])(
  "%s does not",
  (accept) => expect(asksForLines(accept)).toBe(false),
);
