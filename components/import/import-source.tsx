import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { DropArea, useFilePicker } from "@/components/ui/inputs/drop-area";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { onDemand } from "@/components/ui/states/on-demand";
import { Options, Select } from "@/components/ui/inputs/select";
import { Textarea } from "@/components/ui/inputs/textarea";
import { environmentLabels } from "@/lib/client/words/labels";
import type { Environment } from "@/lib/contracts/primitives";
import type { Columns, ImportFormat } from "@/lib/import";
import { isSealedText } from "@/lib/import/sealed-text";

export type Source = {
  text: string;
  fileName: string | null;
  format: ImportFormat;
  project: string;
  environment: Environment | "";
  columns: Columns;
};

/** Of a file, whose text is not edited. A field with millions of characters takes seconds to draw. */
const shownMax = 20_000;

// With the reader of CSV, whose columns it offers.
const CsvColumns = onDemand(() => import("./csv-columns"), null);

// With age, which opens it.
const SealedFile = onDemand(() => import("./sealed-file"), null);

const formats: readonly (readonly [ImportFormat, string])[] = [
  ["auto", "Detect automatically"],
  ["everything", "Everything in a vault (JSON)"],
  ["env", ".env"],
  ["json", "JSON object"],
  ["csv", "CSV, with commas, semicolons or tabs"],
  ["bitwarden", "Bitwarden (JSON, not encrypted)"],
  ["1password", "1Password (.1pux or CSV)"],
  ["infisical", "Infisical (JSON)"],
  ["doppler", "Doppler (JSON)"],
  ["kubernetes", "Kubernetes Secret (JSON)"],
  ["vault-kv", "HashiCorp Vault kv (JSON)"],
  ["aws", "AWS Secrets Manager (JSON)"],
  ["otpauth", "otpauth:// links, Google Authenticator"],
  ["aegis", "Aegis (not encrypted)"],
  ["2fas", "2FAS (not encrypted)"],
  ["ente", "Ente Auth (plain text)"],
];

/** What age encrypted, under a key that differs for other bytes: its passphrase is then asked for again. */
const chosen = (file: File) => ({ key: `${file.name} ${file.size} ${file.lastModified}`, file, name: file.name });
const pasted = (text: string) => ({ key: text, file: new File([text.trim()], "pasted.age"), name: "the pasted text" });

/** The text and the options that it doesn't contain itself. Kept in the owner's state, and dropped with the page. */
export function ImportSource({ source, onChange }: { source: Source; onChange: (part: Partial<Source>) => void }) {
  const [error, setError] = useState<string>();
  const [sealed, setSealed] = useState<File>();

  // Reading takes a while. What was typed or chosen meanwhile must not be replaced.
  const reading = useRef<File>(undefined);

  async function take(file: File) {
    reading.current = file;
    const isWanted = () => reading.current === file;
    try {
      const { isSealedFile, readExportFile } = await import("@/lib/client/browser/read-text-file");
      const isSealed = await isSealedFile(file);
      const text = isSealed ? undefined : await readExportFile(file);
      if (!isWanted()) return;
      setSealed(isSealed ? file : undefined);
      if (text !== undefined) onChange({ text, fileName: file.name });
      setError(undefined);
    } catch (cause) {
      if (isWanted()) setError(cause instanceof Error ? cause.message : "The file can't be read");
    }
  }
  const picker = useFilePicker("File to import", take);
  const toOpen = sealed ? chosen(sealed) : isSealedText(source.text) ? pasted(source.text) : undefined;
  const isLong = source.fileName !== null && source.text.length > shownMax;

  return (
    <DropArea label="Drop the file here" onFile={take}>
      <div className="space-y-4">
        <Field
          label="Text"
          description={
            source.fileName
              ? `From ${source.fileName}${isLong ? ". All of it is read; its beginning is shown." : ""}`
              : "Drop a file or a picture of QR codes here, choose one, or paste the text."
          }
          error={error}
          required
          aside={
            <span className="flex gap-2">
              {isLong && (
                <Button
                  size="small"
                  onClick={() => {
                    reading.current = undefined;
                    onChange({ text: "", fileName: null });
                  }}
                >
                  Remove
                </Button>
              )}
              <Button size="small" icon={<Upload />} onClick={picker.choose}>
                Choose a file
              </Button>
            </span>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              mono
              rows={8}
              autoComplete="off"
              readOnly={isLong}
              value={isLong ? source.text.slice(0, shownMax) : source.text}
              onChange={(event) => {
                // It takes the place of a file that was chosen and is not read or open yet.
                reading.current = undefined;
                setSealed(undefined);
                onChange({ text: event.target.value, fileName: null });
              }}
            />
          )}
        </Field>
        {picker.input}
        {toOpen && (
          <SealedFile
            key={toOpen.key}
            file={toOpen.file}
            name={toOpen.name}
            onOpen={(text) => {
              reading.current = undefined;
              onChange({ text, fileName: toOpen.name });
              setSealed(undefined);
            }}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                value={source.format}
                onChange={(event) => onChange({ format: event.target.value as ImportFormat })}
              >
                <Options of={formats} />
              </Select>
            )}
          </Field>
          <Field label="Project" description="Used for items that don’t name a project.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={source.project}
                onChange={(event) => onChange({ project: event.target.value })}
              />
            )}
          </Field>
          <Field label="Environment">
            {(control) => (
              <Select
                {...control}
                value={source.environment}
                onChange={(event) => onChange({ environment: event.target.value as Environment | "" })}
              >
                <option value="">From the file, if set</option>
                <Options of={Object.entries(environmentLabels)} />
              </Select>
            )}
          </Field>
        </div>
        {source.format === "csv" && (
          <CsvColumns text={source.text} columns={source.columns} onChange={(columns) => onChange({ columns })} />
        )}
      </div>
    </DropArea>
  );
}
