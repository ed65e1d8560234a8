import { parseEnv } from "node:util";
import dotenv from "dotenv";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { formatReference } from "@/lib/dotenv/reference";
import { quote } from "@/lib/dotenv/serialize";
import { AppError, detailsOf, UnrecordedError } from "@/lib/errors";
import { deleteCategory } from "@/lib/services/entries/categories";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile } from "@/lib/services/envs/env-files";
import { resolveEnvProject, revealResolvedFile } from "@/lib/services/references/resolve";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let projectId: string;
let stripe: string;
beforeEach(async () => {
  vault = await aServiceVault(own);
  projectId = await vault.project();
  stripe = await vault.category("Stripe");
});

const reference = "svc://Stripe/billing/production";
/** The file's text, with its references resolved. */
async function resolved(content: string): Promise<string> {
  const id = await vault.file(projectId, content);
  return (await revealResolvedFile(vault.ctx, projectId, id)).content;
}
const refusalOf = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof AppError ? error : expect.fail(`was not refused: ${String(error)}`);
};
const recorded = () => own.db.activity.count({ where: { userId: vault.userId, action: { contains: "reveal" } } });

describe("a resolved file", () => {
  test.each([
    [`A=${reference}`, "A=v"],
    [`A="${reference}"\r\nB="2"\r\n`, 'A="v"\r\nB="2"\r\n'],
    [`\r\n# a comment\r\nexport A='${reference}'  # why\r\n`, "\r\n# a comment\r\nexport A='v'  # why\r\n"],
    [`A: \`${reference}\`\n\n`, "A: `v`\n\n"],
    [`not a line\nA = ${reference} # it's\nB=1 ${reference}`, `not a line\nA = v # it's\nB=1 ${reference}`],
    [`A=${reference}\rA=${reference}\r`, "A=v\rA=v\r"],
    ["A=1\n", "A=1\n"],
    ["", ""],
  ])("of %j is %j", async (content, wanted) => {
    await vault.entry(stripe, "billing", "v", "production");
    expect(await resolved(content)).toBe(wanted);
  });

  test("has the names and the version of the stored one, which stays as it was written", async () => {
    await vault.entry(stripe, "billing", "v", "production");
    const id = await vault.file(projectId, `A=${reference}`);
    await vault.file(projectId, `B=${reference}`);
    const answer = await revealResolvedFile(vault.ctx, projectId, id);
    expect(answer).toMatchObject({ id, projectId, fileType: "env", version: 2, content: "B=v" });
  });

  test("leads by names in any script, and to a group's field", async () => {
    const category = "Ünï/code 100% ☃";
    const group = await vault.category(category, "group");
    await vault.entry(group, "-", '{"USER":"ada","PASSWORD":"it\'s $ecret"}');
    const of = (field: string) => formatReference({ category, entry: "-", environment: null, field });
    expect(dotenv.parse(await resolved(`A=${of("USER")}\nB=${of("PASSWORD")}\n`))).toEqual({
      A: "ada",
      B: "it's $ecret",
    });
    expect(await resolved(`A=svc://%C3%9Cn%C3%AF%2Fcode%20100%25%20☃/-/-/USER`)).toBe("A=ada");
  });

  test("does not follow a reference in an entry's value", async () => {
    await vault.entry(stripe, "billing", reference, "production");
    expect(await resolved(`A=${reference}`)).toBe(`A=${reference}`);
  });

  test("tells entries of each environment apart, and the one without from them", async () => {
    for (const environment of ["development", "staging", "production"] as const)
      await vault.entry(stripe, "billing", environment, environment);
    await vault.entry(stripe, "billing", "none");
    const text = ["development", "staging", "production", "-"]
      .map((name) => `A=svc://Stripe/billing/${name}\n`)
      .join("");
    expect(await resolved(text)).toBe("A=development\nA=staging\nA=production\nA=none\n");
  });

  test("may have a thousand references to a hundred and thirty entries in several categories", async () => {
    const values = new Map<string, string>();
    for (let index = 0; index < 130; index += 1) {
      const categoryId = index % 50 === 0 ? await vault.category(`c${index}`) : stripe;
      await vault.entry(categoryId, `n${index}`, `value-${index}`);
      values.set(`svc://${categoryId === stripe ? "Stripe" : `c${index}`}/n${index}/-`, `value-${index}`);
    }
    const references = [...values.keys()];
    const names = Array.from({ length: 1_000 }, (_, index) => `N${index}`);
    const text = await resolved(names.map((name, index) => `${name}=${references[index % 130]}\n`).join(""));
    expect(text).toBe(names.map((name, index) => `${name}=${values.get(references[index % 130] ?? "")}\n`).join(""));
  });
});

