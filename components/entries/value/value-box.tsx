"use client";

import { Eye, EyeOff } from "lucide-react";
import { useCallback } from "react";
import { ShareButton } from "@/components/sharing/share-button";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { HidesIn } from "@/components/ui/hides-in";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { useRevealAtFirst } from "@/lib/client/hooks/reveal/use-reveal-at-first";
import { fetchText } from "@/lib/client/entries/entry-value";

/** A single value: simple, an SSH key or a JSON document. `startShown` fetches it at once. `version`: a former one. `stored`: the current one's. */
export function ValueBox({
  id,
  version,
  stored,
  name,
  label,
  startShown,
}: {
  id: string;
  version?: number;
  stored?: number;
  name: string;
  label: string;
  startShown: boolean;
}) {
  const { value, pending, error, hidesAt, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => fetchText(id, signal, version), [id, version]),
    { stored },
  );
  useRevealAtFirst(reveal, startShown);
  const shown = value !== undefined;
  return (
    <section aria-label="Value">
      <div className="mb-1 flex min-h-control items-center justify-between gap-2">
        <h3 className="min-w-0 truncate font-mono text-sm font-medium">{label}</h3>
        <HidesIn hidesAt={hidesAt} />
      </div>
      {shown ? (
        <pre
          tabIndex={0}
          aria-label={`Value of ${name}`}
          className="max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap"
        >
          {value}
        </pre>
      ) : (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm text-muted">
          <span aria-hidden>••••••••••••••••</span>
          <span className="sr-only">Hidden</span>
        </p>
      )}
      {error !== undefined && <ErrorNote error={error} className="mt-2" />}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={shown ? <EyeOff /> : <Eye />} pending={pending} onClick={() => (shown ? hide() : void reveal())}>
          {shown ? "Hide" : "Show"}
        </Button>
        <CopyButton text={() => fetchText(id, undefined, version)} label="Copy" labelled />
        {version === undefined && <ShareButton text={() => fetchText(id)} what={name} />}
      </div>
    </section>
  );
}
