import fc from "fast-check";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import { Script } from "node:vm";
import Module from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type CompileCache,
  noteCompiled,
  packCompileCache,
  readCompileCache,
  unpackCompileCache,
  compileFromCache,
} from "@/lib/pages/compile-cache";

// Each test changes how modules are compiled, and gives that back. Needs a process of its own.
const modules = Module.prototype as unknown as { _compile: unknown };
const { _compile: nodes } = modules;

let folder = "";
const require = createRequire(import.meta.url);
const place = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFileSync(place(name), text);
/** Runs a module of the folder as a process does that has not loaded it yet. */
function runs(name: string): unknown {
  for (const known of Object.keys(require.cache)) if (known.startsWith(folder)) delete require.cache[known];
  return require(place(name)) as unknown;
}
/** Notes what V8 makes of a module, and writes it. */
function build(name: string): void {
  const writeAll = noteCompiled(folder);
  runs(name);
  writeAll();
  modules._compile = nodes;
}
const keep = (cache: CompileCache) => writeFileSync(place(".next/compile-cache.bin"), packCompileCache(cache));
const cached = () => readCompileCache(folder) ?? new Map<string, { source: string; code: Buffer }>();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "svc-compile-cache-")));
  mkdirSync(place(".next"));
});
afterEach(() => {
  modules._compile = nodes;
  rmSync(folder, { recursive: true, force: true });
});

test("a module that was compiled for it runs as Node would run it", async () => {
  write("other.cjs", "exports.name = 'other';");
  write(
    "one.cjs",
    "module.exports = { other: require('./other.cjs').name, file: __filename, folder: __dirname, own: module.id, " +
      "at: require.resolve('./other.cjs'), known: Object.keys(require.cache).includes(__filename), self: this === exports, " +
      "later: () => import('node:path') };",
  );
  const plain = runs("one.cjs") as { later(): Promise<typeof path> };
  build("one.cjs");
  expect([...cached().keys()].sort()).toEqual(["one.cjs", "other.cjs"]);
  compileFromCache(folder);
  const ours = runs("one.cjs") as typeof plain;
  expect({ ...ours, later: 0 }).toEqual({ ...plain, later: 0 });
  expect((await ours.later()).sep).toBe(path.sep);
});

test("V8's code is run instead of the text, as long as the text is what it was made of", () => {
  write("built.cjs", "module.exports = 1;");
  build("built.cjs");
  // V8 has not compiled this one yet. It takes any text of the same length for the same.
  write("one.cjs", "module.exports = 1;");
  const other = new Script(Module.wrap("module.exports = 2;")).createCachedData();
  const { source } = cached().get("built.cjs") ?? { source: "" };
  keep(new Map([["one.cjs", { source, code: other }]]));
  compileFromCache(folder);
  expect(runs("one.cjs")).toBe(2);
  write("one.cjs", "module.exports = 3;");
  expect(runs("one.cjs")).toBe(3);
});

const sourceOf = (text: string) => createHash("sha256").update(text).digest("base64");

test.each([
  ["another V8's code", 4],
  ["code that was compiled with other flags", 12],
])("%s is not run, nor anything more of that cache", (_, headerAt) => {
  // V8 has compiled neither yet.
  const texts = { "first.cjs": "module.exports = require('./next.cjs');", "next.cjs": "module.exports = 5;" };
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const codeOf = (text: string) => new Script(Module.wrap(text)).createCachedData();
  const spoilt = codeOf("module.exports = require('./none.cjs');");
  // These bytes say which V8 made it, or with which flags.
  spoilt.writeUInt32LE(~spoilt.readUInt32LE(headerAt) >>> 0, headerAt);
  const first = { source: sourceOf(texts["first.cjs"]), code: spoilt };
  const next = { source: sourceOf(texts["next.cjs"]), code: codeOf("module.exports = 6;") };
  const cache = { "first.cjs": first, "next.cjs": next };
  keep(new Map(Object.entries(cache)));
  compileFromCache(folder);
  expect(runs("first.cjs")).toBe(5);
});

test("one that another Node made is none, though V8 may not notice", () => {
  write("one.cjs", "module.exports = 1;");
  build("one.cjs");
  const whole = readFileSync(place(".next/compile-cache.bin"));
  const digest = (bytes: Buffer) => Buffer.from(createHash("sha256").update(bytes).digest("base64"), "latin1");
  const node = digest(Buffer.from("another Node"));
  const rest = Buffer.concat([node, whole.subarray(2 * node.length)]);
  writeFileSync(place(".next/compile-cache.bin"), Buffer.concat([digest(rest), rest]));
  expect(readCompileCache(folder)).toBeNull();
  writeFileSync(place(".next/compile-cache.bin"), whole);
  expect(readCompileCache(folder)).not.toBeNull();
});

test("one that was made on a machine with another CPU is as good", () => {
  write("one.cjs", "module.exports = 1;");
  build("one.cjs");
  const tag = vi.spyOn(v8, "cachedDataVersionTag").mockReturnValue(~v8.cachedDataVersionTag() >>> 0);
  Module.syncBuiltinESMExports();
  try {
    expect(readCompileCache(folder)).not.toBeNull();
  } finally {
    tag.mockRestore();
    Module.syncBuiltinESMExports();
  }
});

test("what is no CommonJS is left to Node while a cache is made", () => {
  write("one.cjs", "#!/usr/bin/env node\nmodule.exports = 1;");
  build("one.cjs");
  expect([...cached().keys()]).toEqual([]);
});

test("whoever runs the vault may read it, and only its owner may write it", () => {
  const before = process.umask(0o077);
  write("one.cjs", "module.exports = 1;");
  build("one.cjs");
  process.umask(before);
  expect(statSync(place(".next/compile-cache.bin")).mode & 0o777).toBe(0o644);
});

test("one that can't be written is told of, and nothing of it is left", () => {
  write("one.cjs", "module.exports = 1;");
  mkdirSync(place(".next/compile-cache.bin"));
  expect(() => build("one.cjs")).toThrow();
  expect(readdirSync(place(".next"))).toEqual(["compile-cache.bin"]);
});

test("without a cache, everything is compiled as ever", () => {
  compileFromCache(folder);
  expect(modules._compile).toBe(nodes);
});

const caches = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.record({ source: fc.string(), code: fc.uint8Array().map((bytes) => Buffer.from(bytes)) }),
  { noNullPrototype: true },
);

test("it is read as it was written", () => {
  fc.assert(
    fc.property(caches, (made) => {
      const cache = new Map(Object.entries(made));
      expect(unpackCompileCache(packCompileCache(cache))).toEqual(cache);
    }),
  );
});

test("a damaged one is none: cut, or with any bit changed", () => {
  write("one.cjs", "module.exports = 1;");
  build("one.cjs");
  const whole = readFileSync(place(".next/compile-cache.bin"));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(7), fc.boolean(), (at, bit, isCut) => {
      const damaged = Buffer.from(isCut ? whole.subarray(0, at) : whole);
      if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      writeFileSync(place(".next/compile-cache.bin"), damaged);
      expect(readCompileCache(folder)).toBeNull();
    }),
  );
});
