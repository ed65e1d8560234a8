import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Skeleton } from "@/components/ui/states/skeleton";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { importItems } from "@/lib/client/http/api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { useIsMounted } from "@/lib/client/hooks/use-is-mounted";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { environmentLabels } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { ImportAction, ImportedOutcome } from "@/lib/contracts/transfer/import";
import type { Environment } from "@/lib/contracts/primitives";
import { type Linkable, whereText } from "@/components/references/linkable";
import { type Keepable, keepableIn, linkKept, seemsSecret, withoutEntry } from "./keepable";

export type KeepEntriesDialogProps = {
  /** The file's name, for people. */
  name: string;
  text: string;
  project: string;
  environment: Environment | null;
  /** The values of the text that entries have or had; undefined while that is not known. */
  linkable: readonly Linkable[] | undefined;
  entries: readonly ListedEntry[];
  /** The vault has another text, and knows nothing of what is new in this one. */
  unsaved: boolean;
  /** Puts the text with its links into the editor. */
  onLinked: (text: string) => void;
  onClose: () => void;
};

const looks: Record<ImportAction, { tone: Tone; word: string }> = {
  created: { tone: "success", word: "New entry" },
  updated: { tone: "warning", word: "Replaces the entry’s value" },
  unchanged: { tone: "neutral", word: "Same value" },
  rejected: { tone: "danger", word: "Can’t be an entry" },
};

const existing = { tone: "accent", word: "Existing entry" } as const;

const mayStand = "The entries may have been created anyway. Check the list before you try again.";

/**
 * Makes entries of a file's values and links to them, in one step, after a preview by names. What an entry has already is
 * linked to that one.
 */
export default function KeepEntriesDialog(props: KeepEntriesDialogProps) {
  const { name, text, project, environment, linkable, entries, unsaved, onLinked, onClose } = props;
  const form = useId();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const isMounted = useIsMounted();
  // What becomes known later would change what somebody has ticked.
  const [known, setKnown] = useState(linkable);
  if (!known && linkable) setKnown(linkable);
  const items = useMemo(() => keepableIn(text, project, environment, known ?? []), [text, project, environment, known]);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Keepable, ImportedOutcome>>();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    if (!known) return;
    const request = new AbortController();
    const told = new Map<Keepable, ImportedOutcome>();
    const isWorthIt = (item: Keepable) => {
      const action = told.get(item)?.action;
      return (
        item.held !== undefined ||
        action === "unchanged" ||
        (action === "created" && seemsSecret({ name: item.entry.category, value: item.entry.value }))
      );
    };
    const show = () => {
      setOutcomes(told);
      setTicked(new Set(items.flatMap((item, index) => (isWorthIt(item) ? [index] : []))));
    };
    const without = items.filter(({ held }) => !held);
    if (without.length === 0) show();
    else
      importItems({ body: { preview: true, entries: withoutEntry(items) } }, { signal: request.signal }).then(
        ({ entries: outcomes }) => {
          without.forEach((item, index) => outcomes[index] && told.set(item, outcomes[index]));
          show();
        },
        (failure: unknown) => !request.signal.aborted && setError(failure),
      );
    return () => request.abort();
  }, [items, known]);

  /** Whoever left, or is on their way, is told what became of it: the file that would get the links is no longer there. */
  function leave(done: readonly ImportedOutcome[] | undefined, failure?: unknown) {
    if (done) toast.info(`${savedOf(done)}; ${name} was not linked`);
    else tellLeft(`Create entries from ${name}`, failure);
    if (isMounted()) onClose();
  }

  const chosen = items.filter((_, index) => ticked.has(index));
  async function keep() {
    setPending(true);
    setError(undefined);
    let done: readonly ImportedOutcome[] | undefined;
    try {
      const made = withoutEntry(chosen);
      done = made.length > 0 ? (await importItems({ body: { entries: made } })).entries : [];
      for (const queryKey of [queryKeys.categories, queryKeys.stats]) void queryClient.invalidateQueries({ queryKey });
      const all = await queryClient.fetchQuery({ ...entriesQuery, staleTime: 0 });
      if (!isThere()) return leave(done);
      const kept = linkKept(text, chosen, done, all);
      onLinked(kept.text);
      const lost = chosen.length - kept.linked.length;
      const [are, them] = kept.linked.length === 1 ? ["is a link", "it"] : ["are links", "them"];
      toast.info(`${valuesOf(kept.linked.length)} of ${name} ${are} now. Save the file to keep ${them}`);
      if (lost > 0) toast.error(`${valuesOf(lost)} could not be linked: another entry has that name`);
      onClose();
    } catch (cause) {
      const lists = [queryKeys.entries, queryKeys.categories, queryKeys.stats];
      const refresh = () => Promise.all(lists.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      const failure = done ? cause : await afterLostAnswer(cause, mayStand, refresh);
      if (!isThere()) return leave(done, failure);
      setError(failure);
      setPending(false);
    }
  }

  const isThereAlready = (item: Keepable) => item.held ?? outcomes?.get(item)?.action === "unchanged";
  const created = chosen.filter((item) => !isThereAlready(item)).length;
  const isAnyHeld = items.some(({ held }) => held);
  const tick = (index: number, on: boolean) =>
    setTicked((last) => new Set(on ? [...last, index] : [...last].filter((one) => one !== index)));
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={`Create entries from ${name}`}
      description={`Each ticked value becomes an entry of ${project}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}, and the file links to it.${isAnyHeld ? " What an entry has already is linked to that one." : ""}`}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" pending={pending} disabled={ticked.size === 0}>
            {submitLabel(created, chosen.length)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && ticked.size > 0) void keep();
        }}
      >
        {error !== undefined && <ErrorNote error={error} />}
        {unsaved && outcomes && withoutEntry(items).length > 0 && (
          <p className="text-sm text-muted">
            {name} is not saved yet, so other entries that have its new values are not known. Save it first to link to
            them.
          </p>
        )}
        {items.length === 0 ? (
          <p className="text-sm text-muted">The file has no values that could be entries.</p>
        ) : outcomes ? (
          <ul className="divide-y divide-line rounded-md border border-line px-3" aria-label="Values">
            {items.map((item, index) => (
              <Value
                key={item.entry.category}
                item={item}
                outcome={outcomes.get(item)}
                holder={entries.find(({ id }) => id === item.held?.entryId)}
                checked={ticked.has(index)}
                onChange={(on) => tick(index, on)}
              />
            ))}
          </ul>
        ) : (
          error === undefined && (
            <div role="status" className="space-y-2 py-2">
              <span className="sr-only">Comparing with the entries</span>
              <Skeleton className="h-3 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          )
        )}
      </form>
    </Dialog>
  );
}

