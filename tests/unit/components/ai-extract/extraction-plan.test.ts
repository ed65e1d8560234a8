import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aimText } from "@/components/ai-extract/aim-text";
import {
  aimOf,
  fillingOf,
  generatedFilling,
  leftUnticked,
  linkFillings,
  type PlannedEntry,
  sharedVariables,
  suggested,
  variableNameOf,
} from "@/components/ai-extract/plan";
import type { Environment } from "@/lib/contracts/primitives";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { mergeDotenv } from "@/lib/dotenv/merge";
import { parse } from "@/lib/dotenv/parse";
import { matchLocally } from "@/lib/matcher";
import { listedEntry } from "../../../support/rows/listed-entry";
import { hostileText, hostileValue } from "../../dotenv/hostile";

const planned = (fields: Partial<PlannedEntry> = {}): PlannedEntry => ({
  entryId: "1",
  categoryId: "2",
  category: "Stripe",
  entry: "billing",
  environment: "production",
  envVarNames: ["STRIPE_SECRET_KEY"],
  reason: "",
  ...fields,
});
const revealed = (value: string | Record<string, string>) => ({ id: "1", name: "billing", value, environment: null });

test.each([
  ["STRIPE_KEY", "STRIPE_KEY"],
  ["stripe webhook", "STRIPE_WEBHOOK"],
  ["kafka", "KAFKA"],
  ["Zürich Rück", "ZURICH_RUCK"],
  ["2captcha", "_2CAPTCHA"],
  ["a\nEVIL=1", "A_EVIL_1"],
  ["…", null],
  ["請求", null],
])("the missing name %j is the variable %j", (name, variable) => {
  expect(variableNameOf(name)).toBe(variable);
});

const idsOf = (entries: readonly PlannedEntry[]) => entries.map(({ entryId }) => entryId).join(" ");

test.each<[what: string, asked: Environment[], file: EnvFileType, ticked: string, undecided: string[]]>([
  ["of one variable, the project's own entry of the file's environment", [], "env.production", "2 4", []],
  ["another entry once another file is chosen", [], "env.development", "1 4", []],
  ["nothing for a variable whose entries are for environments that nothing chooses from", [], "env", "4", ["STRIPE"]],
  ["the environment that the sentence names, whatever file is open", ["production"], "env.development", "2", []],
  ["the same in a file that is for none", ["development"], "env", "1", []],
  ["of two environments that it names, the file's", ["development", "production"], "env.production", "2 4", []],
  [
    "of two environments that it names, none in a file of neither",
    ["development", "production"],
    "env",
    "4",
    ["STRIPE"],
  ],
])("what is ticked at first: %s", (_, asked, file, ticked, undecided) => {
  const entries = [
    planned({ entryId: "1", environment: "development", envVarNames: ["STRIPE"] }),
    planned({ entryId: "2", envVarNames: ["STRIPE"] }),
    planned({ entryId: "3", entry: "crawler", envVarNames: ["STRIPE"] }),
    planned({ entryId: "4", entry: "crawler", environment: "staging", envVarNames: ["CRAWLER_ONLY"] }),
  ];
  const found = suggested(entries, "billing", aimOf(asked, file));
  expect([idsOf(found.ticked), found.undecided]).toEqual([ticked, undecided]);
});

test("an entry without an environment counts where none is for the one that is meant, before those of others", () => {
  const entries = [
    planned({ entryId: "1", environment: null, entry: "shared" }),
    planned({ entryId: "2", environment: "staging", entry: "shared" }),
    planned({ entryId: "3", environment: "staging", entry: "billing", envVarNames: ["OTHER"] }),
  ];
  const of = (asked: Environment[], file: EnvFileType) =>
    idsOf(suggested(entries, "billing", aimOf(asked, file)).ticked);
  expect(of(["production"], "env")).toBe("1");
  expect(of(["staging"], "env")).toBe("2 3");
  expect(of([], "env.production")).toBe("1 3");
});

test("of a project that nothing matches, every match is ticked at first", () => {
  const entries = [planned({ entryId: "1" }), planned({ entryId: "2", entry: "crawler" })];
  expect(suggested(entries, "storefront", aimOf([], "env")).ticked).toEqual(entries);
});

