import { parseEnv } from "node:util";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAsDockerClient, readAsNext, source } from "../support/dotenv/child-readers";
import { installedPrograms } from "../support/programs/programs";
import { type Dialect, type Item as DocumentItem, serialize } from "../../lib/dotenv/document";
import { type Item, items } from "../unit/dotenv/hostile";
import { readAsDocker, readAsGithub } from "../unit/dotenv/model-readers";
import { readAsCompose } from "../unit/dotenv/readers";

const hasDocker = installedPrograms("docker").length > 0;

type Variables = Record<string, string | undefined>;
type Reader = (texts: string[]) => Variables[] | Promise<Variables[]>;

const each =
  (read: (text: string) => Variables | Promise<Variables>): Reader =>
  (texts) =>
    Promise.all(texts.map(read));

const readers: [name: string, dialect: Dialect, read: Reader][] = [
  ["npm dotenv", "dotenv", each((text) => parseDotenv(text))],
  ["util.parseEnv", "dotenv", each((text) => ({ ...parseEnv(text) }))],
  ["@next/env", "next", readAsNext],
  ["bash", "shell", each((text) => source("bash", text))],
  ["sh", "shell", each((text) => source("sh", text))],
  ["JSON.parse", "json", each((text) => JSON.parse(text) as Variables)],
  ["the model of compose-go", "compose", each(readAsCompose)],
  ["the model of docker --env-file", "docker", each(readAsDocker)],
  ["the model of a GitHub runner on Linux", "github", each((text) => readAsGithub(text, "linux"))],
  ["the model of a GitHub runner on Windows", "github", each((text) => readAsGithub(text, "windows"))],
  ...(hasDocker ? [["docker's own client", "docker", each(readAsDockerClient)] as [string, Dialect, Reader]] : []),
];

/** The items as the export names them: TEST_0, TEST_1, … */
const named = (list: Item[]): DocumentItem[] =>
  list.map((item, index) =>
    item.kind === "value"
      ? { name: `TEST_${index}`, value: item.value }
      : { comment: item.kind === "comment" ? item.text : "" },
  );

describe("each of over 10,000 hostile values is read back exactly or refused by name", () => {
  test.each(readers)("%s (%s)", async (_, dialect, read) => {
    // Sampled, not asserted by fast-check, whose report would contain all 17,000 lines. The seed makes a failure
    // reproducible.
    const seed = Math.floor(Math.random() * 2 ** 31);
    const documents = fc.sample(items({ minLength: 500, maxLength: 500 }), { numRuns: 34, seed }).map(named);
    expect(documents.flat().filter((item) => "name" in item).length).toBeGreaterThanOrEqual(10_000);
    const found = await read(documents.map((document) => serialize(document, dialect).text));
    let equal = 0;
    for (const [index, document] of documents.entries()) {
      const { refused } = serialize(document, dialect);
      const variables = new Map(Object.entries(found[index] ?? {}));
      for (const item of document) {
        if (!("name" in item) || refused.includes(item.name)) continue;
        expect({ seed, index, name: item.name, value: variables.get(item.name) }).toEqual({
          seed,
          index,
          name: item.name,
          value: item.value,
        });
        variables.delete(item.name);
        equal += 1;
      }
      expect({ seed, index, alsoRead: [...variables.keys()] }).toEqual({ seed, index, alsoRead: [] });
    }
    expect(equal).toBeGreaterThan(dialect === "docker" ? 4_000 : 7_000);
  });
});

/** A value in a dialect: the written text, or "refused". */
const form = (value: string, dialect: Dialect, name = "X") => {
  const { text, refused } = serialize([{ name, value }], dialect);
  return refused.length > 0 ? "refused" : text;
};

