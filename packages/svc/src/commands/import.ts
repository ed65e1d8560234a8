import type { ImportItems, ImportOutcome, ImportResult } from "../../../../lib/contracts/transfer/import";
import type { Columns, Imported } from "../../../../lib/import";
import { importFormats } from "../../../../lib/import/formats";
import { unsealed, sealingOptions } from "../transfer/sealing";
import { command, expectArgs, refuseOptions, selection } from "../command";
import { afterDoing, exitCodes, CliError } from "../cli-error";
import {
  confirmed,
  noFile,
  note,
  printJson,
  printLine,
  readBytes,
  inputFileBytesMax,
  readInputBytes,
  textIn,
} from "../terminal/terminal";
import { selectionOf } from "../variables/variables";
import type { Selection, VaultClient } from "../vault/vault";

const signs = { created: "+", updated: "~", unchanged: "=", rejected: "!", noted: "?" } as const;

export const importFile = command({
  usage: "FILE [--format FORMAT] [--project NAME] [--env ENV] [--check] [--partial] [--yes]",
  summary: "Stores what another tool exported; - reads standard input",
  details: `Reads a vault's own export (also sealed with age), .env, JSON, CSV, Bitwarden, 1Password, Infisical, Doppler, Kubernetes, HashiCorp Vault, AWS, otpauth:// links, Google Authenticator, Aegis, 2FAS and Ente.
Shows which names are new (+) and changed (~) and how many are unchanged (=), and which ones to look at (?), then asks. Stores all or nothing, a vault's own export in steps of at most 2,000 items; a second run changes nothing.`,
  options: {
    ...selection,
    format: { type: "string", short: "f", value: "FORMAT", values: importFormats, help: importFormats.join(", ") },
    columns: {
      type: "string",
      value: "A=B,…",
      help: "CSV: which column is name, value, project, environment, notes …",
    },
    check: { type: "boolean", help: "change nothing: exit code 1 if anything would change" },
    partial: { type: "boolean", help: "leave out what can't be imported" },
    ...sealingOptions,
    identity: { type: "string", value: "FILE", asks: "files", help: "the age identity that opens a sealed file" },
    yes: { type: "boolean", short: "y", help: "don't ask" },
  },
  offers: "files",
  examples: [
    "svc import .env --project billing --env development",
    "svc import bitwarden.json --check",
    "svc import keys.csv --columns name=Key,value=Secret -p billing",
    "svc import aegis.json --yes",
    "svc import vault.json.age",
  ],
  async run({ flags, args, json, settings, vault }) {
    const [file = ""] = expectArgs(args, "FILE");
    const format = importFormats.find((known) => known === (flags.format ?? "auto"));
    if (!format) throw new CliError("usage", `--format takes one of ${importFormats.join(", ")}.`);
    const { columnKinds, decodeText, exportBytes, importAll, readImport, tooMuchFor } =
      await import("../transfer/import-readers");
    if (flags.identity !== undefined)
      refuseOptions(
        flags,
        ["passphrase", "passphrase-file"],
        (option) => `--identity opens the file: leave out ${option}.`,
      );
    const columns = flags.columns === undefined ? undefined : columnsIn(flags.columns, columnKinds);
    const bytes = file === "-" ? await readInputBytes(inputFileBytesMax) : readBytes(file);
    if (bytes === null) throw noFile(file);
    const text = textIn(decodeText(unpacked(await unsealed(bytes, flags), exportBytes)), "This is not UTF-8 text.");
    const chosen = selectionOf(flags, settings());
    const imported = withSelection(
      readImport(text, {
        format,
        project: chosen.project ?? "",
        ...(columns ? { columns } : {}),
      }),
      chosen,
    );
    const { entries, twoFactor, notes = [], whole } = imported;
    const source = file === "-" ? "standard input" : file;
    if (whole) {
      const why = `${source} is a vault's own export, which says where everything belongs`;
      refuseOptions(flags, ["project", "env"], (option) => `${why}: leave out ${option}.`);
    }
    if (!whole && entries.length + twoFactor.length + imported.faults.length === 0)
      throw new CliError("refused", `There is nothing to import in ${source}.`);
    const tooMuch = tooMuchFor(imported);
    if (tooMuch !== null) throw new CliError("refused", `${source} can't be imported. ${tooMuch}`);
    const preview = await importAll(imported, (batch) => vault().importItems({ preview: true, ...batch }));
    const labels = [
      ...entries.map(
        ({ category, name, environment }, index) =>
          `${preview.entries[index]?.category ?? category} — ${name}${environment ? ` (${environment})` : ""}`,
      ),
      ...twoFactor.map(({ service, accountName }) => `${service} — ${accountName} (two-factor)`),
      ...(whole?.categories ?? []).map(({ name }) => `${name} (category)`),
      ...(whole?.envProjects ?? []).map(({ name }) => `${name} (env project)`),
      ...(whole?.envFiles ?? []).map(({ project, fileType }) => `${project} — .${fileType}`),
    ];
    const named = ({ entries, twoFactor, categories, envProjects, envFiles }: typeof preview) =>
      [entries, twoFactor, categories, envProjects, envFiles].flat().map(({ action, message, id = null }, index) => ({
        name: labels[index] ?? "",
        action,
        message,
        id,
      }));
    const outcomes = named(preview);
    const faults = [
      ...imported.faults,
      ...outcomes
        .filter(({ action }) => action === "rejected")
        .map(({ name, message }) => ({ where: name, message: message ?? "" })),
    ];
    const { created, updated } = preview.counts;
    const isRefused = faults.length > 0 && !flags.partial;
    // No question was asked, so report what was stored.
    const tellsStored = json && flags.yes && !flags.check && !isRefused && created + updated > 0;
    if (json && !tellsStored) printJson({ items: outcomes, faults, notes });
    if (!json) show(outcomes, faults, notes);
    if (isRefused)
      throw new CliError(
        "refused",
        `${faults.length} can't be imported: nothing was stored. Fix ${source}, or add --partial to import the rest.`,
      );

    if (created + updated === 0) return json ? undefined : note(nothingNew(preview.counts.unchanged, faults.length));
    if (flags.check) return exitCodes.refused;
    if (!(await confirmed(`Create ${created}, update ${updated}?`, flags.yes, true)))
      throw new CliError("refused", "Nothing was stored.");
    const stored = await importAll(imported, tellingDone(vault()));
    if (tellsStored) printJson({ items: named(stored), faults, notes });
    if (!json) note(`Created ${stored.counts.created}, updated ${stored.counts.updated}.`);
    const late = named(stored).filter(
      ({ action }, index) => action === "rejected" && outcomes[index]?.action !== "rejected",
    );
    if (late.length > 0)
      throw new CliError(
        "refused",
        `${late.length} could not be stored, since the vault was changed after the preview:`,
        late.map(({ name, message }) => `${name}: ${message ?? ""}`),
      );
  },
});

