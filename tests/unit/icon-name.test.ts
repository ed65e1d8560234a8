import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import former from "@/lib/icons/former-icons.json";
import { iconFinder } from "@/lib/icon-name";

const packaged = JSON.parse(readFileSync("node_modules/simple-icons/data/simple-icons.json", "utf8")) as {
  slug: string;
  title: string;
}[];
const find = iconFinder([
  ...Object.entries(former).map(([slug, { title }]) => [slug, title] as const),
  ...packaged.map(({ slug, title }) => [slug, title] as const),
]);

test.each([
  ["OpenAI", "openai"],
  ["AWS", "amazonaws"],
  ["aws: billing", "amazonaws"],
  ["Amazon Web Services", "amazonaws"],
  ["Azure", "microsoftazure"],
  ["Microsoft Azure AD", "microsoftazure"],
  ["Slack", "slack"],
  ["Twilio", "twilio"],
  ["GitHub Enterprise", "github"],
  ["git-hub", "github"],
  ["Postgres", "postgresql"],
  ["Boxes", null],
  ["Storefront GitHub", null],
  ["", null],
  ["constructor", null],
])("the icon of %j is %j", (name, slug) => {
  expect(find(name)).toBe(slug);
});

test("former icons are shapes without markup of their own", () => {
  for (const { title, path } of Object.values(former)) {
    expect(title).toMatch(/^[\w .]+$/);
    expect(path).toMatch(/^[-\d\sA-Za-z.,]+$/);
  }
});
