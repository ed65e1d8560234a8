import { command } from "../command";
import { CliError } from "../cli-error";
import { findProjectFile } from "../project-file";
import { type KeptKeySettings, withKeptKey } from "../settings";
import { ask, canAsk, note, printLine } from "../terminal/terminal";

declare const SVC_VERSION: string;

export const mcp = command({
  usage: "[--dir FOLDER] | allow",
  summary: "Serves the Model Context Protocol on standard input and output, for an agent or editor",
  details:
    'Its tools find names, compare them, and run commands with values in their environment; none answers with a value. Commands have to be in .svc.json, as in "mcp": {"allow": [["npm", "test"], ["psql", "-f", "*"]]}, where * stands for any one argument that is no option, and a person has to approve the list with svc mcp allow: after each change of .svc.json or of a script that it allows. Otherwise the person is asked, if the client can do that.',
  options: {
    dir: {
      type: "string",
      short: "d",
      value: "FOLDER",
      asks: "files",
      help: "the project's folder (default: this one)",
    },
  },
  offers: ["allow"],
  examples: ["svc mcp allow", "svc mcp", "svc mcp --dir ~/billing"],
  async run({ flags, args, settings }) {
    if (args.length > 1 || (args[0] !== undefined && args[0] !== "allow"))
      throw new CliError("usage", "svc mcp takes no argument other than allow.");
    if (flags.dir !== undefined) enter(flags.dir);
    const kept = () => withKeptKey(settings(), "svc mcp");
    if (args[0] === "allow") return approveList(kept());
    const { serve } = await import("../mcp/server");
    if (canAsk()) note("An agent or editor starts this command and talks to it. Ctrl-C ends it.");
    const fault = await serve(kept(), SVC_VERSION);
    if (fault !== null) throw new CliError("refused", fault);
  },
});

function enter(folder: string): void {
  try {
    process.chdir(folder);
  } catch {
    throw new CliError("usage", `There is no folder ${folder}.`);
  }
}

/** Without a terminal nobody can approve, and no option does it: an agent would only have to name it. */
async function approveList({ key }: KeptKeySettings): Promise<void> {
  const { fault } = await import("../mcp/allow-list");
  const { approvable, approve } = await import("../mcp/trust");
  if (!canAsk())
    throw new CliError(
      "refused",
      "svc mcp allow has to ask a person on a terminal, and there is none: nothing was approved.",
    );
  const file = findProjectFile(process.cwd());
  const allow = file?.mcp?.allow ?? [];
  if (!file || allow.length === 0)
    throw new CliError(
      "refused",
      `${file ? `${file.path} allows no commands` : "There is no .svc.json"}: add "mcp": {"allow": [["npm", "test"]]} to it.`,
    );
  const faults = allow.flatMap((pattern) => {
    const why = fault(pattern);
    return why === null ? [] : [`${JSON.stringify(pattern)}: ${why}`];
  });
  if (faults.length > 0) throw new CliError("refused", `${faults.join(" ")} Nothing was approved.`);
  const thing = approvable(file.path, allow);
  printLine(
    `${file.path} lets agents run, with the values of ${file.project ?? "no project"}${file.environment ? ` (${file.environment})` : ""}:`,
  );
  for (const pattern of allow)
    printLine(`  ${pattern.map((part) => (part === "*" ? "*" : JSON.stringify(part))).join(" ")}`);
  if (thing.pins.length > 0) printLine(`Approved as they are now: ${thing.pins.map(({ name }) => name).join(", ")}.`);
  if ((await ask("Approve this list? [y/N] ")).trim().toLowerCase() !== "y")
    throw new CliError("refused", "Nothing was approved.");
  approve(thing, key);
  note("Approved, until one of these files changes.");
}
