import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { errorCatalogue } from "@/lib/errors";
import { projectRoot } from "../../support/vaults/server";

/** Folders that are generated, or contain other people's files. */
const left = new Set([
  "node_modules",
  "dist",
  "data",
  "test-results",
  "playwright-report",
  "generated",
  "generated-postgresql",
]);
const ours = (name: string) => !left.has(name) && (!name.startsWith(".") || name === ".github");

function pagesIn(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true })
    .filter(({ name }) => ours(name))
    .flatMap((entry) => {
      const place = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? pagesIn(place) : place.endsWith(".md") ? [place] : [];
    });
}

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const pages = pagesIn(".");
const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

/** The targets of links and pictures, Markdown's and HTML's, whether they stand beside the text or below. */
const targetsIn = (text: string) =>
  [
    ...withoutCode(text).matchAll(
      /\]\(<?([^)>\s]+)[^)\n]*\)|^ {0,3}\[[^\]\n]+\]:[ \t]*<?([^>\s]+)|(?:src|srcset|href)=["']([^"']+)["']/gm,
    ),
  ].map(([, beside, below, html]) => beside ?? below ?? html ?? "");

const targetsOf = (page: string) => targetsIn(read(page));

test("links are found however they are written", () => {
  const text = `[a](../1.md) [b](2.md#x "A title") [c](<3.md>) ![d](4.png) [e][f] <a href='5.md'>g</a> \`[no](0.md)\`\n[f]: 6.md\n`;
  expect(targetsIn(text).sort()).toEqual(["../1.md", "2.md#x", "3.md", "4.png", "5.md", "6.md"]);
});

/** A heading's anchor, as GitHub makes it. */
const slug = (heading: string) =>
  heading
    .replace(/`/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
const headingsOf = (page: string) =>
  [
    ...read(page)
      .replace(/^```[^]*?^```/gm, "")
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = ""]) => slug(heading));

/** What is wrong with a link; undefined if it leads somewhere. */
function faultOf(page: string, target: string): string | undefined {
  if (/^https?:\/\//.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  const place = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(projectRoot, place))) return `${target}: no such file`;
  return anchor === undefined || headingsOf(place).includes(anchor) ? undefined : `${target}: no such heading`;
}

test("every link and picture of every page leads to an existing file and heading", () => {
  expect(pages.length).toBeGreaterThan(30);
  const faults = pages.flatMap((page) =>
    targetsOf(page)
      .flatMap((target) => faultOf(page, target) ?? [])
      .map((fault) => `${page} → ${fault}`),
  );
  expect(pages.flatMap(targetsOf).length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("a package's README leads only to itself and to the web: nothing else of this repository is in the package", () => {
  const readmes = pages.filter((page) => /^packages\/[^/]+\/README\.md$/.test(page));
  expect(readmes).toContain("packages/client/README.md");
  expect(readmes.flatMap(targetsOf).filter((target) => !/^(?:https:\/\/|#)/.test(target))).toEqual([]);
});

test("every page of docs can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const target of targetsOf(page).filter((target) => /\.md(#|$)/.test(target) && !target.includes("://")))
      reached.add(path.posix.join(path.posix.dirname(page), target.split("#")[0] ?? ""));
  }
  expect(pages.filter((page) => !page.startsWith(".github/") && !reached.has(page))).toEqual([]);
});

test("the README is short enough to be read", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

test("an error code next to a status on a page exists and has that status", () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\b([45]\d\d)`? `([A-Z][A-Z_]+)`|`([A-Z][A-Z_]+)` \(([45]\d\d)\)/g)].map(
      ([, before, behind, first, last]) => ({ page, code: behind ?? first ?? "", status: Number(before ?? last) }),
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  const catalogue: Readonly<Record<string, readonly [number, string]>> = errorCatalogue;
  expect(named.filter(({ code, status }) => catalogue[code]?.[0] !== status)).toEqual([]);
});

test("every file and folder of this repository that a page names exists", () => {
  // Between backticks, from the root. Built files and patterns are not checked.
  const places = /`((?:app|components|deploy|docs|lib|packages|prisma|scripts|tests)\/[\w./[\]-]+)`/g;
  const named = pages.flatMap((page) => [...read(page).matchAll(places)].map(([, place = ""]) => ({ page, place })));
  expect(named.length).toBeGreaterThan(100);
  const isThere = (place: string) =>
    place.includes("/dist/") || ["", ".ts"].some((end) => existsSync(path.join(projectRoot, `${place}${end}`)));
  expect(named.filter(({ place }) => !isThere(place))).toEqual([]);
});
