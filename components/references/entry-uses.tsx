import { useQuery } from "@tanstack/react-query";
import { FileText, SquareAsterisk } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { fileName } from "@/lib/client/words/file-names";
import { entryUsesQuery } from "@/lib/client/http/resources/references-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EntryUses } from "@/lib/contracts/vault/references";
import { filesWith, holdFormer, usedIn } from "./uses-words";

const FormerValues = onDemand(() => import("./former-values"));

/**
 * The files that link to an entry or hold a value of it, and the keys that reach it, with a way to link those that hold
 * a former value. Asked for when it is shown. `name`: the entry's, in words; without it, nothing is linked from here.
 */
export default function EntryUsesList({ entryId, name }: { entryId: string; name?: string }) {
  const { data, error, refetch } = useQuery(entryUsesQuery(entryId));
  return (
    <section aria-label="Where it is used" className="space-y-1.5">
      <h3 className="text-sm font-medium">Where it is used</h3>
      {data ? (
        <>
          <p role="status" className="text-sm text-muted">
            {usedIn(data)}
          </p>
          {name !== undefined && <Outdated uses={data} entryId={entryId} name={name} onMended={() => void refetch()} />}
          {data.files.length + data.keys.length > 0 && <Uses uses={data} />}
        </>
      ) : error ? (
        <ErrorNote error={error} />
      ) : (
        <div role="status" className="space-y-2 rounded-md border border-line px-3 py-3">
          <span className="sr-only">Checking the env files</span>
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      )}
    </section>
  );
}

type OutdatedProps = { uses: EntryUses; entryId: string; name: string; onMended: () => void };

/** What is offered after a value is changed is offered for as long as a file holds a former one. */
function Outdated({ uses, onMended, ...entry }: OutdatedProps) {
  const [mending, setMending] = useState(false);
  const { may } = useRights();
  const { length } = filesWith(uses, "outdated");
  return (
    may("envs:write") &&
    (length > 0 || mending) && (
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
        <p>{holdFormer(length)}.</p>
        <LinkButton onClick={() => setMending(true)}>{length === 1 ? "Link it…" : "Link them…"}</LinkButton>
        {mending && (
          <FormerValues
            {...entry}
            onClose={() => {
              setMending(false);
              onMended();
            }}
          />
        )}
      </div>
    )
  );
}

const listLabel = "Files and access keys";

/** It goes with the last file that it links, and leaves its focus to the list. */
function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[aria-label="${listLabel}"]`)?.focus();
    },
    [],
  );
  return (
    <Button size="small" onClick={onClick}>
      {children}
    </Button>
  );
}

const stateWords: Record<EntryUses["files"][number]["variables"][number]["state"], { text: string; tone: Tone }> = {
  linked: { text: "Link", tone: "accent" },
  ambiguous: { text: "Link matches several entries", tone: "warning" },
  broken: { text: "Link to a missing field", tone: "warning" },
  same: { text: "Same value", tone: "neutral" },
  outdated: { text: "Former value", tone: "warning" },
};

function Uses({ uses: { files, keys } }: { uses: EntryUses }) {
  return (
    <ul
      tabIndex={0}
      aria-label={listLabel}
      className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {files.map(({ projectId, projectName, fileId, fileType, variables }) => (
        <Use
          key={fileId}
          icon={<FileText aria-hidden className="size-4 text-muted" />}
          href={`/envs/${projectId}?file=${fileType}`}
          name={
            <>
              {projectName} <span className="font-mono text-xs">{fileName(fileType)}</span>
            </>
          }
        >
          <ul>
            {variables.map(({ name, line, state }) => (
              <li key={line} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
                <span className="min-w-0 font-mono text-xs wrap-anywhere">{name}</span>
                <span className="text-xs text-muted">line {line}</span>
                <Badge tone={stateWords[state].tone} className="ml-auto">
                  {stateWords[state].text}
                </Badge>
              </li>
            ))}
          </ul>
        </Use>
      ))}
      {keys.map(({ id, name, reveals }) => (
        <Use
          key={id}
          icon={<SquareAsterisk aria-hidden className="size-4 text-muted" />}
          href="/access-keys"
          name={name}
        >
          <p className="text-xs text-muted">
            {reveals ? "Access key; can read the value" : "Access key; sees the name only"}
          </p>
        </Use>
      ))}
    </ul>
  );
}

function Use({ icon, href, name, children }: { icon: ReactNode; href: string; name: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <span className="flex min-h-control shrink-0 items-center pointer-fine:min-h-6">{icon}</span>
      <div className="min-w-0 flex-1">
        <Link
          href={href}
          className="flex min-h-control flex-wrap items-center gap-x-1.5 text-sm break-words text-accent-ink underline underline-offset-2 pointer-fine:min-h-6"
        >
          {name}
        </Link>
        {children}
      </div>
    </li>
  );
}
