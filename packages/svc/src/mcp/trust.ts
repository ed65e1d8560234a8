import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error";
import { settingsFolder } from "../credentials/credentials";
import { readText } from "../terminal/terminal";
import { writePrivately } from "../written-file";

/** A `.svc.json` as it stands now, with everything that its approval depends on. */
export type Approvable = { file: string; allow: readonly (readonly string[])[]; text: string; pins: readonly Pin[] };

/** A file of the project that an allowed command runs or reads: `digest` is the SHA-256 of what it holds. */
type Pin = { name: string; digest: string };

/** What these programs run is written in a file that their arguments don't name. */
const readBy: Record<string, readonly string[]> = {
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  bun: ["package.json"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  just: ["justfile"],
};

export function approvable(file: string, allow: readonly (readonly string[])[]): Approvable {
  const folder = path.dirname(file);
  const names = allow.flatMap(([program = "", ...args]) => [program, ...args, ...(readBy[program] ?? [])]);
  const pins = [...new Set(names)].sort().flatMap((name) => {
    const target = path.resolve(folder, name);
    if (!target.startsWith(folder + path.sep)) return [];
    // A program without a slash is looked up elsewhere, but an argument names a file as it is.
    if (!statSync(target, { throwIfNoEntry: false })?.isFile()) return [];
    return [{ name, digest: createHash("sha256").update(readFileSync(target)).digest("hex") }];
  });
  return { file: realpathSync(file), allow, text: readFileSync(file, "utf8"), pins };
}

/**
 * Whether the person at the terminal has approved this very file, with these very scripts. The record is bound to the
 * access key: who can forge one has no need to.
 */
export function isApproved(thing: Approvable, key: string): boolean {
  const recorded = Buffer.from(load()[thing.file] ?? "", "hex");
  const expected = macOf(thing, key);
  return recorded.length === expected.length && timingSafeEqual(recorded, expected);
}

export function approve(thing: Approvable, key: string): void {
  writePrivately(
    recordFile(),
    `${JSON.stringify({ ...load(), [thing.file]: macOf(thing, key).toString("hex") }, null, 2)}\n`,
  );
}

function macOf({ file, text, pins }: Approvable, key: string): Buffer {
  const macKey = Buffer.from(hkdfSync("sha256", key, "", "svc mcp allow v1", 32));
  return createHmac("sha256", macKey)
    .update(JSON.stringify([file, text, pins.map(({ name, digest }) => [name, digest])]))
    .digest();
}

const recordFile = () => path.join(settingsFolder(), "mcp-allowed.json");

function load(): Record<string, string> {
  const text = readText(recordFile());
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, string>);
  } catch {
    throw new CliError("usage", `${recordFile()} is damaged: delete it and run svc mcp allow again.`);
  }
}
