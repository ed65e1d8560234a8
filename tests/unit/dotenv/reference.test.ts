import fc from "fast-check";
import { expect, test } from "vitest";
import { formatReference, isReference, parseReference } from "@/lib/dotenv/reference";
import { quote } from "@/lib/dotenv/serialize";

const part = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" }).filter((text) => text.isWellFormed());
const reference = fc.record({
  category: part,
  entry: part,
  environment: fc.option(fc.constantFrom("development", "staging", "production")),
  field: fc.option(part),
});

test("a reference that is written is read again, and needs no quotes in any dialect", () => {
  fc.assert(
    fc.property(reference, (given) => {
      const written = formatReference(given);
      expect(parseReference(written)).toEqual(given);
      for (const dialect of ["dotenv", "next", "compose", "docker", "shell"] as const)
        expect(quote(written, dialect)).toBe(written);
    }),
  );
});

test.each([
  ["svc://Stripe/billing/production", { category: "Stripe", entry: "billing", environment: "production", field: null }],
  ["svc://Stripe/billing/-", { category: "Stripe", entry: "billing", environment: null, field: null }],
  ["svc://A%20B/c%2Fd/-/USER", { category: "A B", entry: "c/d", environment: null, field: "USER" }],
  ["svc://-/-/-", { category: "-", entry: "-", environment: null, field: null }],
])("%s is a reference", (text, read) => expect(parseReference(text)).toEqual(read));

test.each([
  "svc://",
  "svc://Stripe",
  "svc://Stripe/billing",
  "svc://Stripe/billing/",
  "svc:///billing/-",
  "svc://Stripe//-",
  "svc://Stripe/billing/-/",
  "svc://Stripe/billing/-/USER/more",
  "svc://Stripe/%/-",
  "svc://Stripe/%ff/-",
])("%s is meant as one, but malformed", (text) => {
  expect(isReference(text)).toBe(true);
  expect(parseReference(text)).toBeNull();
});

test.each(["", "svc_key", "SVC://Stripe/billing/-", " svc://Stripe/billing/-", "https://svc://a/b/-"])(
  "%j is none",
  (text) => {
    expect(isReference(text)).toBe(false);
    expect(parseReference(text)).toBeNull();
  },
);
