// Finds every regular expression in the product's sources with TypeScript's own parser.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../setup.mjs";

const folders = ["app", "components", "lib", "packages/svc/src", "packages/client/src", "scripts"];
const isSource = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes("generated");

/** Each literal once, as written, with the first file that contains it. */
export function regularExpressions() {
  const files = [
    "middleware.page.ts",
    "middleware.ts",
    ...folders.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true })
        .map((file) => path.join(folder, String(file)))
        .filter(isSource),
    ),
  ];
  const found = new Map();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest);
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) found.set(node.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}