describe("a reference is refused", () => {
  const reasons = async (content: string) => {
    const before = await recorded();
    const refusal = await refusalOf(resolved(content));
    expect([refusal.code, await recorded()]).toEqual(["UNRESOLVED_REFERENCES", before]);
    return detailsOf(refusal, "UNRESOLVED_REFERENCES")?.map(({ line, name, reason }) => `${line} ${name} ${reason}`);
  };

  test("if it is malformed", async () => {
    await vault.entry(stripe, "billing", "v", "production");
    for (const text of [
      "svc://",
      "svc://Stripe/billing",
      "svc://Stripe//production",
      `${reference}/F/G`,
      `${reference}/`,
    ])
      expect(await reasons(`A=1\nB="${text}"\n`)).toEqual(["2 B malformed"]);
    expect(await reasons("A=svc://Stripe/%zz/production")).toEqual(["1 A malformed"]);
  });

  test.each([
    "svc://stripe/billing/production",
    "svc://Stripe/Billing/production",
    "svc://Stripe/billing/-",
    "svc://Stripe/billing/none",
    "svc://Stripe/billing/staging",
    "svc://Stripe/billing/production/FIELD",
    "svc://Stripe/bill%00ing/production",
    "svc://Str%00ipe/billing/production",
  ])("if nothing has its names: %s", async (text) => {
    await vault.entry(stripe, "billing", "v", "production");
    expect(await reasons(`A=${text}`)).toEqual(["1 A missing"]);
  });

  test("if it leads into another vault, or into the trash", async () => {
    const others = await aServiceVault(own);
    await others.entry(await others.category("Stripe"), "billing", "others-not-real", "production");
    expect(await reasons(`A=${reference}`)).toEqual(["1 A missing"]);
    const id = await vault.entry(stripe, "billing", "v", "production");
    expect(await resolved(`A=${reference}`)).toBe("A=v");
    await deleteEntry(vault.ctx, id);
    expect(await reasons(`A=${reference}`)).toEqual(["1 A missing"]);
    const other = await vault.category("Mail");
    await vault.entry(other, "billing", "w");
    await deleteCategory(vault.ctx, other);
    expect(await reasons("A=svc://Mail/billing/-")).toEqual(["1 A missing"]);
  });

  test("if several entries have its names, in one category or in two of one name", async () => {
    await vault.entry(stripe, "billing", "v", "production");
    const twin = await vault.entry(stripe, "billing", "v", "production");
    expect(await reasons(`A=${reference}`)).toEqual(["1 A ambiguous"]);
    await deleteEntry(vault.ctx, twin);
    expect(await resolved(`A=${reference}`)).toBe("A=v");
    await vault.entry(await vault.category("Stripe"), "billing", "w", "production");
    expect(await reasons(`A=${reference}`)).toEqual(["1 A ambiguous"]);
  });

  test("if it leads to a group without naming a field, or names one that the group lacks", async () => {
    await vault.entry(await vault.category("DB", "group"), "billing", '{"USER":"ada"}');
    const text = ["svc://DB/billing/-", "svc://DB/billing/-/PASSWORD", "svc://DB/billing/-/__proto__"];
    expect(await reasons(text.map((value, index) => `A${index}=${value}\n`).join(""))).toEqual([
      "1 A0 field-missing",
      "2 A1 missing",
      "3 A2 missing",
    ]);
  });

  test("if it stands in a line that other readers take for an assignment of it", async () => {
    await vault.entry(stripe, "read", "v");
    const text = [
      "A=svc://Stripe/read/-",
      "my.token=svc://Stripe/read/-",
      "export a-b = 'svc://Stripe/read/-'",
      "C: svc://Stripe/it's/-",
      "1D: svc://Stripe/nowhere/-",
      "E='svc://Stripe/it's/-'",
      'F="svc://Stripe/read/-',
      "export\tg-h=svc://Stripe/read/-",
      "# see svc://Stripe/read/-\u2028I=svc://Stripe/read/-",
      "exported.j=svc://Stripe/read/-",
    ];
    expect(await reasons(text.join("\n"))).toEqual([
      "4 C missing",
      "2 my.token unreadable",
      "3 a-b unreadable",
      "5 1D unreadable",
      "6 E unreadable",
      "7 F unreadable",
      "8 g-h unreadable",
      "9 I unreadable",
      "10 exported.j unreadable",
    ]);
    // Nobody reads these as references.
    const kept = [
      "see svc://Stripe/read/-",
      "my.link=see svc://Stripe/read/-",
      "my.token=sk_test_not_a_real_key=svc://Stripe/read/-",
      "# my.token=svc://Stripe/read/-\n",
    ].join("\n");
    expect(await resolved(kept)).toBe(kept);
  });

  test("if blanks before it, or a mark of the byte order, belong to its name or value for util.parseEnv", async () => {
    await vault.entry(stripe, "read", "v");
    const of = (before: string) => reasons(`${before}svc://Stripe/read/-\n`);
    for (const before of ["A=\t", "A= \t", "A=\t'", "A\t=", "\tA=", "A=\u00a0", "export  A=", "export\tA=", "\ufeffA="])
      expect(await of(before)).toEqual(["1 A unreadable"]);
    expect(await of("\ufeff# a comment\n\nA=")).toEqual(["3 A unreadable"]);
    // The mark belongs to the other name.
    expect(await resolved("\ufeffB=1\nA=svc://Stripe/read/-\n")).toBe("\ufeffB=1\nA=v\n");
    expect(await resolved(" export A  =  svc://Stripe/read/-\n")).toBe(" export A  =  v\n");
    // Who asks for variables gets what the lines say.
    await vault.file(projectId, "\ufeffA=\tsvc://Stripe/read/-\n");
    const { variables } = await resolveEnvProject(vault.ctx, projectId, { environment: null });
    expect(variables).toMatchObject([{ name: "A", value: "v" }]);
  });

  test("if no .env file can hold its value, or its value is damaged; the log names the row", async () => {
    await vault.entry(stripe, "cr", "a\rb");
    await vault.entry(stripe, "fine", "v");
    const damaged = await vault.entry(stripe, "damaged", "v");
    await own.db.keyEntry.update({ where: { id: damaged }, data: { encryptedValue: new Uint8Array(40) } });
    const text = ["cr", "fine", "damaged"].map((name) => `A=svc://Stripe/${name}/-\n`).join("");
    expect(await reasons(text)).toEqual(["1 A unwritable", "3 A undecryptable"]);
  });

  test("if a quote that is open above it would end at those around its value", async () => {
    await vault.entry(stripe, "fine", "a b");
    await vault.entry(stripe, "comment", "#1");
    await vault.entry(stripe, "break", "\n1");
    const of = (name: string) => `A=svc://Stripe/fine/-\nB='open\nC=svc://Stripe/fine/-\nD=svc://Stripe/${name}/-\n`;
    expect(dotenv.parse(await resolved(of("fine")))).toMatchObject({ A: "a b", C: "a b", D: "a b" });
    for (const name of ["comment", "break"]) {
      expect(await reasons(of(name).replace(/^C.*\n/m, ""))).toEqual(["3 D unwritable"]);
      expect(await resolved(of(name).replace("'", '"'))).toContain("D='");
    }
    await vault.file(projectId, of("comment"));
    expect((await resolveEnvProject(vault.ctx, projectId, { environment: null })).variables).toHaveLength(3);
  });

  test("if it makes the text longer than 8 Mi characters", async () => {
    const value = "x".repeat(256 * 1024);
    await vault.entry(stripe, "long", value);
    const line = "A=svc://Stripe/long/-\n";
    expect(await resolved(line.repeat(32))).toHaveLength(32 * (value.length + 3));
    expect(await reasons(line.repeat(33))).toEqual(["33 A unwritable"]);
    await Promise.all(Array.from({ length: 34 }, (_, index) => vault.entry(stripe, `long${index}`, value)));
    const lines = Array.from({ length: 34 }, (_, index) => `A=svc://Stripe/long${index}/-\n`);
    // What lies beyond is not even opened: nobody notices that it is damaged.
    const last = { userId: vault.userId, name: "long33" };
    await own.db.keyEntry.updateMany({ where: last, data: { encryptedValue: new Uint8Array(40) } });
    expect(await reasons(lines.join(""))).toEqual(["33 A unwritable", "34 A unwritable"]);
  });

  test("with a message that names each line and no part of a value, short however many there are", async () => {
    await vault.entry(stripe, "billing", "v", "production");
    const lines = ["PLAIN=canary-not-real", `GOOD=${reference}`, "STRIPE=svc://canary/a/-", "B=svc://canary"];
    const { message, details } = await refusalOf(resolved(lines.join("\n")));
    expect(message).toBe(
      "Line 3, STRIPE: leads to no entry or field; Line 4, B: is not a reference: write svc://category/name/environment, with - for no environment, and /field after it for a group. No value was revealed",
    );
    expect(details).toEqual([
      { fileType: "env", line: 3, name: "STRIPE", reason: "missing" },
      { fileType: "env", line: 4, name: "B", reason: "malformed" },
    ]);
    const many = await refusalOf(resolved(`${"A".repeat(3_000)}=svc://x/y/-\n`.repeat(100)));
    expect(many.message.length).toBeLessThan(2_000);
    expect(many.message).toContain("; and 90 more.");
    expect(many.details).toHaveLength(100);
  });

  test("but a file that can't be decrypted is missing", async () => {
    const id = await vault.file(projectId, "A=1");
    await own.db.envFile.update({ where: { id }, data: { encryptedContent: new Uint8Array(40) } });
    expect(await refusalOf(revealResolvedFile(vault.ctx, projectId, id))).toMatchObject({ code: "ENV_FILE_NOT_FOUND" });
    expect(await refusalOf(resolveEnvProject(vault.ctx, projectId, { environment: null }))).toMatchObject({
      code: "ENV_FILE_NOT_FOUND",
    });
  });
});

