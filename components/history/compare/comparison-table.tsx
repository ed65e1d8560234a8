import { Check } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import type { ComparedName, Comparison } from "./compare-values";

export type ComparisonTableProps = Comparison & {
  leftName: string;
  rightName: string;
  valuesShown: boolean;
  /** What is said if nothing differs, or if there is nothing. */ words: { same: string; empty: string };
};

/** The roles are repeated because stacked rows in narrow places make browsers forget that this is a table. */
export function ComparisonTable({
  names,
  invalidLeft,
  invalidRight,
  leftName,
  rightName,
  valuesShown,
  words,
}: ComparisonTableProps) {
  const of = (kind: ComparedName["kind"]) => names.filter((compared) => compared.kind === kind);
  const groups = [
    { title: `Only in ${leftName}`, names: of("left-only") },
    { title: `Only in ${rightName}`, names: of("right-only") },
    { title: "Different values", names: of("differs") },
    { title: "The same", names: of("same") },
  ].filter((group) => group.names.length > 0);
  const invalid = [[leftName, invalidLeft] as const, [rightName, invalidRight] as const].filter(
    ([, count]) => count > 0,
  );

  return (
    <div className="@container space-y-3">
      {invalid.map(([name, count]) => (
        <p key={name} className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
          {count === 1 ? "1 line" : `${count} lines`} of {name} can’t be read and {count === 1 ? "is" : "are"} not shown
          here.
        </p>
      ))}
      {names.length > 0 && names.every(({ kind }) => kind === "same") && (
        <EmptyState icon={<Check />} title={words.same} className="py-6" />
      )}
      {names.length === 0 && <EmptyState title={words.empty} className="py-6" />}
      {groups.map((group) => (
        <ComparisonGroup
          key={group.title}
          {...group}
          leftName={leftName}
          rightName={rightName}
          valuesShown={valuesShown}
        />
      ))}
    </div>
  );
}

const drawnAtFirst = 200;

function ComparisonGroup({
  title,
  names,
  leftName,
  rightName,
  valuesShown,
}: {
  title: string;
  names: readonly ComparedName[];
  leftName: string;
  rightName: string;
  valuesShown: boolean;
}) {
  const [all, setAll] = useState(false);
  return (
    <div>
      <table role="table" className="block w-full text-sm @lg:table @lg:table-fixed">
        <caption className="block pb-1.5 text-left text-xs font-medium text-muted @lg:table-caption">
          {title} · {names.length}
        </caption>
        <thead role="rowgroup" className="sr-only">
          <tr role="row">
            <th role="columnheader">Name</th>
            <th role="columnheader">{leftName}</th>
            <th role="columnheader">{rightName}</th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y divide-line rounded-md border border-line @lg:table-row-group">
          {(all ? names : names.slice(0, drawnAtFirst)).map((compared) => (
            <tr key={compared.name} role="row" className="block px-3 py-2 @lg:table-row">
              <th
                role="rowheader"
                className="block py-1 text-left align-top font-mono text-xs font-medium break-all @lg:table-cell @lg:w-1/3 @lg:px-3 @lg:py-2.5"
              >
                {compared.name}
              </th>
              <Side file={leftName} value={compared.left} shown={valuesShown} />
              <Side file={rightName} value={compared.right} shown={valuesShown} />
            </tr>
          ))}
        </tbody>
      </table>
      {!all && names.length > drawnAtFirst && (
        <Button variant="ghost" className="mt-1" onClick={() => setAll(true)}>
          Show all {names.length}
        </Button>
      )}
    </div>
  );
}

function Side({ file, value, shown }: { file: string; value: string | undefined; shown: boolean }) {
  return (
    <td role="cell" className="flex items-baseline gap-2 py-0.5 align-top @lg:table-cell @lg:px-3 @lg:py-2">
      <span aria-hidden className="w-28 shrink-0 truncate font-mono text-2xs text-muted @lg:hidden">
        {file}
      </span>
      {value === undefined ? (
        <Badge tone="warning">Missing</Badge>
      ) : !shown ? (
        <span className="font-mono text-xs text-muted">
          <span aria-hidden>••••••••</span>
          <span className="sr-only">Hidden</span>
        </span>
      ) : value === "" ? (
        <Badge>Empty</Badge>
      ) : (
        <span className="min-w-0 font-mono text-xs break-all whitespace-pre-wrap">{value}</span>
      )}
    </td>
  );
}
