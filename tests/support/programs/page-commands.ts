import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../vaults/server";

/** The code blocks in a section of a page, in order, as a person would copy them. */
export function blocksOf(page: string, section: string): string[] {
  const text = readFileSync(path.join(projectRoot, page), "utf8");
  const [, body = ""] = text.split(`\n## ${section}\n`);
  return [...(body.split("\n## ")[0] ?? "").matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
}
