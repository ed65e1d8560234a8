import path from "node:path";
import { root } from "./rooms.mjs";

/** The file that an import specifier means, from the root; undefined for a package. */
export const targetOf = (file, specifier) =>
  specifier.startsWith("@/")
    ? specifier.slice(2)
    : /^\.{1,2}(\/|$)/.test(specifier)
      ? path.posix.join(path.posix.dirname(file), specifier)
      : undefined;

/** The path of the linted file from the root. */
export const placed = (context) => path.relative(root, context.filename).split(path.sep).join("/");
