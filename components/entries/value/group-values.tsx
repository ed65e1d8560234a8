"use client";

import { Eye, EyeOff } from "lucide-react";
import { useCallback } from "react";
import { ShareButton } from "@/components/sharing/share-button";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { HidesIn } from "@/components/ui/hides-in";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { useRevealAtFirst } from "@/lib/client/hooks/reveal/use-reveal-at-first";
import { fetchField, fetchText, fetchValue } from "@/lib/client/entries/entry-value";

/** A group's fields, shown one by one or all at once. `version`: a former one. `stored`: the current one's. */
export function GroupValues({
  id,
  version,
  stored,
  name,
  fieldNames,
  startShown,
}: {
  id: string;
  version?: number;
  stored?: number;
  name: string;
  fieldNames: readonly string[];
  startShown: boolean;
}) {
  const { value, pending, error, hidesAt, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => fetchValue(id, signal, version), [id, version]),
    { stored },
  );
  useRevealAtFirst(reveal, startShown);
  const shown = typeof value === "object";
  return (
    <section aria-label="Fields" className="@container">
      <div className="mb-1 flex min-h-control items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{fieldNames.length === 1 ? "1 field" : `${fieldNames.length} fields`}</h3>
        <HidesIn hidesAt={hidesAt} />
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {fieldNames.map((field) => (
          <GroupField
            key={field}
            id={id}
            version={version}
            stored={stored}
            field={field}
            shownByAll={shown ? value[field] : undefined}
            onHideAll={hide}
          />
        ))}
      </ul>
      {error !== undefined && <ErrorNote error={error} className="mt-2" />}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={shown ? <EyeOff /> : <Eye />} pending={pending} onClick={() => (shown ? hide() : void reveal())}>
          {shown ? "Hide all" : "Show all"}
        </Button>
        <CopyButton text={() => fetchText(id, undefined, version)} label="Copy as .env" labelled />
        {version === undefined && <ShareButton text={() => fetchText(id)} what={name} />}
      </div>
    </section>
  );
}

function GroupField({
  id,
  version,
  stored,
  field,
  shownByAll,
  onHideAll,
}: {
  id: string;
  version: number | undefined;
  stored: number | undefined;
  field: string;
  shownByAll: string | undefined;
  onHideAll: () => void;
}) {
  const own = useReveal(
    useCallback((signal: AbortSignal) => fetchField(id, field, signal, version), [id, field, version]),
    { stored },
  );
  const value = shownByAll ?? own.value;
  const shown = value !== undefined;
  const hide = () => {
    own.hide();
    if (shownByAll !== undefined) onHideAll();
  };
  return (
    <li className="px-3 py-1">
      <div className="flex items-center gap-1">
        <div className="grid min-w-0 flex-1 gap-x-4 py-1 @md:grid-cols-[2fr_3fr] @md:items-center">
          <span className="min-w-0 font-mono text-sm font-medium break-all">{field}</span>
          {shown ? (
            <code
              tabIndex={0}
              aria-label={`Value of ${field}`}
              className="block max-h-40 overflow-auto font-mono text-sm break-all whitespace-pre-wrap"
            >
              {value}
            </code>
          ) : (
            <span className="font-mono text-sm text-muted">
              <span aria-hidden>••••••••</span>
              <span className="sr-only">Hidden</span>
            </span>
          )}
        </div>
        <IconButton
          label={shown ? `Hide ${field}` : `Show ${field}`}
          icon={shown ? <EyeOff /> : <Eye />}
          pending={own.pending}
          onClick={() => (shown ? hide() : void own.reveal())}
        />
        <CopyButton text={() => fetchField(id, field, undefined, version)} label={`Copy ${field}`} />
      </div>
      {own.error !== undefined && <ErrorNote error={own.error} className="mb-1" />}
    </li>
  );
}
