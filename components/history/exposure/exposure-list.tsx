import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states/skeleton";
import type { Exposure } from "@/lib/contracts/access/activity";
import { KindIcon } from "../kind-icon";

/** Where a thing can be changed. */
function pathOf({ object: { kind, id }, projectId }: Exposure): string | undefined {
  if (id === null) return undefined;
  if (kind === "entry") return `/vault?entry=${id}`;
  if (kind === "two-factor-token") return `/2fa?token=${id}`;
  if (kind !== "env-file") return undefined;
  return projectId === null ? "/envs" : `/envs/${projectId}`;
}

/** How many of them are still what was seen. */
export const toChange = (seen: readonly Exposure[] | undefined): number =>
  seen?.filter(({ current }) => current).length ?? 0;

/**
 * What a key or a person has seen, and which of it is still the value. `who`: "it" or "they". With `links`, each opens
 * in its own tab, so that the list stays.
 */
export function ExposureList({
  query,
  who,
  links = false,
}: {
  query: UseQueryOptions<Exposure[]>;
  who: "It" | "They";
  links?: boolean;
}) {
  const { data, error } = useQuery(query);
  const have = who === "It" ? "has" : "have";
  return (
    <section aria-label={`What ${who.toLowerCase()} ${have} seen`} className="space-y-1.5">
      <h3 className="text-sm font-medium">
        What {who.toLowerCase()} {have} seen
      </h3>
      {!data ? (
        error ? (
          <ErrorNote error={error} />
        ) : (
          <div role="status" className="space-y-2 rounded-md border border-line px-3 py-3">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        )
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">
          {who} {have} seen no value.
        </p>
      ) : (
        <>
          <p className="text-sm text-muted">{summary(data)}</p>
          <ul
            tabIndex={0}
            aria-label={`Values that ${who.toLowerCase()} ${have} seen`}
            className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line"
          >
            {data.map((seen) => (
              <SeenRow key={seen.object.id ?? seen.object.name} seen={seen} path={links ? pathOf(seen) : undefined} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function summary(seen: readonly Exposure[]): string {
  const count = toChange(seen);
  if (count === 0) return "All of it has changed since.";
  return count === 1 ? "1 value must be changed." : `${count} values must be changed.`;
}

function SeenRow({ seen: { object, lastSeenAt, current }, path }: { seen: Exposure; path: string | undefined }) {
  const name = object.name ?? "A deleted item";
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <KindIcon kind={object.kind} className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {path ? (
          <Link
            href={path}
            target="_blank"
            className="block min-h-11 text-sm break-words text-accent-ink underline underline-offset-2 pointer-fine:min-h-6"
          >
            {name}
            <span className="sr-only">, opens in a new tab</span>
          </Link>
        ) : (
          <span className="block text-sm break-words">{name}</span>
        )}
        <span className="block text-xs text-muted">
          Last seen <RelativeTime timestamp={lastSeenAt} />
        </span>
      </span>
      <Badge tone={current ? "warning" : "success"}>{current ? "Must be changed" : "Changed"}</Badge>
    </li>
  );
}
