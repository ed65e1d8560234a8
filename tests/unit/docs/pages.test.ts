import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { signingAlgorithms } from "@/lib/identity/oidc/provider";
import { listMembers, removeMember, updateMember } from "@/lib/contracts/people/members";
import { passwordCharactersMin } from "@/lib/contracts/people/account";
import { bodyBytesMaxDefault, bodyBytesMaxPublic, type ContractSpec } from "@/lib/contracts/contract";
import { saveEnvFile } from "@/lib/contracts/vault/envs";
import { exportIdsMax } from "@/lib/contracts/transfer/export";
import { importItems, importItemsMax } from "@/lib/contracts/transfer/import";
import { envFileBytesMax, nameLengthMax, noteLengthMax, valueBytesMax } from "@/lib/contracts/primitives";
import { depthMax } from "@/lib/http/request/json";
import { rateOf } from "@/lib/http/gate/token-buckets";
import { exportBytesMax } from "@/lib/import/archive";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const filesBelow = (folder: string) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));

const markdownBelow = (folder: string) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));

test("docs/logs.md lists every event that is logged, and no other", () => {
  // The name comes after `event:`, or one of two does. A request's line starts with the request.
  const logged = filesBelow("lib").flatMap((file) =>
    [...read(file).matchAll(/(?:log\.(?:info|warn|error)\(|: AccessRecord = )\{\s*event: ([^,}]+)/g)].flatMap(
      ([, named = ""]) => [...named.matchAll(/"([a-z-]+)"/g)].map(([, event = ""]) => event),
    ),
  );
  const listed = read("docs/logs.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([a-z-]+)`/g)].map(([, event = ""]) => event));
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.sort()).toEqual([...new Set(logged)].sort());
});

test("no page runs svc-admin by an npx that would offer somebody else's package", () => {
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", ...markdownBelow("docs")];
  expect(pages.filter((page) => /npx (?!--no )(?:--yes )?svc-admin/.test(read(page)))).toEqual([]);
});

test("every operation that a page names by method and path is one of the vault's, or of its sign-in", () => {
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", ...markdownBelow("docs")];
  // `{id}` may be written as an id.
  const known = contracts.map(
    ({ method, path: place }) => new RegExp(`^${method} /api${place.replace(/\{\w+\}/g, "[^/]+")}$`),
  );
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[\w/{}.-]*[\w}])/g)].map(
      ([, method, place = ""]) => ({
        page,
        operation: `${method} ${place}`,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(
      ({ operation }) => !operation.startsWith("GET /api/auth/") && !known.some((one) => one.test(operation)),
    ),
  ).toEqual([]);
});

test("docs/data.md puts every column of every table into a class, and says how long it is kept", () => {
  const tables = [...read("prisma/schema.prisma").matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(
    ([, name = "", body = ""]) =>
      [
        name,
        [...body.matchAll(/^ {2}(\w+) +(?:String|Int|BigInt|DateTime|Bytes|Boolean)\b/gm)].map(
          ([, column = ""]) => column,
        ),
      ] as const,
  );
  const rows = read("docs/data.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const listed = rows.map(([table = "", ...cells]) => [
    /`(\w+)`/.exec(table)?.[1],
    cells
      .slice(0, 4)
      .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, column = ""]) => column))
      .sort(),
  ]);
  expect(listed).toEqual(tables.map(([name, columns]) => [name, [...columns].sort()]));
  for (const row of rows) expect(row[5]).not.toBe("");
  // What has expired is deleted every hour, whether anybody signs in or not.
  expect(rows.map((row) => row[5]).filter((kept) => kept?.includes("sign-in"))).toEqual([]);
});

test("docs/data.md calls a column sealed if it holds bytes, hashed if it holds a hash, and no others", () => {
  const columns = (class_: number) =>
    read("docs/data.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) =>
        [...(line.split("|")[class_ + 1] ?? "").matchAll(/`(\w+)`/g)].map(([, column = ""]) => column),
      );
  expect(columns(1).every((name) => /^(encrypted|sealed)/.test(name))).toBe(true);
  expect(columns(2).every((name) => /Hash$/.test(name))).toBe(true);
  expect([...columns(3), ...columns(4)].filter((name) => /^(encrypted|sealed)|Hash$/.test(name))).toEqual([]);
});

