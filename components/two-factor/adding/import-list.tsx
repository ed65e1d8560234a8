import { Badge } from "@/components/ui/badge";
import { Input } from "@/components/ui/inputs/input";
import type { Candidate } from "./candidates";
import { kindText } from "../kind-text";
import type { Import } from "./use-import";

/** The found tokens, to be named and confirmed. Secrets are never shown. */
export function ImportList({ candidates, change, adding }: Import) {
  const unusable = candidates.filter(({ problem }) => problem !== undefined).length;
  return (
    <fieldset disabled={adding}>
      <legend className="legend mb-1.5">
        {candidates.length === 1 ? "1 token found" : `${candidates.length} tokens found`}
        {unusable > 0 && `, ${unusable} can’t be added`}
      </legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {candidates.map((candidate, index) => (
          <ImportRow
            key={candidate.key}
            candidate={candidate}
            number={index + 1}
            onChange={(fields) => change(candidate.key, fields)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function ImportRow({
  candidate: { service, accountName, kind, selected, known, twin, problem, error },
  number,
  onChange,
}: {
  candidate: Candidate;
  number: number;
  onChange: (fields: Parameters<Import["change"]>[1]) => void;
}) {
  const name = service || `token ${number}`;
  const unusual = problem === undefined && kind && kindText(kind);
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <label className="-ml-2 grid size-control shrink-0 place-items-center">
        <input
          type="checkbox"
          className="size-4"
          aria-label={`Add ${name}`}
          checked={selected}
          disabled={problem !== undefined}
          onChange={(event) => onChange({ selected: event.target.checked })}
        />
      </label>
      <div className="min-w-0 flex-1 space-y-1">
        {problem === undefined ? (
          <div className="grid gap-2 sm:grid-cols-2">
            <Input
              aria-label={`Service of token ${number}`}
              placeholder="Service"
              value={service}
              maxLength={200}
              onChange={(event) => onChange({ service: event.target.value })}
            />
            <Input
              aria-label={`Account of token ${number}`}
              placeholder="Account"
              value={accountName}
              maxLength={200}
              onChange={(event) => onChange({ accountName: event.target.value })}
            />
          </div>
        ) : (
          <p className="flex min-h-control flex-wrap items-center gap-x-2 text-sm">
            <span className="font-medium break-all">{name}</span> <span className="text-muted">{problem}</span>
          </p>
        )}
        {unusual && <p className="text-xs text-muted">{unusual}</p>}
        {twin !== undefined && <p className="text-xs text-warning-ink">Has the same secret as {twin}.</p>}
        {known && <Badge tone="warning">Already in the vault</Badge>}
        {error && (
          <p role="alert" className="text-xs font-medium text-danger-ink first-letter:uppercase">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}