test("it is said for which environment entries are ticked, why, and of which environments others are not", () => {
  const entries = [planned({ entryId: "1" }), planned({ entryId: "2", environment: "staging" })];
  const said = (asked: Environment[], file: EnvFileType) => {
    const aim = aimOf(asked, file);
    return aimText(aim, asked, `.${file}`, leftUnticked(entries, new Set(["1"]), aim));
  };
  expect(said(["production"], "env.local")).toBe(
    "Entries are ticked for production, as you asked. Entries for staging are not ticked.",
  );
  expect(said([], "env.production")).toMatch(/^Entries are ticked for production, as .env.production is./);
  expect(said(["development", "production"], "env.production")).toMatch(
    /^You asked for development and production. Entries are ticked for production, as .env.production is./,
  );
  expect(said(["development", "production"], "env")).toBe(
    "You asked for development and production. .env is for none of them alone: choose another file, or tick what you mean.",
  );
  expect(said([], "env")).toBeNull();
});

test("a revealed entry writes its variable, or each field of its group", () => {
  expect(fillingOf(planned(), revealed("x"))).toEqual({
    source: "Stripe — billing (production)",
    variables: [["STRIPE_SECRET_KEY", "x"]],
  });
  expect(fillingOf(planned({ environment: null }), revealed({ A: "1", B: "2" }))).toEqual({
    source: "Stripe — billing",
    variables: [
      ["A", "1"],
      ["B", "2"],
    ],
  });
});

test("a link writes the entry's variable, or each field of its group; an entry that shares its names gets none", () => {
  const entry = (id: string, category: string, fieldNames: string[] | null) =>
    listedEntry({
      id,
      categoryId: category,
      environment: "production",
      fieldNames,
      category: { name: category, keyType: fieldNames ? "group" : "simple", envVarName: null },
    });
  const plan = [
    planned(),
    planned({ entryId: "2", category: "PostgreSQL", envVarNames: ["USER", "PASS"] }),
    planned({ entryId: "3", category: "Twin" }),
    planned({ entryId: "gone" }),
  ];
  const entries = [
    entry("1", "Stripe", null),
    entry("2", "PostgreSQL", ["USER", "PASS"]),
    entry("3", "Twin", null),
    entry("4", "Twin", null),
  ];
  expect([...linkFillings(plan, entries)]).toEqual([
    [
      "1",
      {
        source: "Stripe — billing (production)",
        variables: [["STRIPE_SECRET_KEY", "svc://Stripe/billing/production"]],
      },
    ],
    [
      "2",
      {
        source: "PostgreSQL — billing (production)",
        variables: [
          ["USER", "svc://PostgreSQL/billing/production/USER"],
          ["PASS", "svc://PostgreSQL/billing/production/PASS"],
        ],
      },
    ],
  ]);
});

test("variables of more than one entry are named once", () => {
  expect(
    sharedVariables([
      planned({ envVarNames: ["A", "B"] }),
      planned({ envVarNames: ["B", "C"] }),
      planned({ envVarNames: ["B"] }),
    ]),
  ).toEqual(["B"]);
});

test("no sentence, name or value can break lines in the text: only ticked variables are assigned", () => {
  const sentence = fc.oneof(
    hostileText,
    fc
      .tuple(hostileText, fc.constantFrom("\nEVIL=1", "\r\nexport EVIL=1", "\u2028EVIL=1", "'\nEVIL=1\n'"), hostileText)
      .map((parts) => parts.join("")),
  );
  const entry = fc.record({
    category: sentence,
    entry: sentence,
    variable: fc.constantFrom("A", "B", "_c"),
    value: hostileValue,
  });
  fc.assert(
    fc.property(sentence, fc.array(entry, { maxLength: 4 }), (prompt, entries) => {
      const named = entries.map(({ category, entry: name, variable }) => ({
        category,
        entry: name,
        environment: null,
        envVarNames: [variable],
      }));
      const { missing } = matchLocally(prompt, named);
      const generated = missing.flatMap((name) => variableNameOf(name) ?? []);
      const fillings = entries.map(({ category, entry: name, variable, value }) =>
        fillingOf(planned({ category, entry: name, envVarNames: [variable] }), revealed(value)),
      );
      const merged = mergeDotenv("", [...fillings, generatedFilling(generated.map((name) => [name, "generated"]))]);
      const ticked = new Set([...entries.map(({ variable }) => variable), ...generated]);
      const assigned = parse(merged?.text ?? "").flatMap((line) =>
        line.kind === "assignment" ? [line.name] : line.kind === "comment" ? [] : [`${line.kind} line`],
      );
      expect(new Set([...assigned, ...(merged?.unwritable ?? [])])).toEqual(ticked);
      expect(Object.keys(parseDotenv(merged?.text ?? "")).filter((name) => !ticked.has(name))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
