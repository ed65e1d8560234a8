import { Eye, EyeOff } from "lucide-react";
import { useCallback } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { HidesIn } from "@/components/ui/hides-in";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { useRevealAtFirst } from "@/lib/client/hooks/reveal/use-reveal-at-first";

/** A text that a file had, fetched at once and hidden like every value. */
export function FormerText({
  name,
  version,
  read,
}: {
  name: string;
  version: number;
  read: (version: number, signal?: AbortSignal) => Promise<string>;
}) {
  const { value, pending, error, hidesAt, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => read(version, signal), [read, version]),
  );
  useRevealAtFirst(reveal, true);
  const shown = value !== undefined;
  return (
    <section aria-label="Text">
      <pre
        tabIndex={shown ? 0 : undefined}
        aria-label={`Text of ${name}`}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap"
      >
        {value ?? <span className="text-muted">Hidden</span>}
      </pre>
      {error !== undefined && <ErrorNote error={error} className="mt-2" />}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button icon={shown ? <EyeOff /> : <Eye />} pending={pending} onClick={() => (shown ? hide() : void reveal())}>
          {shown ? "Hide" : "Show"}
        </Button>
        <CopyButton text={() => read(version)} label="Copy" labelled />
        <HidesIn hidesAt={hidesAt} />
      </div>
    </section>
  );
}
