import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { placed, targetOf } from "./paths.mjs";
import { root } from "./rooms.mjs";

const extensions = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
const sourcesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\/(node_modules|dist|generated[^/]*)\//.test(file));

/** Which files import which, including type imports and dynamic imports. */
function readImports() {
  const imports = new Map();
  for (const file of ["lib", "components", "app", "packages/svc/src", "packages/client/src"].flatMap(sourcesIn)) {
    const targets = [
      ...readFileSync(path.join(root, file), "utf8").matchAll(/(?:from |import |import\()"([^"\n]+)"/g),
    ].flatMap(([, specifier]) => {
      const target = targetOf(file, specifier);
      const found =
        target === undefined
          ? undefined
          : extensions
              .map((extension) => target + extension)
              .find((name) => existsSync(path.join(root, name)) && statSync(path.join(root, name)).isFile());
      return found === undefined ? [] : [found];
    });
    imports.set(file, targets);
  }
  return imports;
}

/** The shortest path of imports from a file back to itself; undefined if there is none. */
export function circleOf(file, imports) {
  const cameFrom = new Map();
  for (const queue = [file]; queue.length > 0;) {
    const at = queue.shift();
    for (const target of imports.get(at) ?? []) {
      if (target === file) {
        const way = [file];
        for (let step = at; step !== file; step = cameFrom.get(step)) way.unshift(step);
        return [file, ...way];
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, at);
      queue.push(target);
    }
  }
  return undefined;
}

let imports;
/** The lint rule that refuses files which import themselves by way of others. */
export const circles = {
  meta: {
    type: "problem",
    messages: { circle: "This file imports itself: {{way}}. Move the shared part into its own file." },
    schema: [],
  },
  create(context) {
    const file = placed(context);
    return {
      Program(node) {
        imports ??= readImports();
        const way = circleOf(file, imports);
        if (way) context.report({ node, messageId: "circle", data: { way: way.join(" → ") } });
      },
    };
  },
};
