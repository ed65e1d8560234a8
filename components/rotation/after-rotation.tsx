import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { entryName } from "@/components/entries/entry-name";
import { FormerFiles } from "@/components/references/former-files";
import { useRelinking } from "@/components/references/use-relinking";
import { filesWith, holdFormer, linkingDoes, linkLabel } from "@/components/references/uses-words";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Skeleton } from "@/components/ui/states/skeleton";
import { longDay } from "@/lib/client/words/dates";
import { dueAt } from "@/lib/client/words/due";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { entryUsesQuery } from "@/lib/client/http/resources/references-api";
import type { KeyEntry, ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryUses } from "@/lib/contracts/vault/references";
import { ServiceLinks, serviceLinks } from "./service-links";
import { Step } from "./step";

/** After the value was saved: the files that hold the former one, and what is left to do elsewhere. */
export function AfterRotation({ entry, saved, onClose }: { entry: ListedEntry; saved: KeyEntry; onClose: () => void }) {
  const { may } = useRights();
  const mends = may("entries:reveal") && may("envs:reveal") && may("envs:write");
  const next = dueAt(saved);
  const { page, noted } = serviceLinks(entry);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${entryName(entry)} has a new value`}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <ol className="space-y-5">
        <Step number={1} title="The new value is saved" done>
          <p className="text-sm text-muted">
            {next ? `It is due next on ${longDay(next)}.` : "No due date is set."} The former value stays in its
            history.
          </p>
        </Step>
        {mends && <FormerValuesStep entryId={entry.id} />}
        <Step number={mends ? 3 : 2} title="Revoke the former value">
          <p className="text-sm text-muted">
            {page ? `Revoke it at ${page.service}` : "Revoke it where it came from"} once everything runs with the new
            one.
          </p>
          {(page || noted !== undefined) && <ServiceLinks entry={entry} />}
        </Step>
      </ol>
    </Dialog>
  );
}

function FormerValuesStep({ entryId }: { entryId: string }) {
  const { data: uses, error } = useQuery({ ...entryUsesQuery(entryId), gcTime: 0 });
  // What was found first stays: the list shrinks as files are linked.
  const [files, setFiles] = useState<EntryUses["files"]>();
  if (uses && !files) setFiles(filesWith(uses, "outdated"));
  if (files && files.length > 0) return <MendingStep entryId={entryId} files={files} />;
  return (
    <Step number={2} title="Update the env files" done={files !== undefined}>
      {error && !files ? (
        <ErrorNote error={error} />
      ) : files ? (
        <p className="text-sm text-muted">
          No env file holds the former value. Files that link to it have the new one.
        </p>
      ) : (
        <div role="status">
          <span className="sr-only">Checking the env files</span>
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
    </Step>
  );
}

function MendingStep({ entryId, files }: { entryId: string; files: EntryUses["files"] }) {
  const mending = useRelinking(entryId, files);
  const { progress, chosen, left, failed, pending, link } = mending;
  const done = progress.size > 0 && left.length === 0 && !pending;
  return (
    <Step number={2} title={done ? "The env files are linked" : holdFormer(files.length)} done={done}>
      <p className="text-sm text-muted">
        {done ? "They get every later value too." : linkingDoes(files.length, "the entry")}
      </p>
      <FormerFiles files={files} mending={mending} />
      {!done && (
        <Button pending={pending} disabled={chosen.length === 0} onClick={() => void link()}>
          {linkLabel(files.length, failed)}
        </Button>
      )}
    </Step>
  );
}
