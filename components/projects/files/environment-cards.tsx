import { Download } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem } from "@/components/ui/buttons/menu";
import { toast } from "@/components/ui/toasts/toast";
import { describeError } from "@/lib/client/http/describe-error";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { columnLabels } from "../variables/column-words";
import { formats, type FormatName } from "../variables/formats";
import { fitsEnv } from "@/components/entries/selection/export-by-ids";
import { columnOf, countIn, type Column, type Table } from "../variables/variables";

type Props = { name: string; entries: readonly ListedEntry[]; table: Table };

/** What each environment has, and all of it as one text: copied, or as a file. */
export function EnvironmentCards({ name, entries, table }: Props) {
  const columns = table.columns.filter((column) => table.used.has(column));
  return (
    <section aria-label="Environments">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
        {columns.map((column) => (
          <EnvironmentCard key={column} name={name} entries={entries} table={table} column={column} />
        ))}
      </ul>
    </section>
  );
}

function EnvironmentCard({ name, entries, table: { rows }, column }: Props & { column: Column }) {
  const { may } = useRights();
  const [downloading, setDownloading] = useState(false);
  const label = columnLabels[column];
  const exported = entries.filter((entry) => columnOf(entry) === column && fitsEnv(entry)).length;
  const others = entries.filter((entry) => columnOf(entry) === column).length - exported;

  async function download({ format, file }: (typeof formats)[FormatName]) {
    setDownloading(true);
    try {
      const [{ exportVariables }, { downloadName, downloadText }] = await Promise.all([
        import("../variables/export-variables"),
        import("@/lib/client/browser/download-text"),
      ]);
      const text = await exportVariables(name, column, format);
      downloadText(downloadName(name, file(column === "none" ? "" : `.${column}`)), text);
    } catch (error) {
      toast.error(describeError(error).message);
    } finally {
      setDownloading(false);
    }
  }

  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3 pl-4">
      <div>
        <h2 className="text-sm">{label}</h2>
        <p className="text-xs text-muted">
          {countIn(rows, column)} of {rows.length === 1 ? "1 variable" : `${rows.length} variables`}
          {others > 0 && exported > 0 && ", SSH keys and JSON not in the .env"}
        </p>
      </div>
      {may("export:read") && exported > 0 && (
        <div className="-ml-1 flex flex-wrap gap-2">
          <CopyButton
            text={async () => (await import("../variables/export-variables")).exportVariables(name, column)}
            label={column === "none" ? "Copy as .env" : `Copy ${label.toLowerCase()} .env`}
            labelled
            size="small"
          />
          <Menu
            label={`Download ${label}`}
            align="start"
            trigger={(props) => (
              <IconButton
                {...props}
                size="small"
                label={`Download ${label}`}
                tooltip="Download"
                icon={<Download />}
                pending={downloading}
              />
            )}
          >
            {(Object.keys(formats) as FormatName[]).map((format) => (
              <MenuItem key={format} onSelect={() => void download(formats[format])}>
                {formats[format].label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </li>
  );
}
