import path from "node:path";

/** Any one argument that is neither empty nor an option. */
const wildcard = "*";

/**
 * Whether a pattern allows a command: as many arguments, each of them exactly as it is written there, or any one where
 * `*` stands. `*` takes no option, since options make many programs read, write or run something else.
 */
export const allows = (pattern: readonly string[], command: readonly string[]): boolean =>
  pattern.length === command.length &&
  pattern.every((part, at) => {
    const argument = command[at] ?? "";
    return part === argument || (part === wildcard && at > 0 && argument !== "" && !argument.startsWith("-"));
  });

/** Programs that run what an argument says, as code or as another program. */
const runners = new Set(
  (
    "sh bash dash ash zsh ksh fish csh tcsh pwsh powershell cmd busybox env xargs nohup nice timeout time setsid sudo " +
    "doas su ssh find awk gawk mawk sed perl ruby php lua tclsh osascript node nodejs deno bun npx pnpx bunx uvx tsx " +
    "eval exec script watch parallel strace gdb vim vi ex emacs man less make docker podman kubectl"
  ).split(" "),
);

/** The program's name without its folder, its ending and its version, as in python3.12. */
function programName(program: string): string {
  const name = path.basename(program.replaceAll("\\", "/")).toLowerCase();
  const plain = [".exe", ".cmd", ".bat", ".com", ".cjs", ".js"].reduce(
    (kept, ending) => (kept.endsWith(ending) ? kept.slice(0, -ending.length) : kept),
    name,
  );
  let end = plain.length;
  while (end > 0 && "0123456789.-".includes(plain[end - 1] ?? "")) end -= 1;
  return plain.slice(0, end) || plain;
}

/** Whether a command is svc itself, which would print values that no mask knows. */
export const isSvc = ([program = ""]: readonly string[]): boolean =>
  ["svc", "svc-admin"].includes(programName(program));

/** Why a pattern can't be in the list; null if it can. */
export function fault(pattern: readonly string[]): string | null {
  const name = programName(pattern[0] ?? "");
  if (pattern[0] === wildcard) return "The first part is the program, and can't be *.";
  if (isSvc(pattern)) return "svc prints values itself: no agent may run it.";
  if (pattern.includes(wildcard) && (runners.has(name) || name.startsWith("python")))
    return `${name} can run whatever an argument says, so * can't follow it: write out each command.`;
  return null;
}
