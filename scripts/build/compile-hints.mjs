// Lets browsers compile a page's large scripts while these arrive.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup.mjs";

const pages = path.join(root, ".next");
/** V8's "explicit compile hints": it compiles all functions of the file, in a thread of its own. Others ignore it. */
const hint = "//# allFunctionsCalledOnLoad\n";
/** Characters. Smaller scripts are not compiled while they arrive, and nothing is gained. */
const large = 100_000;

/**
 * Marks the large scripts that every page loads. Otherwise browsers compile their functions one by one in the page's own
 * thread when it starts: half of what keeps a phone busy until then.
 */
export function addCompileHints() {
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(pages, "build-manifest.json"), "utf8"));
  for (const file of rootMainFiles.map((name) => path.join(pages, name))) {
    const script = readFileSync(file, "utf8");
    if (script.length >= large && !script.startsWith(hint)) writeFileSync(file, hint + script);
  }
}
