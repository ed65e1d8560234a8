import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/states/empty-state";
import { environmentLabels } from "@/lib/client/words/labels";
import type { Extraction } from "@/lib/contracts/transfer/ai-extract";
import type { Environment } from "@/lib/contracts/primitives";
import { type PlannedEntry, variableNameOf } from "./plan";

export type Ticks = { entries: ReadonlySet<string>; generated: ReadonlySet<string> };
/** `present`: variables that already have a value in the file, which filling replaces. */
export type PlanTableProps = {
  plan: Extraction;
  ticks: Ticks;
  onTick: (kind: keyof Ticks, id: string, ticked: boolean) => void;
  present: ReadonlySet<string>;
};

/**
 * What would be written, each with a checkbox; missing names are marked. The roles are repeated because rows are
 * stacked on narrow screens.
 */
export function PlanTable({ plan, ticks, onTick, present }: PlanTableProps) {
  if (plan.matches.length === 0 && plan.missing.length === 0)
    return (
      <EmptyState title="Nothing in the vault matches this sentence" className="py-6">
        Name services, variables or a project, such as “Stripe and the database for billing”.
      </EmptyState>
    );
  return (
    <table role="table" className="block w-full text-sm sm:table">
      <caption className="sr-only">The plan</caption>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          <th role="columnheader">Entry</th>
          <th role="columnheader">Variables</th>
          <th role="columnheader">Why</th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line rounded-md border border-line sm:table-row-group">
        {plan.matches.map((match, index) => (
          <MatchRow
            key={match.entryId}
            match={match}
            focused={index === 0}
            present={present}
            ticked={ticks.entries.has(match.entryId)}
            onTick={(ticked) => onTick("entries", match.entryId, ticked)}
          />
        ))}
        {plan.missing.map((name) => (
          <MissingRow
            key={name}
            name={name}
            present={present}
            ticked={ticks.generated.has(name)}
            onTick={(ticked) => onTick("generated", name, ticked)}
          />
        ))}
      </tbody>
    </table>
  );
}

// As the vault's list has them.
const tones: Record<Environment, Tone> = { development: "neutral", staging: "accent", production: "warning" };

const rowStyle = "block px-3 py-2 sm:table-row";
const headStyle = "block py-1 text-left align-top font-normal sm:table-cell sm:w-2/5 sm:px-3 sm:py-2";
const cellStyle = "block py-0.5 align-top sm:table-cell sm:px-3 sm:py-2";

function MatchRow({
  match: { category, entry, environment, envVarNames, reason },
  focused,
  present,
  ticked,
  onTick,
}: {
  match: PlannedEntry;
  focused: boolean;
  present: ReadonlySet<string>;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}) {
  return (
    <tr role="row" className={rowStyle}>
      <th role="rowheader" className={headStyle}>
        <label className="flex min-h-control cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            data-autofocus={focused || undefined}
            className="size-4 shrink-0 cursor-pointer"
            checked={ticked}
            onChange={(event) => onTick(event.target.checked)}
          />
          <span className="min-w-0 break-words">
            <span className="font-medium">{category}</span> · {entry}
          </span>
          {environment && <Badge tone={tones[environment]}>{environmentLabels[environment]}</Badge>}
        </label>
      </th>
      <td role="cell" className={`${cellStyle} space-y-1 sm:w-1/3`}>
        {envVarNames.map((name) => (
          <div key={name}>
            <Variable name={name} replaces={present.has(name)} />
          </div>
        ))}
      </td>
      <td role="cell" className={`${cellStyle} text-xs break-words text-muted`}>
        {reason}
      </td>
    </tr>
  );
}

function MissingRow({
  name,
  present,
  ticked,
  onTick,
}: {
  name: string;
  present: ReadonlySet<string>;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}) {
  const variable = variableNameOf(name);
  return (
    <tr role="row" className={rowStyle}>
      <th role="rowheader" className={headStyle}>
        <span className="flex min-h-control items-center gap-2.5">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Badge tone="warning">Missing</Badge>
        </span>
      </th>
      <td role="cell" colSpan={2} className={cellStyle}>
        {variable ? (
          <label className="flex min-h-control cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 shrink-0 cursor-pointer"
              checked={ticked}
              onChange={(event) => onTick(event.target.checked)}
            />
            <span className="text-xs">
              Generate a random value for <Variable name={variable} replaces={present.has(variable)} />
            </span>
          </label>
        ) : (
          <span className="text-xs text-muted">The vault has nothing with this name</span>
        )}
      </td>
    </tr>
  );
}

function Variable({ name, replaces }: { name: string; replaces: boolean }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      <span className="font-mono text-xs wrap-anywhere">{name}</span>
      {replaces && <Badge tone="warning">Replaces a value</Badge>}
    </span>
  );
}
