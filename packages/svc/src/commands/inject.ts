import path from "node:path";
import { command, expectArgs } from "../command";
import { CliError } from "../cli-error";
import { type Lead, leadOf, valuesOf } from "../vault/leads";
import { fillIn, findPlaceholders } from "../variables/template";
import { note, printJson, printText, readInput, readNamed } from "../terminal/terminal";
import { writeOutput } from "../written-file";

export const inject = command({
  usage: "TEMPLATE [--output FILE]",
  summary: "Prints a text file with each {{ svc://… }} replaced by its value; - reads standard input",
  details:
    "A reference is svc://category/name/environment, with /field for a group, each part percent-encoded, - for no environment. Every other byte stays as it is, and so do other braces. If one reference can't be resolved, svc names its line and column, reveals no value and writes nothing.",
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      asks: "files",
      help: "write to a file that only you can read",
    },
  },
  offers: "files",
  examples: [
    "svc inject nginx.conf.template -o nginx.conf",
    "echo 'key: {{ svc://Stripe/billing/production }}' | svc inject -",
    "svc inject compose.template.yaml | docker compose -f - up -d",
  ],
  async run({ flags, args, json, vault }) {
    const [file = ""] = expectArgs(args, "TEMPLATE");
    const { output } = flags;
    if (output !== undefined && file !== "-" && path.resolve(output) === path.resolve(file))
      throw new CliError("usage", `${file} is the template itself: write to another file.`);
    const text = file === "-" ? await readInput() : readNamed(file);
    const filled = await withValues(text, file, vault);
    if (output === undefined) return printText(filled);
    writeOutput(output, filled);
    if (json) printJson({ file: output });
    else note(`Wrote ${output}.`);
  },
});

async function withValues(text: string, file: string, vault: () => Parameters<typeof valuesOf>[0]): Promise<string> {
  const placeholders = findPlaceholders(text);
  if (placeholders.length === 0) return text;
  const entries = await vault().listEntries();
  const leads = placeholders.map(({ reference }) => leadOf(reference, entries));
  const faults = leads.map((lead, index) => (typeof lead === "string" ? where(index, lead) : null));
  refuse(faults);
  const values = await valuesOf(vault(), leads as Lead[]);
  refuse(values.map((value, index) => (value === undefined ? where(index, "was just changed: try again") : null)));
  return fillIn(text, placeholders, values as string[]);

  function where(index: number, fault: string): string {
    const { line = 0, column = 0, reference } = placeholders[index] ?? {};
    return `${file === "-" ? "standard input" : file}:${line}:${column}: ${reference ?? "{{ svc://… without }}"} ${fault}`;
  }
}

/** How many are named. */
const faultsShown = 20;

function refuse(faults: readonly (string | null)[]): void {
  const found = faults.filter((fault) => fault !== null);
  if (found.length === 0) return;
  const more = found.length - faultsShown;
  throw new CliError(
    "refused",
    `${found.length === 1 ? "1 reference" : `${found.length} references`} can't be resolved${more > 0 ? ` (${more} are not shown)` : ""}, so nothing was written:`,
    found.slice(0, faultsShown),
  );
}