/** Imports one batch after another. If one fails, the error says how much was stored before. */
function tellingDone(vault: VaultClient): (batch: ImportItems) => Promise<ImportResult> {
  const before = { created: 0, updated: 0 };
  return async (batch) => {
    const result = await vault.importItems(batch).catch((error: unknown) => {
      const done = `${before.created} had already been created and ${before.updated} updated: run it again for the rest`;
      throw afterDoing(error, before.created + before.updated > 0 ? done : null);
    });
    before.created += result.counts.created;
    before.updated += result.counts.updated;
    return result;
  };
}

/** Why nothing is stored: of what was not left out, the vault has everything. */
function nothingNew(unchanged: number, faults: number): string {
  if (faults === 0) return "Everything is already in the vault.";
  return unchanged === 0 ? "None of it can be imported." : "Everything that can be imported is already in the vault.";
}

function unpacked(file: Uint8Array, exportBytes: (file: Uint8Array) => Uint8Array): Uint8Array {
  try {
    return exportBytes(file);
  } catch (error) {
    throw new CliError("usage", `The export can't be read: ${(error as RangeError).message}.`);
  }
}

/** Fills in the selection for what the file doesn't say. */
function withSelection(imported: Imported, { project, env }: Selection): Imported {
  // A vault's own export says all of it.
  if (imported.whole) return imported;
  if (project === undefined && imported.entries.some(({ name }) => name === ""))
    throw new CliError("usage", "Which project are the entries for? Add --project.");
  return {
    ...imported,
    entries: imported.entries.map((entry) =>
      env === undefined || env === "none" ? entry : { ...entry, environment: entry.environment ?? env },
    ),
  };
}

/** Repeats nothing of what it refuses, as for every option. */
function columnsIn(text: string, kinds: readonly string[]): Columns {
  const pairs = text.split(",").map((pair) => {
    const [kind = "", ...title] = pair.split("=");
    return [kind.trim(), title.join("=").trim()] as const;
  });
  if (pairs.some(([kind, title]) => !kinds.includes(kind) || title === ""))
    throw new CliError(
      "usage",
      `--columns takes what a column holds, and its title, as in name=Key,value=Secret. It can hold ${kinds.join(", ")}.`,
    );
  return Object.fromEntries(pairs);
}

function show(
  outcomes: readonly (Pick<ImportOutcome, "action"> & { name: string })[],
  faults: Imported["faults"],
  notes: Imported["faults"],
): void {
  for (const { name, action } of outcomes)
    if (action === "created" || action === "updated") printLine(`  ${signs[action]} ${name}`, process.stderr);
  const { length: same } = outcomes.filter(({ action }) => action === "unchanged");
  if (same > 0 && same < outcomes.length + faults.length)
    printLine(`  ${signs.unchanged} ${same} unchanged`, process.stderr);
  for (const { where, message } of notes) printLine(`  ${signs.noted} ${where}: ${message}`, process.stderr);
  for (const { where, message } of faults) printLine(`  ${signs.rejected} ${where}: ${message}`, process.stderr);
}