function Value({
  item: { entry, held },
  outcome,
  holder,
  checked,
  onChange,
}: {
  item: Keepable;
  /** Of what no entry has. */
  outcome: ImportedOutcome | undefined;
  holder: ListedEntry | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { category } = entry;
  const { tone, word } = held ? existing : looks[outcome?.action ?? "rejected"];
  const where = outcome?.category === category ? undefined : outcome?.category;
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-0.5">
      <Checkbox
        className="min-w-0 flex-1 basis-48"
        label={<span className="font-mono text-xs wrap-anywhere">{category}</span>}
        description={held ? whereText(holder, held.field) : (outcome?.message ?? where)}
        checked={checked}
        disabled={!held && outcome?.action === "rejected"}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Badge tone={tone} className="mt-1.5">
        {word}
      </Badge>
    </li>
  );
}

/** "Create 1 entry and link 3 values": what exists is only linked. */
function submitLabel(created: number, linked: number): string {
  if (created === 0 && linked > 0) return `Link ${valuesOf(linked)}`;
  return `Create ${countOf(created)} and link${created === linked ? "" : ` ${valuesOf(linked)}`}`;
}

const valuesOf = (count: number) => (count === 1 ? "1 value" : `${count} values`);
const countOf = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);

/** "2 entries were created, 1 entry was updated", or that none was. */
function savedOf(done: readonly ImportedOutcome[]): string {
  const counts = (["created", "updated"] as const).flatMap((action) => {
    const count = done.filter((outcome) => outcome.action === action).length;
    return count > 0 ? [`${countOf(count)} ${count === 1 ? "was" : "were"} ${action}`] : [];
  });
  return counts.join(", ") || "No entry was created";
}
