import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";
import { tables } from "@/lib/db/tables";
import { circleOf, mayImport, openers, roomOf } from "../../scripts/house/index.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const eslint = new ESLint({ cwd: root });

async function rulesBroken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

/** Which of the doors' rules. */
async function doorsBroken(file: string, code: string): Promise<(string | undefined)[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === "house/doors").map(({ messageId }) => messageId);
}

const forbidden: [file: string, imports: string][] = [
  ["lib/contracts/x.ts", "node:fs"],
  ["lib/contracts/x.ts", "next/server"],
  ["lib/contracts/x.ts", "../services/entries"],
  ["lib/dotenv/x.ts", "node:os"],
  ["lib/dotenv/x.ts", "@/lib/contracts/vault/entries"],
  ["lib/import/x.ts", "node:fs"],
  ["lib/client/x.ts", "../services/entries"],
  ["lib/crypto/x.ts", "../runtime"],
  ["lib/crypto/x.ts", "@/lib/db/client"],
  ["lib/db/x.ts", "../services/entries"],
  ["lib/services/x.ts", "../http/route"],
  ["lib/services/ai-extract/x.ts", "../../http/route"],
  ["lib/auth/x.ts", "../http/route"],
  ["lib/http/x.ts", "../db/client"],
  ["lib/http/x.ts", "../services/entries"],
  ["lib/server/x.ts", "../services/entries"],
  ["lib/server/x.ts", "next"],
  ["lib/server/pages/x.ts", "next/headers"],
  ["lib/server/x.ts", "../pages/main"],
  ["lib/pages/x.ts", "../runtime"],
  ["lib/pages/x.ts", "../env"],
  ["lib/pages/x.ts", "@photostructure/sqlite"],
  ["lib/admin/x.ts", "../server/main"],
  ["lib/services/x.ts", "../admin/main"],
  ["components/entries/x.tsx", "@/lib/services/entries/entries"],
  ["components/entries/x.tsx", "@/lib/runtime"],
  ["components/entries/x.tsx", "../categories/category-list"],
  ["components/ui/x.tsx", "@/components/entries/entry-list"],
  ["components/ui/x.tsx", "@/lib/contracts/vault/entries"],
  ["packages/svc/src/commands/x.ts", "../../../../lib/services/entries"],
  ["packages/svc/src/x.ts", "zod"],
  ["packages/client/src/x.ts", "zod"],
  ["packages/client/src/x.ts", "../../svc/src/settings"],
  ["lib/services/x.ts", "../identity/account"],
  ["lib/auth/x.ts", "../identity/login"],
  ["lib/auth/x.ts", "../services/entries"],
  ["lib/http/x.ts", "../identity/login"],
  ["lib/matcher/x.ts", "../services/entries"],
  ["lib/runtime/x.ts", "../services/entries"],
  ["lib/runtime/x.ts", "next/headers"],
  ["app/(vault)/envs/x.tsx", "@/lib/services/envs/envs"],
  ["app/(vault)/envs/x.tsx", "@/lib/db/client"],
  ["app/(vault)/envs/x.tsx", "../../../lib/runtime"],
];

