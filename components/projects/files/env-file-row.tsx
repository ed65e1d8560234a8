import { useQuery } from "@tanstack/react-query";
import { Badge, type Tone } from "@/components/ui/badge";
import { Link } from "@/components/ui/buttons/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states/skeleton";
import { fileName } from "@/lib/client/words/file-names";
import { describeError } from "@/lib/client/http/describe-error";
import { fileLinksQuery } from "@/lib/client/http/resources/references-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EnvFile } from "@/lib/contracts/vault/envs";
import type { VariableLink } from "@/lib/contracts/vault/references";
import { type LinkedState, statesOf } from "./link-states";

const words: Record<LinkedState, { tone: Tone; text: (count: number) => string }> = {
  unresolved: {
    tone: "danger",
    text: (count) => (count === 1 ? "1 link can’t be resolved" : `${count} links can’t be resolved`),
  },
  outdated: { tone: "warning", text: (count) => (count === 1 ? "1 outdated" : `${count} outdated`) },
  same: { tone: "neutral", text: (count) => (count === 1 ? "1 same value" : `${count} same values`) },
  linked: { tone: "accent", text: (count) => (count === 1 ? "1 linked" : `${count} linked`) },
  plain: { tone: "neutral", text: (count) => `${count} only in the file` },
};
const states = Object.keys(words) as LinkedState[];

/** A file, and how many of its variables are links, copies or former values of entries. */
export function EnvFileRow({ file: { id, projectId, fileType, updatedAt, version } }: { file: EnvFile }) {
  const { may } = useRights();
  const compared = may("envs:reveal") && may("entries:reveal");
  const { data, error } = useQuery({ ...fileLinksQuery(projectId, id, version), enabled: compared, staleTime: 0 });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Link
        href={`/envs/${projectId}?file=${fileType}`}
        className="inline-flex min-h-control items-center rounded-sm font-mono text-xs font-medium text-accent-ink underline underline-offset-2 pointer-fine:min-h-6"
      >
        {fileName(fileType)}
      </Link>
      <span className="text-xs text-muted">
        Changed <RelativeTime timestamp={updatedAt} />
      </span>
      <span className="ml-auto flex min-h-5 flex-wrap gap-1.5">
        {data ? (
          <States links={data.data} />
        ) : error ? (
          <span className="text-xs text-danger-ink">{describeError(error).message}</span>
        ) : (
          compared && <Skeleton className="h-5 w-28" />
        )}
      </span>
    </li>
  );
}

function States({ links }: { links: readonly VariableLink[] }) {
  if (links.length === 0) return <span className="text-xs text-muted">No variables</span>;
  const counts = statesOf(links);
  return states.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count > 0
      ? [
          <Badge key={state} tone={words[state].tone}>
            {words[state].text(count)}
          </Badge>,
        ]
      : [];
  });
}
