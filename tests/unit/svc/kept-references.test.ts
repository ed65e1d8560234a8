import { expect, test } from "vitest";
import fc from "fast-check";
import { parse } from "@/lib/dotenv/parse";
import { isReference } from "@/lib/dotenv/reference";
import { replaceValues } from "@/lib/dotenv/replace-values";
import { keepReferences } from "../../../packages/svc/src/variables/kept-references";
import type { VaultClient } from "../../../packages/svc/src/vault/vault";

const [one, other, chained] = ["svc://Stripe/billing/-", "svc://Mail/billing/-", "svc://Chained/billing/-"];
const values = new Map([
  [one, "it's $1"],
  [other, "plain"],
  [chained, one],
]);

/** What `svc pull --resolve` writes of a stored text. */
function resolvedOf(stored: string): string {
  const lines = parse(stored).flatMap((line) => {
    const value = line.kind === "assignment" ? values.get(line.value) : undefined;
    return value === undefined ? [] : [[line.line, value] as const];
  });
  return replaceValues(stored, new Map(lines)).text;
}

/** What `svc push` stores if the folder has this text, and how often it asked for the resolved one. */
async function pushed(stored: string, onDisk: string) {
  let asked = 0;
  const vault: Pick<VaultClient, "revealEnvFile"> = {
    revealEnvFile: (projectId, fileId, { resolve = false } = {}) => {
      expect([projectId, fileId, resolve]).toEqual(["p1", "f1", true]);
      asked += 1;
      return Promise.resolve({ content: resolvedOf(stored), version: 1 } as never);
    },
  };
  const pair = { type: "env", id: "f1", file: ".env", stored, version: 1, onDisk } as const;
  return { text: (await keepReferences(vault as VaultClient, "p1", pair)).onDisk, asked };
}

test.each([
  `A=${one}\nB=${other}\n`,
  `A=${one} # why\r\nexport B='${other}'\r\n`,
  `A="${one}"`,
  `\ufeff# first\nA=\`${one}\`\n`,
  // Several of a name, of which readers take the last one.
  `A=1\nA=${one}\n`,
  `A=${one}\nA=1\n`,
  `A=${one}\nA=${other}\nA='plain'\n`,
  `A=plain\nA=${other}\n`,
  // The value of an entry that begins like a reference is not followed.
  `A=${one}\nB=${chained}\n`,
])("%j is stored as it was if nobody changed what was pulled", async (stored) => {
  expect((await pushed(stored, resolvedOf(stored))).text).toBe(stored);
});

test("a reference keeps its spelling beside another change, whatever quotes the disk has around its value", async () => {
  const stored = `A=${one} # why\nB=${other}\nC='${other}'\n`;
  expect((await pushed(stored, `NEW=1\nA="it's $1" # why\n\nB='plain'\nC=plain\n`)).text).toBe(
    `NEW=1\nA=${one} # why\n\nB=${other}\nC='${other}'\n`,
  );
});

test("a value that ends a reference is refused, unless a later assignment counts", async () => {
  await expect(pushed(`A=${one}\n`, "A=2\n")).rejects.toThrow(/^In the vault A is a reference, and \.env has another/);
  expect((await pushed(`A=${one}\nA=${other}\n`, "A=2\nA=plain\n")).text).toBe(`A=2\nA=${other}\n`);
});

test("the vault is asked for values only if the disk has one in the place of a reference", async () => {
  for (const onDisk of [`A=${one}\nB=2\n`, `A=${other}\nB=1\n`, "B=1\n"])
    expect(await pushed(`A=${one}\nB=1\n`, onDisk)).toEqual({ text: onDisk, asked: 0 });
});

const line = fc
  .tuple(
    fc.constantFrom("A", "B", "export C"),
    fc.constantFrom("=", " = ", "="),
    fc.constantFrom("", "", "'", '"', "`"),
    fc.constantFrom(one, other, "it's $1", "plain", "x"),
    fc.constantFrom("", "", " ", " # why", "#"),
  )
  .map(([name, assign, mark, value, end]) => name + assign + mark + value + mark + end);

test("any file that is pulled and pushed unchanged, or with lines added, keeps each reference as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(line, fc.constantFrom("", "# a comment", "not a line"))),
      fc.constantFrom("\n", "\r\n"),
      async (lines, newline) => {
        const stored = lines.map((each) => each + newline).join("");
        const pulled = resolvedOf(stored);
        expect((await pushed(stored, pulled)).text).toBe(stored);
        const hasReference = parse(stored).some((each) => each.kind === "assignment" && isReference(each.value));
        const added = `NEW=1${newline}`;
        expect((await pushed(stored, added + pulled)).text).toBe(hasReference ? added + stored : added + pulled);
      },
    ),
    { numRuns: 500 },
  );
});
