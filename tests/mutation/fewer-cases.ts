import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";

// By its path: the name leads here.
const real = createRequire(import.meta.url)("../../node_modules/fast-check/lib/cjs/fast-check.js") as typeof FastCheck;

const casesMax = 100;

/** fast-check with a hundred cases at most for each property, so that a thousand changes can be tried: it can only notice less. */
const fewer: typeof FastCheck.default = {
  ...real.default,
  assert: (property, parameters) =>
    real.assert(
      property as never,
      { ...parameters, numRuns: Math.min(parameters?.numRuns ?? casesMax, casesMax) } as never,
    ),
};

export default fewer;
