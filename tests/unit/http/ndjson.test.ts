import { expect, test } from "vitest";
import { asksForLines } from "@/lib/http/request/ndjson";

test.each([
  "application/x-ndjson",
  "application/x-ndjson;q=0.001",
  "application/json;q=0.5, Application/X-NDJSON ; q=0.501",
  "application/json, application/x-ndjson",
  "application/x-ndjson, */*",
  "application/x-ndjson; charset=utf-8",
  "application/json;q=0, */*",
  "application/*;q=0.8, application/json;q=0.7",
  'application/json;title=", application/x-ndjson;q=0", application/x-ndjson',
])("%s asks for lines", (accept) => expect(asksForLines(accept)).toBe(true));

test.each([
  null,
  "",
  "*/*",
  "application/*",
  "text/html",
  "application/json",
  "application/x-ndjson;q=0",
  "application/x-ndjson; Q=0.000, */*",
  "application/json, application/x-ndjson;q=0.9",
  "application/x-ndjson;q=0.9, */*",
  "*/*;q=0.1, application/x-ndjson;q=0",
  'text/plain;title="application/x-ndjson"',
])("%s does not", (accept) => expect(asksForLines(accept)).toBe(false));