describe("a project's variables", () => {
  const variables = async (...given: Parameters<typeof resolveEnvProject>[2][]) =>
    Promise.all(
      given.map(async (asked) =>
        Object.fromEntries(
          (await resolveEnvProject(vault.ctx, projectId, asked)).variables.map(({ name, value }) => [name, value]),
        ),
      ),
    );

  test("are the last assignments of .env, of the environment's file, and of .env.local if asked for", async () => {
    const of = (fileType: EnvFileType, names: string) =>
      vault.file(projectId, [...names].map((name) => `${name}=${fileType}\n`).join(""), fileType);
    await of("env", "ABCD");
    await of("env.development", "BDE");
    await of("env.production", "BF");
    await of("env.local", "CDG");
    const [none, development, staging, production, local, localStaging] = await variables(
      { environment: null },
      { environment: "development" },
      { environment: "staging", local: false },
      { environment: "production" },
      { environment: "development", local: true },
      { environment: "staging", local: true },
    );
    expect(none).toEqual({ A: "env", B: "env", C: "env", D: "env" });
    expect(staging).toEqual(none);
    const E = "env.development";
    expect(development).toEqual({ A: "env", B: E, C: "env", D: E, E });
    expect(production).toEqual({ A: "env", B: "env.production", C: "env", D: "env", F: "env.production" });
    const over = { C: "env.local", D: "env.local", G: "env.local" };
    expect(local).toEqual({ ...development, ...over });
    expect(localStaging).toEqual({ ...none, ...over });
  });

  test("come in the order in which they first appear, and say where their value stands and from which entry", async () => {
    const entryId = await vault.entry(stripe, "billing", "line one\r\nline two", "production");
    await vault.file(projectId, "B=1\nnot a line\nA=2\n\nB=3\nexport C='4'\n");
    await vault.file(projectId, `D=5\r\nA="${reference}"\r\n`, "env.production");
    expect(await resolveEnvProject(vault.ctx, projectId, { environment: "production" })).toEqual({
      variables: [
        { name: "B", value: "3", source: { fileType: "env", line: 5 } },
        { name: "A", value: "line one\r\nline two", source: { fileType: "env.production", line: 2 }, entryId },
        { name: "C", value: "4", source: { fileType: "env", line: 6 } },
        { name: "D", value: "5", source: { fileType: "env.production", line: 1 } },
      ],
    });
  });

  test("need only the references that count: others may be broken, and their entries are not opened", async () => {
    const overridden = await vault.entry(stripe, "overridden", "v");
    await vault.file(projectId, `A=svc://x/y/-\nA=svc://Stripe/overridden/-\nA=1\nB=svc://\n`);
    await vault.file(projectId, "B=2\n", "env.local");
    expect(await variables({ environment: null, local: true })).toEqual([{ A: "1", B: "2" }]);
    const told = await own.db.activity.findMany({ where: { userId: vault.userId, action: "entry.reveal" } });
    expect(told.filter(({ objectId }) => objectId === overridden)).toEqual([]);
    const refused = await refusalOf(resolveEnvProject(vault.ctx, projectId, { environment: null }));
    expect(refused.details).toEqual([{ fileType: "env", line: 4, name: "B", reason: "malformed" }]);
  });

  test("name the file too when a reference is refused, if there are several", async () => {
    await vault.file(projectId, "A=1\n");
    await vault.file(projectId, "A=svc://x/y/-\n", "env.production");
    const { message } = await refusalOf(resolveEnvProject(vault.ctx, projectId, { environment: "production" }));
    expect(message).toContain("Line 1 of .env.production, A: leads to no entry");
  });

  test("leave out files in the trash; a project without files has none, and a missing one is told", async () => {
    expect(await variables({ environment: null })).toEqual([{}]);
    const id = await vault.file(projectId, "A=1\n");
    await deleteEnvFile(vault.ctx, projectId, id);
    expect(await variables({ environment: null })).toEqual([{}]);
    const others = await aServiceVault(own);
    expect(await refusalOf(resolveEnvProject(others.ctx, projectId, { environment: null }))).toMatchObject({
      code: "ENV_PROJECT_NOT_FOUND",
    });
  });

  test("named like a part of every object are variables like others", async () => {
    await vault.file(projectId, "__proto__=1\nconstructor=2\n");
    const { variables } = await resolveEnvProject(vault.ctx, projectId, { environment: null });
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
  });
});

