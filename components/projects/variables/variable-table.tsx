import { Search } from "lucide-react";
import { useState } from "react";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { SearchInput } from "@/components/ui/inputs/search-input";
import type { OnEntryAction } from "@/components/entries/use-entry-actions";
import { searched } from "@/lib/client/words/search-words";
import { columnLabels } from "./column-words";
import { GapCell } from "./gap-cell";
import { VariableCell } from "./variable-cell";
import { useGridKeys } from "./use-grid-keys";
import { gapOf, type Column, type Row, type Table } from "./variables";

type VariableTableProps = {
  name: string;
  table: Table;
  /** The id of the entry that is open in the panel. */
  opened: string;
  search: string;
  onSearch: (search: string) => void;
  /** For those who may write entries. */
  onAdd: ((row: Row, column: Column) => void) | undefined;
  onAction: OnEntryAction;
  /** While an entry is open: where the table's keys lead the panel. */
  onMove: ((entryId: string) => void) | undefined;
};

const drawnAtFirst = 100;
const searchedFrom = 8;

/**
 * Variables by environment, a grid for the keyboard; on a phone each variable is a card. The roles are repeated because
 * stacked cells make browsers forget that this is a table.
 */
export function VariableTable({ name, table, search, onSearch, onMove, ...cells }: VariableTableProps) {
  const grid = useGridKeys(onMove);
  const [all, setAll] = useState(false);
  const { rows, columns } = table;
  const found = searched(rows, search, (row) => `${row.name} ${row.category.name}`);
  const drawn = all ? found : found.slice(0, drawnAtFirst);
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState title="No variables yet">
          Only an env project has this name so far. Entries of this project appear here.
        </EmptyState>
      </Card>
    );
  return (
    <section aria-label="Variables" className="space-y-3">
      {rows.length > searchedFrom && (
        <SearchInput
          label="Search variables"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="sm:max-w-sm"
        />
      )}
      <Card className="overflow-clip">
        {found.length === 0 ? (
          <EmptyState
            icon={<Search />}
            title="No variables match"
            actions={<Button onClick={() => onSearch("")}>Clear search</Button>}
          >
            No variable or category contains “{search.trim()}”.
          </EmptyState>
        ) : (
          <div className="md:overflow-x-auto">
            <table
              {...grid}
              role="grid"
              aria-label={`Variables of ${name}`}
              className="block w-full text-sm md:table md:min-w-176 md:table-fixed"
            >
              <thead role="rowgroup" className="max-md:sr-only">
                <tr role="row" className="border-b border-line text-left text-xs text-muted">
                  <th role="columnheader" className="w-64 px-4 py-2 font-medium">
                    Variable
                  </th>
                  {columns.map((column) => (
                    <th key={column} role="columnheader" className="px-3 py-2 font-medium">
                      {columnLabels[column]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody role="rowgroup" className="block divide-y divide-line md:table-row-group">
                {drawn.map((row) => (
                  <VariableRow key={row.key} row={row} table={table} {...cells} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {drawn.length < found.length && (
        <p className="text-center">
          <Button onClick={() => setAll(true)}>Show all {found.length} variables</Button>
        </p>
      )}
    </section>
  );
}

type VariableRowProps = Pick<VariableTableProps, "table" | "opened" | "onAdd" | "onAction"> & { row: Row };

function VariableRow({ row, table, opened, onAdd, onAction }: VariableRowProps) {
  return (
    // On a phone, the browser lays out only the cards that are seen.
    <tr
      role="row"
      className="block p-3 max-md:[contain-intrinsic-size:auto_15rem] max-md:[content-visibility:auto] md:table-row"
    >
      <th
        role="rowheader"
        className="block pb-1 text-left align-top font-normal md:sticky md:left-0 md:z-1 md:table-cell md:bg-surface md:px-4 md:py-3"
      >
        <span className="flex min-w-0 items-start gap-2.5">
          <BrandIcon slug={row.category.icon} name={row.category.name} />
          <span className="min-w-0">
            <span className="block font-mono text-xs/5 font-medium break-all">{row.name}</span>
            {row.name !== row.category.name && (
              <span className="block text-xs break-words text-muted">{row.category.name}</span>
            )}
          </span>
        </span>
      </th>
      {table.columns.map((column) => {
        const entries = row.entriesOf.get(column);
        return (
          <td
            key={column}
            role="gridcell"
            tabIndex={-1}
            data-entry={entries?.map(({ id }) => id).join(" ")}
            aria-current={entries?.some(({ id }) => id === opened) || undefined}
            className="aria-[current=true]:bg-accent-soft flex focus-visible:-outline-offset-2 items-start gap-2 py-1 align-top max-md:border-t max-md:border-line max-md:first-of-type:border-t-0 md:table-cell md:px-3 md:py-2"
          >
            <span aria-hidden className="w-24 shrink-0 pt-1.5 text-xs text-muted md:hidden">
              {columnLabels[column]}
            </span>
            {entries ? (
              <div className="min-w-0 flex-1 space-y-2">
                {entries.map((entry) => (
                  <VariableCell
                    key={`${entry.id} ${entry.version}`}
                    row={row}
                    column={column}
                    entry={entry}
                    onAction={onAction}
                  />
                ))}
              </div>
            ) : (
              <GapCell
                gap={gapOf(table, row, column)}
                row={row}
                column={column}
                lacking={row.lacking.get(column)}
                onAdd={onAdd}
                onAction={onAction}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}
