import { Link2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Linkable, whereText } from "@/components/references/linkable";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

const listedMax = 200;

export type LinkBarProps = {
  linkable: readonly Linkable[];
  entries: readonly ListedEntry[];
  onLink: (chosen: readonly Linkable[]) => void;
  onGo: (line: number) => void;
};

/** The values of the open file that entries hold too, and one step to make links of them. */
export function LinkBar({ linkable, entries, onLink, onGo }: LinkBarProps) {
  const [listed, setListed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  /** Leads on to the row that is then in its place. */
  const linkRow = (one: Linkable, at: number) => {
    flushSync(() => onLink([one]));
    const links = list.current?.querySelectorAll<HTMLElement>("[data-link]") ?? [];
    links[Math.min(at, links.length - 1)]?.focus();
  };
  if (linkable.length === 0) return null;
  return (
    <section aria-label="Values that are also kept as entries" className="border-b border-line bg-sunken text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-1.5 pl-4">
        <Link2 aria-hidden className="size-4 shrink-0 text-muted max-sm:hidden" />
        <p role="status" className="min-w-0 flex-1 basis-56">
          {summary(linkable)}
        </p>
        <span className="ml-auto flex gap-1">
          <Button size="small" variant="ghost" aria-expanded={listed} onClick={() => setListed(!listed)}>
            {listed ? "Hide list" : "Show list"}
          </Button>
          <Button size="small" onClick={() => onLink(linkable)}>
            {linkable.length === 1 ? "Link it" : "Link all"}
          </Button>
        </span>
      </div>
      {listed && (
        <ul
          ref={list}
          tabIndex={0}
          aria-label="Values to link"
          className="max-h-52 divide-y divide-line overflow-y-auto border-t border-line bg-surface"
        >
          {linkable.slice(0, listedMax).map((one, at) => (
            <LinkRow
              key={one.line}
              linkable={one}
              entry={entries.find(({ id }) => id === one.entryId)}
              onLink={() => linkRow(one, at)}
              onGo={() => onGo(one.line)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function summary(linkable: readonly Linkable[]): string {
  const former = linkable.filter(({ state }) => state === "outdated").length;
  if (linkable.length === 1)
    return former === 1
      ? "1 value is a former value of an entry. Link it to get the current one."
      : "1 value is also kept as an entry.";
  const start = `${linkable.length} values are also kept as entries`;
  if (former === 0) return `${start}.`;
  if (former === linkable.length) return `${start}; all are former values.`;
  return `${start}; ${former} of them ${former === 1 ? "is a former value" : "are former values"}.`;
}

function LinkRow({
  linkable: { name, line, state, field },
  entry,
  onLink,
  onGo,
}: {
  linkable: Linkable;
  entry: ListedEntry | undefined;
  onLink: () => void;
  onGo: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1.5 pl-4">
      <button
        type="button"
        onClick={onGo}
        aria-label={`Go to line ${line}, ${name}`}
        className="min-h-control min-w-0 font-mono text-xs wrap-anywhere text-accent-ink underline-offset-2 hover:underline"
      >
        {name}
      </button>
      <span className="min-w-0 flex-1 basis-40 break-words text-muted">{whereText(entry, field)}</span>
      <Badge tone={state === "outdated" ? "warning" : "neutral"}>
        {state === "outdated" ? "Former value" : "Same value"}
      </Badge>
      <Button size="small" data-link className="ml-auto" aria-label={`Link ${name}`} onClick={onLink}>
        Link
      </Button>
    </li>
  );
}