describe("refusals", () => {
  const holdable: Record<Dialect, (value: string) => boolean> = {
    dotenv: (value) => !/[\0\r`]|\\$/.test(value),
    next: (value) => !/[\0`"]|\\$|\\[nr]/.test(value),
    compose: (value) => !value.includes("\0"),
    docker: (value) => !/[\0\n]|\r$/.test(value),
    shell: (value) => !value.includes("\0"),
    json: () => true,
    github: (value) => !/\0|\r$/.test(value),
  };

  test.each(Object.keys(holdable) as Dialect[])("%s refuses no value that it can plainly express", (dialect) => {
    fc.assert(
      fc.property(items({ minLength: 1, maxLength: 4 }), (list) => {
        for (const item of list)
          if (item.kind === "value" && item.value.isWellFormed() && holdable[dialect](item.value))
            expect(form(item.value, dialect)).not.toBe("refused");
      }),
      { numRuns: 2_000 },
    );
  });

  test.each<[Dialect, string]>([
    ["shell", "RANDOM"],
    ["shell", "UID"],
    ["shell", "BASH_ENV"],
    ["shell", "OPTIND"],
    ["shell", "_"],
    ["github", "NODE_OPTIONS"],
    ["github", "GITHUB_TOKEN"],
    ["github", "RUNNER_TEMP"],
    ["next", "constructor"],
    ["next", "__proto__"],
    ["dotenv", "__proto__"],
  ])("%s: %s belongs to its reader, so it is refused by name", (dialect, name) => {
    expect(
      serialize(
        [
          { name, value: "a[$(touch owned)]" },
          { name: "Y", value: "1" },
        ],
        dialect,
      ).refused,
    ).toEqual([name]);
    expect(form("1", "json", name)).toBe(`{\n  ${JSON.stringify(name)}: "1"\n}\n`);
  });

  test.each(["bash", "sh"] as const)("every variable of %s's own is read back as written, or is refused", (shell) => {
    const own =
      source(
        "bash",
        'for TEST_name in $(compgen -v) BASHPID EPOCHSECONDS SRANDOM LC_ALL_ IFS PS4; do TEST_ALL="$TEST_ALL $TEST_name"; done\n',
      )
        .TEST_ALL?.trim()
        .split(" ") ?? [];
    expect(own.length).toBeGreaterThan(30);
    for (const name of own.filter((candidate) => !candidate.startsWith("TEST_") && candidate !== "PATH")) {
      const { text, refused } = serialize([{ name, value: "1 2" }], "shell");
      if (refused.length === 0) expect(source(shell, `${text}TEST_BACK="$${name}"\n`)).toEqual({ TEST_BACK: "1 2" });
    }
  });

  test("a line beyond Docker's buffer is refused", async () => {
    const [fits, beyond] = ["x".repeat(64 * 1024 - 3), "x".repeat(64 * 1024 - 2)];
    expect(form(fits, "docker")).toBe(`X=${fits}\n`);
    expect(form(beyond, "docker")).toBe("refused");
    expect(() => readAsDocker(`X=${beyond}\n`)).toThrow("too long");
    if (hasDocker) {
      expect(await readAsDockerClient(`X=${fits}\n`)).toEqual({ X: fits });
      await expect(readAsDockerClient(`X=${beyond}\n`)).rejects.toThrow("too long");
    }
  });
});

describe("the formats", () => {
  test.each<[value: string, next: string, docker: string]>([
    ["$HOME and ${X}", "X='\\$HOME and \\${X}'\n", "X=$HOME and ${X}\n"],
    ["\\$", "X='\\\\$'\n", "X=\\$\n"],
    ["two\r\nlines", 'X="two\\r\nlines"\n', "refused"],
    [" 'quoted' ", "X=\" 'quoted' \"\n", "X= 'quoted' \n"],
  ])("%j is written for Next and for Docker", (value, next, docker) => {
    expect([form(value, "next"), form(value, "docker")]).toEqual([next, docker]);
  });

  test("JSON is one object with one member per line; without variables it is empty", () => {
    expect(serialize([{ comment: "Stripe" }, { name: "A", value: "1\n" }, { name: "B", value: "2" }], "json")).toEqual({
      text: '{\n  "A": "1\\n",\n  "B": "2"\n}\n',
      refused: [],
    });
    expect(serialize([{ comment: "Stripe" }], "json").text).toBe("{}\n");
  });

  test("a GitHub delimiter is new each time, so that no value can predict it and set a variable itself", () => {
    const [one, two] = [form("a", "github"), form("a", "github")];
    expect(one).toMatch(/^X<<(svc_end_[0-9a-f]{32})\na\n\1\n$/);
    expect(one).not.toBe(two);
    expect(form("", "github")).toMatch(/^X<<(\w+)\n\n\1\n$/);
  });
});
