import fc from "fast-check";
import { expect, test } from "vitest";
import { source } from "../support/dotenv/child-readers";
import { items } from "../unit/dotenv/hostile";
import { write } from "../unit/dotenv/readers";

// 500 lines a process; no shrinking, which would start hundreds.
test.each(["bash", "sh"] as const)(
  "%s sources any document back exactly, and runs or expands nothing in it",
  (shell) => {
    fc.assert(
      fc.property(items({ minLength: 500, maxLength: 500 }), (lines) => {
        const { text, expected } = write(lines, "shell");
        expect(source(shell, text)).toEqual(expected);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  },
);