test("docs/data.md lists what is put into the browser's storage, and nothing else", () => {
  const stored = [...filesBelow("lib"), ...filesBelow("app"), ...filesBelow("components")].flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/(\w+Storage)\.setItem\(\s*(\w+)/g)].map(([, storage, name = ""]) => [
      storage,
      new RegExp(`\\bconst ${name} = "([^"]+)"`).exec(text)?.[1] ?? `${name} in ${file}`,
    ]);
  });
  const listed = [
    ...read("docs/data.md").matchAll(/^ {2}- In the storage of .*\(`(\w+)`\)[^]*?(?=\n {0,2}- )/gm),
  ].flatMap(([line, storage]) => [...line.matchAll(/`([a-z-]+)`/g)].map(([, key]) => [storage, key]));
  expect(listed.length).toBeGreaterThan(4);
  expect(listed.sort()).toEqual(stored.sort());
});

test("docs/cryptography.md names every file that does cryptography, every purpose of the master key and every algorithm of ID tokens", () => {
  const page = read("docs/cryptography.md");
  const files = [...filesBelow("lib"), ...filesBelow("packages/svc/src")].filter(
    (file) =>
      /\b(?:createCipheriv|hkdfSync|createHmac|createHash|hash|timingSafeEqual)\b.* from "node:crypto"|from "@node-rs\/argon2"/.test(
        read(file),
      ) && !file.startsWith("lib/db/"),
  );
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
  const purposes = [
    ...(/type Purpose = ([^;]+);/.exec(read("lib/crypto/sealing/keyring.ts"))?.[1] ?? "").matchAll(/"([a-z-]+)"/g),
  ].map(([, name = ""]) => name);
  expect(purposes.length).toBeGreaterThan(4);
  expect(purposes.filter((name) => !page.includes(`\`svc/v1/${name}\``))).toEqual([]);
  expect(signingAlgorithms.filter((name) => !page.includes(name))).toEqual([]);
});

test("SECURITY.md lists the words of the vault that make a password weak", () => {
  const words = [
    ...(/wordsOfTheVault = \[([^\]]+)\]/
      .exec(read("lib/identity/passwords/context-words.ts"))?.[1]
      ?.matchAll(/"(\w+)"/g) ?? []),
  ].map(([, word = ""]) => word);
  expect(words.length).toBeGreaterThan(2);
  expect(read("SECURITY.md")).toContain(words.map((word) => `\`${word}\``).join(", "));
});

test("SECURITY.md says that a member's session shows who else is in the team, and that only an owner's changes it", () => {
  // Anybody may leave.
  const operations: ContractSpec[] = [listMembers, updateMember, removeMember];
  expect(operations.map(({ ownersOnly = false }) => ownersOnly)).toEqual([false, true, "or-oneself"]);
  const [, , gives, doesNot] =
    read("SECURITY.md")
      .split("\n")
      .find((line) => line.startsWith("| a member's session |"))
      ?.split("|") ?? [];
  expect(gives).toContain("members' names, e-mail addresses and roles");
  expect(doesNot).toContain("changing who else belongs to the team, unless the role is owner");
});

test("SECURITY.md says within how many days a vulnerable package is fixed, and when packages are updated", () => {
  const reporting = (/## Reporting\n(.*?)\n## /s.exec(read("SECURITY.md"))?.[1] ?? "").replace(/\s+/g, " ");
  for (const promise of [
    "2 days after it is known where it is used against such programs already",
    "7 where it is critical or high and the vault can be reached by it",
    "30 otherwise",
    "not shipped, 90",
    "brought up to date every 90 days",
  ])
    expect(reporting).toContain(promise);
});

test("docs/limits.md has the same limits as the code", () => {
  const page = read("docs/limits.md");
  const [kib, mib] = [1024, 1024 * 1024];
  const limits: [limit: number | undefined, text: string][] = [
    [bodyBytesMaxDefault / mib, "| a body | 1 MiB;"],
    [bodyBytesMaxPublic / kib / 16, "a registration's and a sign-in form's 16 KiB"],
    [(saveEnvFile.bodyBytesMax ?? 0) / mib / 7, "an env file's 7 MiB"],
    [(importItems.bodyBytesMax ?? 0) / mib / 8, "an import's 8 MiB"],
    [passwordCharactersMin / 2, "10 to 200 characters, at least two different ones"],
    [depthMax / 32, "32 levels"],
    [nameLengthMax / 200, "200 characters;"],
    [noteLengthMax / 4_000, "4,000 |"],
    [valueBytesMax / kib / 256, "256 KiB;"],
    [envFileBytesMax / mib, "256 KiB; 1 MiB |"],
    [importItemsMax / 2_000, "2,000 items;"],
    [exportIdsMax / 200, "2,000 items; 200 |"],
    [exportBytesMax / mib / 8, "the export within 8 MiB"],
    [rateOf(1_200).burst / 200, "a sixth of a minute's requests may come at once"],
    [rateOf(1).burst / 10, "(10 at least)"],
  ];
  expect(limits.filter(([limit, text]) => limit !== 1 || !page.includes(text))).toEqual([]);
});