describe("the walls between rooms", () => {
  test.each(forbidden)("%s must not import %s", async (file, imports) => {
    expect(await rulesBroken(file, `import { x } from "${imports}";\nexport const y = x;\n`)).toContain("house/walls");
  });

  test.each([
    "export const x = (db: { $queryRaw(text: unknown): void }) => db.$queryRaw(1);",
    `export const x = 'SELECT "name" FROM "KeyEntry"';`,
    'export const x = (table: string) => `update ${table} set "name" = 1`;',
  ])("keep SQL in lib/db: %s", async (code) => {
    expect(await rulesBroken("lib/services/x.ts", `${code}\n`)).toContain("house/sql");
    expect(await rulesBroken("app/api/x/route.ts", `${code}\n`)).toContain("house/sql");
    expect(await rulesBroken("lib/db/queries/x.ts", `${code}\n`)).not.toContain("house/sql");
  });

  test.each([
    "export const x = (rows: any) => rows.updateManyAndReturn({ where: {} });",
    "export const x = (tx: any) => runIn(tx, 'sqlite', aWrite, {});",
    "export const x = (db: any) => db.$transaction(() => undefined);",
    "export const x = (writes: any) => writes.run({});",
    "export const x = (runtime: any) => runtime().vault.seal(1);",
    "export const x = (ctx: any) => ({ where: { userId: ctx.caller.userId } });",
  ])("keep the services to their doors: %s", async (code) => {
    expect(await rulesBroken("lib/services/x.ts", `${code}\n`)).toContain("house/doors");
    expect(await rulesBroken("lib/services/ai-extract/x.ts", `${code}\n`)).toContain("house/doors");
    expect(await rulesBroken("lib/services/doors/x.ts", `${code}\n`)).not.toContain("house/doors");
  });

  const methods = ["create", "createMany", "createManyAndReturn", "update", "updateMany", "updateManyAndReturn"];
  test.each(tables.map(({ name }) => name))("let no service write %s past them", async (name) => {
    const table = name[0]?.toLowerCase() + name.slice(1);
    for (const method of [...methods, "upsert", "delete", "deleteMany"]) {
      const code = `export const x = (tx: any) => tx.${table}.${method}({});\n`;
      expect([method, await doorsBroken("lib/services/x.ts", code)]).toEqual([method, ["write"]]);
    }
  });

  test.each([
    "export const x = (runtime: any) => runtime().vault.open(1);",
    "export const x = (vault: any) => vault.open(1);",
    "const { open } = runtime().vault; export const x = open;",
  ])("let nobody else open what is sealed: %s", async (code) => {
    for (const file of ["lib/identity/x.ts", "lib/webhooks/x.ts", "lib/services/doors/change/x.ts"])
      expect([file, await doorsBroken(file, `${code}\n`)]).toEqual([file, ["open"]]);
    expect(await doorsBroken("lib/services/doors/disclose/x.ts", `${code}\n`)).toEqual([]);
  });

  test.each(Object.keys(openers))("let %s open what is sealed, which it does", (place) => {
    const found = path.join(root, place);
    const files = place.endsWith("/") ? readdirSync(found, { recursive: true }).map(String) : [""];
    const sources = files.filter((file) => !file || file.endsWith(".ts")).map((file) => path.join(found, file));
    expect(sources.some((file) => /\bvault\.open\(|\bopen\(sealed/.test(readFileSync(file, "utf8")))).toBe(true);
  });

  test("also apply to dynamic imports and re-exports", async () => {
    expect(await rulesBroken("lib/http/x.ts", 'export const later = () => import("../services/entries");\n')).toContain(
      "house/walls",
    );
    expect(await rulesBroken("lib/http/x.ts", 'export { listEntries } from "../services/entries";\n')).toContain(
      "house/walls",
    );
  });

  test("allow no cycle between rooms", () => {
    const rooms = new Map(
      Object.entries(mayImport).map(([room, others]) => [
        room,
        others.flatMap((other) =>
          other.endsWith("/*") ? Object.keys(mayImport).filter((name) => name.startsWith(other.slice(0, -1))) : [other],
        ),
      ]),
    );
    for (const room of rooms.keys()) expect([room, circleOf(room, rooms)]).toEqual([room, undefined]);
  });

  test.each(["lib/invented/x.ts", "lib/invented.ts", "components/invented/x.tsx", "packages/invented/src/x.ts"])(
    "exist for every room: %s, which lies in none, fails",
    async (file) => {
      expect(await rulesBroken(file, "export const x = 1;\n")).toEqual(["house/walls"]);
    },
  );

  test("are those of the room that a file is in", () => {
    expect(
      [
        "lib/identity/oidc/sign-in.ts",
        "app/api/entries/route.ts",
        "app/(vault)/page.tsx",
        "lib/event-loop.ts",
        "tests/unit/x.ts",
      ].map(roomOf),
    ).toEqual(["lib/identity", "app/api", "app", "lib/event-loop", undefined]);
  });

  test("find a file that imports itself through others, and show the path", () => {
    const imports = new Map([
      ["a", ["b", "d"]],
      ["b", ["c"]],
      ["c", ["a"]],
      ["d", []],
    ]);
    expect([circleOf("a", imports), circleOf("d", imports)]).toEqual([["a", "b", "c", "a"], undefined]);
  });

  test("keep cryptography in lib/crypto", async () => {
    const code = 'import { createHash } from "node:crypto";\nexport const x = createHash("sha256");\n';
    expect(await rulesBroken("lib/services/x.ts", code)).toContain("no-restricted-syntax");
    expect(await rulesBroken("lib/crypto/x.ts", code)).toEqual([]);
  });

  test("keep reading settings in lib/env.ts", async () => {
    const code = "export const x = process.env.PORT;\n";
    expect(await rulesBroken("lib/services/x.ts", code)).toContain("no-restricted-properties");
    expect(await rulesBroken("lib/env.ts", code)).toEqual([]);
  });

  test("keep other processes out of unit tests", async () => {
    const code = 'import { spawn } from "node:child_process";\nexport const x = spawn;\n';
    expect(await rulesBroken("tests/unit/svc/x.test.ts", code)).toContain("no-restricted-imports");
    expect(await rulesBroken("tests/programs/x.test.ts", code)).toEqual([]);
  });

  test("refuse nothing that is allowed", async () => {
    expect(
      await rulesBroken("lib/services/x.ts", 'import { runtime } from "../runtime";\nexport const y = runtime;\n'),
    ).toEqual([]);
    expect(
      await rulesBroken(
        "components/entries/x.tsx",
        'import { Button } from "@/components/ui/buttons/button";\nexport const y = Button;\n',
      ),
    ).toEqual([]);
  });
});
