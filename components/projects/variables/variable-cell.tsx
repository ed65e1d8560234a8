import { Eye, EyeOff, Pencil } from "lucide-react";
import { memo, useCallback } from "react";
import type { OnEntryAction } from "@/components/entries/use-entry-actions";
import { DueBadge } from "@/components/entries/due-badge";
import { fetchField, fetchText } from "@/lib/client/entries/entry-value";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { describeError } from "@/lib/client/http/describe-error";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { inColumn } from "./column-words";
import type { Column, Row } from "./variables";

type VariableCellProps = {
  row: Row;
  column: Column;
  entry: ListedEntry;
  onAction: OnEntryAction;
};

/** One value: hidden until it is asked for, and again after a while. Memoised: revealing one draws no other. */
export const VariableCell = memo(function VariableCell({
  row: { name, field },
  column,
  entry,
  onAction,
}: VariableCellProps) {
  const { id, valueChangedAt } = entry;
  const { may } = useRights();
  const read = useCallback(
    (signal?: AbortSignal) => (field === null ? fetchText(id, signal) : fetchField(id, field, signal)),
    [id, field],
  );
  const { value, pending, error, reveal, hide } = useReveal<string>(read);
  const shown = value !== undefined;
  const what = inColumn(name, column);
  return (
    <div className="min-w-0">
      <div className="flex min-h-control items-center gap-0.5">
        <button
          type="button"
          data-key="o"
          aria-label={`Open ${what}`}
          className="min-h-control min-w-0 flex-1 overflow-hidden rounded-sm text-left text-muted hover:text-ink"
          onClick={() => onAction("open", entry)}
        >
          {shown ? <span className="text-xs">Shown</span> : <span className="font-mono text-sm">••••••</span>}
        </button>
        <span className="sr-only">{shown ? "Shown" : "Hidden"}</span>
        {may("entries:reveal") && (
          <>
            <IconButton
              label={shown ? `Hide ${what}` : `Show ${what}`}
              tooltip={shown ? "Hide" : "Show"}
              icon={shown ? <EyeOff /> : <Eye />}
              data-key="r"
              pending={pending}
              onClick={() => (shown ? hide() : void reveal())}
            />
            <span className="contents" data-key="c">
              <CopyButton text={() => read()} label={`Copy ${what}`} tooltip="Copy" />
            </span>
          </>
        )}
        {may("entries:write") && (
          <IconButton
            label={`Edit ${what}`}
            tooltip="Edit"
            icon={<Pencil />}
            data-key="e"
            onClick={() => onAction("edit", entry)}
          />
        )}
      </div>
      {shown && (
        <code
          tabIndex={0}
          aria-label={`Value of ${what}`}
          className="mb-1 block max-h-32 overflow-auto rounded-sm bg-accent-soft px-1.5 py-0.5 font-mono text-xs break-all whitespace-pre-wrap select-all"
        >
          {value}
        </code>
      )}
      {error !== undefined && (
        <p role="alert" className="mb-1 text-xs text-danger-ink">
          {describeError(error).message}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted">
        <span>
          Changed <RelativeTime timestamp={valueChangedAt} />
        </span>
        <DueBadge entry={entry} onReplace={() => onAction("replace", entry)} />
      </p>
    </div>
  );
});
