import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mayImport } from "../../../scripts/house/index.mjs";
import { projectRoot } from "../../support/vaults/server";

const page = readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8");
const [, table = ""] = /## The rooms\n(.*?)\n## /s.exec(page) ?? [];
const listed = table
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, room = ""]) => room));

// One line stands for all features: `components/*`.
const features = Object.keys(mayImport).filter((room) => /^components\/(?!ui$|layout$)/.test(room));

test("docs/architecture.md lists the rooms that lint knows, each once, and no other", () => {
  expect(features.length).toBeGreaterThan(5);
  const rooms = Object.keys(mayImport).filter((room) => !features.includes(room));
  expect(listed.sort()).toEqual([...rooms, "components/*"].sort());
});