test("nothing leaves if the record of it can't be made durable", async () => {
  await vault.entry(stripe, "billing", "v", "production");
  const id = await vault.file(projectId, `A=${reference}`);
  const record = vi.spyOn(own.writes, "record").mockRejectedValue(new Error("the disk is full"));
  try {
    await expect(revealResolvedFile(vault.ctx, projectId, id)).rejects.toThrow(UnrecordedError);
    await expect(resolveEnvProject(vault.ctx, projectId, { environment: null })).rejects.toThrow(UnrecordedError);
    expect(record.mock.calls.map(([records]) => records.map(({ action }) => action).sort())).toEqual(
      Array(2).fill(["entry.reveal", "env-file.reveal"].sort()),
    );
  } finally {
    record.mockRestore();
  }
});

test("a value is the one at the moment: after a change, the new one", async () => {
  const id = await vault.entry(stripe, "billing", "one", "production");
  expect(await resolved(`A=${reference}`)).toBe("A=one");
  await updateEntry(vault.ctx, id, { value: "two" });
  expect(await resolved(`A=${reference}`)).toBe("A=two");
});

const text = fc.string({
  unit: fc.constantFrom("'", '"', "`", "$", "\\", "#", "\n", " ", "=", "a", "{", "}", "é", "\r"),
  minLength: 1,
});
const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,6}$/);
/** What may stand between an assignment's parts. */
type Blanks = { lead: string; exported: string; beforeSign: string; afterSign: string; trail: string };
const blank = fc.oneof(
  { weight: 19, arbitrary: fc.constantFrom("", "", " ", "  ") },
  { weight: 1, arbitrary: fc.constantFrom("\t", " \t", "\t ", "\v", "\f", "\u00a0", "\u2003", "\ufeff") },
);
const blanks: fc.Arbitrary<Blanks> = fc.record({
  lead: blank,
  exported: fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom("", "export ") },
    { weight: 1, arbitrary: fc.constantFrom("export\t", "export  ") },
  ),
  beforeSign: blank,
  afterSign: blank,
  trail: fc.constantFrom("", " ", "\t", " \t", "\u00a0", "\ufeff"),
});
const isMisread = ({ lead, exported, beforeSign, afterSign }: Blanks) =>
  /[^ ]/.test(lead + beforeSign + afterSign) || !["", "export "].includes(exported);
