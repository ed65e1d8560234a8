import type { ExportFormat } from "../../../../lib/contracts/transfer/export";
import { serialize } from "../../../../lib/dotenv/document";
import { command, expectArgs, refuseOptions, selection } from "../command";
import { emptySelection } from "../variables/empty-selection";
import { CliError } from "../cli-error";
import type { Variable } from "../vault/export-answer";
import { fetchFrom, filesOptions, sourceOf } from "../variables/project-variables";
import { sealingOptions } from "../transfer/sealing";
import { note, printText, readBytes } from "../terminal/terminal";
import { describedNone, selectionOf, setTwice } from "../variables/variables";
import { isStream, writeOutput } from "../written-file";

const formats = [
  "dotenv",
  "next",
  "shell",
  "compose",
  "docker",
  "json",
  "github",
] as const satisfies readonly ExportFormat[];

const ofSealing = ["recipient", "passphrase", "passphrase-file", "plain"] as const;
const ofSelection = ["project", "env", "files", "local", "format", "partial", "allow-empty"] as const;

export const exportValues = command({
  usage:
    "[--format FORMAT] [--project NAME] [--env ENV] [--files] [--output FILE] [--allow-empty] | --everything --passphrase|--recipient age1…|--plain [--output FILE]",
  summary: "Prints values in a format: dotenv, next, shell, compose, docker, json or github",
  details:
    "Each format holds every value byte for byte. If it can't hold some, svc prints only their names; --partial prints the rest. A selection without values is an error and leaves FILE unchanged, and so is a name that two entries set.\n--everything writes all entries, files and two-factor tokens with their former values, as JSON (docs/formats/everything.md), sealed as an age file; svc import reads it.",
  options: {
    ...selection,
    ...filesOptions,
    format: {
      type: "string",
      short: "f",
      value: "FORMAT",
      values: formats,
      help: "the format (default: dotenv; with --json: json)",
    },
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      asks: "files",
      help: "write to a file that only you can read",
    },
    partial: { type: "boolean", help: "leave out what the format can't hold" },
    everything: { type: "boolean", help: "the whole vault as one file, sealed" },
    ...sealingOptions,
    recipient: { type: "string", value: "age1…", list: true, help: "seal it for these age recipients" },
    plain: { type: "boolean", help: "don't seal it: everybody who gets the file has every value" },
    "allow-empty": { type: "boolean", help: "print nothing if the selection has no values" },
  },
  examples: [
    "svc export -p billing -e production -o .env",
    "set -a; . <(svc export --format shell); set +a",
    'svc export --format github >> "$GITHUB_ENV"',
    "svc export --files -p billing -e production -f json",
    "svc export --everything --passphrase -o vault.json.age",
    "svc export --format docker -o web.env && docker run --env-file web.env …",
  ],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    if (flags.everything) {
      refuseOptions(
        flags,
        ofSelection,
        (option) => `--everything takes the whole vault, as JSON: leave out ${option}.`,
      );
      return (await import("../transfer/export-everything")).exportEverything(vault(), flags);
    }
    refuseOptions(flags, ofSealing, (option) => `${option} goes with --everything: other exports are not sealed.`);
    const format = formats.find((known) => known === (flags.format ?? (json ? "json" : "dotenv")));
    if (!format) throw new CliError("usage", `--format takes one of ${formats.join(", ")}.`);
    const chosen = selectionOf(flags, settings());
    const source = sourceOf(flags, chosen);
    const allowEmpty = flags["allow-empty"] === true;
    const { text, skipped, repeated } = source.files
      ? serialized(await fetchFrom(vault(), source, allowEmpty), format)
      : await vault().export(format, chosen);
    if (repeated.length > 0) throw setTwice(repeated, chosen);
    const isEmpty = skipped.length === 0 && (text === "" || text === "{}\n");
    if (isEmpty && !allowEmpty) throw await emptySelection(vault(), chosen);
    if (skipped.length > 0) {
      const left = `${format} can't hold ${skipped.join(", ")}, or the vault can't decrypt it.`;
      if (!flags.partial)
        throw new CliError("refused", `${left} Choose another --format, or add --partial to leave it out.`);
      note(left);
    }
    if (flags.output === undefined) printText(text);
    else if (isEmpty && !isStream(flags.output) && readBytes(flags.output)?.length)
      throw new CliError(
        "refused",
        `No variable is in ${describedNone(chosen)}, and ${flags.output} is not empty: it was left unchanged. Delete it first if you mean it.`,
      );
    else writeOutput(flags.output, text);
  },
});

function serialized(variables: readonly Variable[], format: ExportFormat) {
  const { text, refused } = serialize(variables, format);
  // Of two lines for one name in a file, the last counts.
  return { text, skipped: refused, repeated: [] };
}
