import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli-error";
import { readText } from "../terminal/terminal";

/** `isShared`: the folder lies outside of the repository, so other repositories may use it. */
type HookPlace = { folder: string; file: string; former: string; isShared: boolean };

const mark = "# Installed by svc hook install. svc hook uninstall removes it.";

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** Where git finds no svc, the hook calls the one that installed it: nobody could commit otherwise. */
const script = () => `#!/bin/sh
${mark}
if command -v svc >/dev/null 2>&1; then svc scan --staged
else ${quoted(process.execPath)} ${quoted(path.resolve(process.argv[1] ?? ""))} scan --staged; fi
code=$?
case $code in
0) ;;
1) echo "svc: Nothing was committed." >&2; exit 1 ;;
*) echo "svc: Nothing was committed, since this could not be checked. git commit --no-verify leaves out the check." >&2; exit $code ;;
esac
former="$(dirname "$0")/pre-commit.before-svc"
if [ -x "$former" ]; then exec "$former" "$@"; fi
`;

/** Where git looks for this repository's pre-commit hook; it knows core.hooksPath and worktrees. */
export function hookPlace(): HookPlace {
  const top = git("rev-parse", "--show-toplevel");
  const folder = path.resolve(git("rev-parse", "--git-path", "hooks"));
  const own = [top, path.resolve(git("rev-parse", "--git-common-dir"))].map(real);
  const isShared = !own.some((root) => isWithin(real(folder), root));
  return {
    folder,
    file: path.join(folder, "pre-commit"),
    former: path.join(folder, "pre-commit.before-svc"),
    isShared,
  };
}

function git(...args: string[]): string {
  const { status, stdout, error } = spawnSync("git", args, { encoding: "utf8" });
  if (error || status !== 0)
    throw new CliError("refused", error ? "git is not installed here." : "This is not a git repository.");
  return stdout.replace(/\r?\n$/, "");
}

const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(outer + path.sep);

/** The folder without links, also if it does not exist yet. */
const real = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : path.resolve(folder));

const isOurs = (file: string) => readText(file)?.includes(mark) === true;

/** Returns what it did, as a sentence. */
export function installHook({ folder, file, former }: HookPlace): string {
  if (isOurs(file) && readText(file) === script()) return "The hook is already installed.";
  // By an earlier svc, or one that was elsewhere.
  if (isOurs(file)) return attempt(file, () => (writeFileSync(file, script()), `Renewed ${file}.`));
  const hasFormer = existsSync(file);
  if (hasFormer && existsSync(former))
    throw new CliError("refused", `${file} and ${former} both exist: delete one of them first.`);
  return attempt(file, () => {
    mkdirSync(folder, { recursive: true });
    if (hasFormer) renameSync(file, former);
    try {
      writeFileSync(file, script(), { flag: "wx" });
      chmodSync(file, 0o755);
    } catch (error) {
      if (hasFormer) renameSync(former, file);
      throw error;
    }
    return `Installed ${file}.${hasFormer ? ` The hook that was there runs after it, as ${path.basename(former)}.` : ""}`;
  });
}

/** Returns what it did, as a sentence. */
export function uninstallHook({ file, former }: HookPlace): string {
  if (!isOurs(file)) throw new CliError("refused", `${file} is not a hook that svc installed: it was left unchanged.`);
  return attempt(file, () => {
    if (!existsSync(former)) {
      rmSync(file);
      return `Removed ${file}.`;
    }
    renameSync(former, file);
    return `Removed svc's hook: ${file} is the previous hook again.`;
  });
}

function attempt(file: string, work: () => string): string {
  try {
    return work();
  } catch (error) {
    throw new CliError("refused", `${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
