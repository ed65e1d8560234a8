import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";

// By its path, since the name leads here.
const real = createRequire(import.meta.url)("../../node_modules/fast-check/lib/cjs/fast-check.js") as typeof FastCheck;

const casesMax = 100;

/**
 * fast-check with at most a hundred cases for each property, so that a thousand changes can be tested. It can only
 * notice less.
 */
const fewer: typeof FastCheck.default = {
  ...real.default,
  assert: (property, parameters) =>
    real.assert(
      property as never,
      { ...parameters, numRuns: Math.min(parameters?.numRuns ?? casesMax, casesMax) } as never,
    ),
};

export default fewer;
