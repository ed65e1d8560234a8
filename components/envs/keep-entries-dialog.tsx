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
import type { ImportAction, ImportedOutcome } from "@/lib/contracts/transfer/import";
import type { Environment } from "@/lib/contracts/primitives";
import { entriesOf, linkKept, seemsSecret } from "./keepable";

export type KeepEntriesDialogProps = {
  /** The file's name, for people. */
  name: string;
  text: string;
  project: string;
  environment: Environment | null;
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

const mayStand = "The entries may have been created anyway. Check the list before you try again.";

/** Makes entries of a file's values and links to them, in one step, after a preview by names. */
export default function KeepEntriesDialog(props: KeepEntriesDialogProps) {
  const { name, text, project, environment, onLinked, onClose } = props;
  const form = useId();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const isMounted = useIsMounted();
  const items = useMemo(() => entriesOf(text, project, environment), [text, project, environment]);
  const [outcomes, setOutcomes] = useState<readonly ImportedOutcome[]>();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const request = new AbortController();
    importItems({ body: { preview: true, entries: items } }, { signal: request.signal }).then(
      ({ entries: told }) => {
        setOutcomes(told);
        const isWorthIt = ({ action }: ImportedOutcome, index: number) => {
          const item = items[index];
          if (action === "created")
            return item !== undefined && seemsSecret({ name: item.category, value: item.value });
          return action === "unchanged";
        };
        setTicked(new Set(told.flatMap((outcome, index) => (isWorthIt(outcome, index) ? [index] : []))));
      },
      (failure: unknown) => !request.signal.aborted && setError(failure),
    );
    return () => request.abort();
  }, [items]);

  /** Whoever left, or is on their way, is told what became of it: the file that would get the links is no longer there. */
  function leave(done: readonly ImportedOutcome[] | undefined, failure?: unknown) {
    if (done) toast.info(`${savedOf(done)}; ${name} was not linked`);
    else tellLeft(`Create entries from ${name}`, failure);
    if (isMounted()) onClose();
  }

  async function keep() {
    const chosen = items.filter((_, index) => ticked.has(index));
    setPending(true);
    setError(undefined);
    let done: readonly ImportedOutcome[] | undefined;
    try {
      done = (await importItems({ body: { entries: chosen } })).entries;
      for (const queryKey of [queryKeys.categories, queryKeys.stats]) void queryClient.invalidateQueries({ queryKey });
      const entries = await queryClient.fetchQuery({ ...entriesQuery, staleTime: 0 });
      if (!isThere()) return leave(done);
      const kept = linkKept(text, chosen, done, entries);
      onLinked(kept.text);
      toast.info(`${name} links to ${countOf(kept.linked.length)}. Save it to keep the links`);
      if (kept.linked.length < chosen.length)
        toast.error(`${countOf(chosen.length - kept.linked.length)} could not be linked: another entry has that name`);
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

  const tick = (index: number, on: boolean) =>
    setTicked((last) => new Set(on ? [...last, index] : [...last].filter((one) => one !== index)));
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={`Create entries from ${name}`}
      description={`Each ticked value becomes an entry of ${project}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}, and the file links to it.`}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" pending={pending} disabled={ticked.size === 0}>
            {`Create ${countOf(ticked.size)} and link`}
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
        {items.length === 0 ? (
          <p className="text-sm text-muted">The file has no values that could be entries.</p>
        ) : outcomes ? (
          <ul className="divide-y divide-line rounded-md border border-line px-3" aria-label="Values">
            {items.map(({ category }, index) => {
              const outcome = outcomes[index];
              const { tone, word } = looks[outcome?.action ?? "rejected"];
              return (
                <li key={category} className="flex flex-wrap items-start gap-x-3 py-0.5">
                  <Checkbox
                    className="min-w-0 flex-1 basis-48"
                    label={<span className="font-mono text-xs wrap-anywhere">{category}</span>}
                    description={outcome?.message ?? (outcome?.category === category ? undefined : outcome?.category)}
                    checked={ticked.has(index)}
                    disabled={outcome?.action === "rejected"}
                    onChange={(event) => tick(index, event.target.checked)}
                  />
                  <Badge tone={tone} className="mt-1.5">
                    {word}
                  </Badge>
                </li>
              );
            })}
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

const countOf = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);

/** "2 entries were created, 1 entry was updated", or that none was. */
function savedOf(done: readonly ImportedOutcome[]): string {
  const counts = (["created", "updated"] as const).flatMap((action) => {
    const count = done.filter((outcome) => outcome.action === action).length;
    return count > 0 ? [`${countOf(count)} ${count === 1 ? "was" : "were"} ${action}`] : [];
  });
  return counts.join(", ") || "No entry was created";
}
