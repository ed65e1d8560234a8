import { hash } from "node:crypto";
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { constants, Script } from "node:vm";

/*
 * What V8 made of Next and the pages when the build tried them, so that the pages' process does not compile them anew:
 * that took a third of the time until a page's first answer. The build alone writes it, beside the code that it was made
 * of. (Node's own, `module.enableCompileCache`, came with version 22, and is written by the processes that use it.)
 */

/** V8's code of each module with the SHA-256 of its `source`, by the modules' paths below the app's folder. */
export type CompileCache = ReadonlyMap<string, { source: string; code: Buffer }>;

/** SHA-256 in base64. */
const digestOf = (content: string | Buffer): string => hash("sha256", content, "base64");

const fileIn = (folder: string): string => path.join(folder, ".next/compile-cache.bin");

/** In bytes: a digest of all that follows, that of the Node that made it, and the length of the list. */
const [digestBytes, nodeBytes, lengthBytes] = [44, 44, 4];

/**
 * Which Node this is, down to how it was built. V8 refuses the code of other versions of itself and what was compiled with other
 * flags, but Node's releases within one version of V8 differ, too, and crash with each other's code. The CPU is not compared:
 * V8 keeps bytecode, which is the same for all of one architecture.
 */
const ownNode = (): string =>
  digestOf(JSON.stringify([process.version, process.platform, process.arch, process.config]));

/**
 * As one file: a digest of all the rest, that of this Node, a list of the modules with their digests and lengths, and V8's
 * code of each.
 */
export function packCompileCache(cache: CompileCache): Buffer {
  const list = Buffer.from(JSON.stringify([...cache].map(([name, { source, code }]) => [name, source, code.length])));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(list.length);
  const node = Buffer.from(ownNode(), "latin1");
  const rest = Buffer.concat([node, length, list, ...[...cache.values()].map(({ code }) => code)]);
  return Buffer.concat([Buffer.from(digestOf(rest), "latin1"), rest]);
}

/** Throws RangeError if another Node packed it, or if a byte differs from what was packed: V8 itself would run damaged code. */
export function unpackCompileCache(file: Buffer): CompileCache {
  const rest = file.subarray(digestBytes);
  if (file.toString("latin1", 0, digestBytes) !== digestOf(rest)) throw new RangeError("damaged compile cache");
  if (rest.toString("latin1", 0, nodeBytes) !== ownNode()) throw new RangeError("compile cache of another Node");
  const listAt = nodeBytes + lengthBytes;
  let at = listAt + rest.readUInt32BE(nodeBytes);
  const list = JSON.parse(rest.toString("utf8", listAt, at)) as [string, string, number][];
  return new Map(list.map(([name, source, size]) => [name, { source, code: rest.subarray(at, (at += size)) }]));
}

/** CommonJS modules are compiled by this method of theirs, which Node documents nowhere and has had from the beginning. */
type Compiling = { _compile(this: NodeModule, content: string, filename: string, ...more: unknown[]): unknown };

/** From here on, modules run as the scripts that `scriptOf` makes of them. If that is null, Node compiles them. */
function compileBy(scriptOf: (content: string, filename: string) => Script | null): void {
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (content, filename, ...more) {
    const script = scriptOf(content, filename);
    if (!script) return compile.call(this, content, filename, ...more);
    const run = script.runInThisContext() as (...given: unknown[]) => unknown;
    return run.call(this.exports, this.exports, requireOf(this), this, filename, path.dirname(filename));
  };
}

/** What every module's `require` has. */
const { extensions, cache, main } = Module.createRequire(import.meta.url);

/** A module's own `require`, as Node makes it. Few look for files without loading them: what does that is made then. */
function requireOf(module: NodeModule): NodeRequire {
  const own = () => Module.createRequire(module.filename).resolve;
  const resolve = Object.assign((id: string, options?: { paths?: string[] }) => own()(id, options), {
    paths: (id: string) => own().paths(id),
  });
  // By the module's method, which Next replaces.
  return Object.assign((id: string) => module.require(id) as unknown, { resolve, extensions, cache, main });
}

const compiled = (content: string, filename: string, cachedData?: Buffer): Script =>
  new Script(Module.wrap(content), {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });

/**
 * From here on, modules that are in the build's cache are not compiled. One whose text is another by now is; and all are,
 * if there is no cache, or if another Node made it.
 */
export function compileFromCache(folder: string): void {
  const made = readCompileCache(folder);
  if (!made) return;
  let isOfThisNode = true;
  compileBy((content, filename) => {
    const found = isOfThisNode ? made.get(path.relative(folder, filename)) : undefined;
    if (!found || found.source !== digestOf(content)) return null;
    const script = compiled(content, filename, found.code);
    isOfThisNode = !script.cachedDataRejected;
    return script;
  });
}

/** Null if there is none that is whole and of this Node. */
export function readCompileCache(folder: string): CompileCache | null {
  try {
    return unpackCompileCache(readFileSync(fileIn(folder)));
  } catch {
    return null;
  }
}

/** For the build: from here on, what V8 compiles is noted. Returns what writes all of it, with what was compiled meanwhile. */
export function noteCompiled(folder: string): () => void {
  const scripts = new Map<string, { source: string; script: Script }>();
  compileBy((content, filename) => {
    try {
      const script = compiled(content, filename);
      scripts.set(path.relative(folder, filename), { source: digestOf(content), script });
      return script;
    } catch {
      // What is no CommonJS says so to Node itself.
      return null;
    }
  });
  return () => {
    const made = new Map(
      [...scripts].map(([name, { source, script }]) => [name, { source, code: script.createCachedData() }]),
    );
    const file = fileIn(folder);
    try {
      writeFileSync(`${file}.tmp`, packCompileCache(made));
      // As the rest of the build: whoever runs the vault reads it.
      chmodSync(`${file}.tmp`, 0o644);
      renameSync(`${file}.tmp`, file);
    } catch (error) {
      rmSync(`${file}.tmp`, { force: true });
      throw error;
    }
  };
}