const spelling = fc.constantFrom(
  { mark: "", end: "" },
  { mark: "", end: "# why" },
  { mark: '"', end: "" },
  { mark: "'", end: `# it's "one" \`of\` those` },
  { mark: "`", end: "" },
);
const spelled = fc.uniqueArray(fc.tuple(name, text, fc.boolean(), spelling, blanks), {
  selector: ([name]) => name,
  maxLength: 6,
});
/** With what a file may begin. The mark of the byte order belongs to the first name for `util.parseEnv`. */
const beginning = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", "\n", "# a comment\n") },
  { weight: 1, arbitrary: fc.constantFrom("\ufeff", "\ufeff\n", "\ufeff# a comment\n") },
);

test("dotenv and util.parseEnv read exactly the entries' values from any file with any references, or it is refused", async () => {
  await fc.assert(
    fc.asyncProperty(spelled, beginning, fc.constantFrom("\n", "\r\n"), async (variables, first, newline) => {
      const lines: string[] = [];
      const wanted: Record<string, string> = {};
      const misread: string[] = [];
      const unwritable: string[] = [];
      for (const [index, [name, value, isField, { mark, end }, around]] of variables.entries()) {
        const field = isField ? "FIELD" : null;
        const category = `c ${name}`;
        const categoryId = await vault.category(category, isField ? "group" : "simple");
        await vault.entry(categoryId, name, isField ? JSON.stringify({ FIELD: value }) : value);
        const { lead, exported, beforeSign, afterSign, trail } = around;
        const written = mark + formatReference({ category, entry: name, environment: null, field }) + mark;
        lines.push(`${lead}${exported}${name}${beforeSign}=${afterSign}${written}${trail}${end}`);
        wanted[name] = value;
        if (isMisread(around) || (index === 0 && first.startsWith("\ufeff"))) misread.push(`${name} unreadable`);
        const isUnquotable = value.endsWith("\\") && /[^ ]/.test(trail);
        if (quote(value, "dotenv") === null || isUnquotable) unwritable.push(`${name} unwritable`);
      }
      const content =
        first.replace("\n", newline) + lines.map((line) => line + newline).join(`# it's${newline}${newline}`);
      const id = await vault.file(projectId, content);
      const all = await resolveEnvProject(vault.ctx, projectId, { environment: null });
      expect(all.variables.map(({ name, value }) => [name, value])).toEqual(Object.entries(wanted));
      const answer = revealResolvedFile(vault.ctx, projectId, id);
      const refused = misread.length > 0 ? misread : unwritable;
      if (refused.length > 0)
        expect(
          detailsOf(await refusalOf(answer), "UNRESOLVED_REFERENCES")?.map(({ name, reason }) => `${name} ${reason}`),
        ).toEqual(refused);
      else {
        expect(dotenv.parse((await answer).content)).toEqual(wanted);
        expect({ ...parseEnv((await answer).content) }).toEqual(wanted);
      }
      await own.db.keyCategory.deleteMany({ where: { userId: vault.userId } });
    }),
    { numRuns: 80 },
  );
});
