import { Eye, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { byActor } from "@/lib/client/words/actor-text";
import { useSession } from "@/lib/client/session/use-session";
import type { Actor } from "@/lib/contracts/access/activity";
import { namesChanged } from "./compare/names-changed";

export type Version = {
  version: number;
  createdAt: string;
  by: Actor | null;
  current: boolean;
  /** Of a group's fields or a file's variables; null where a value has none. */ names: readonly string[] | null;
};

export const versionName = ({ version, current }: Pick<Version, "version" | "current">): string =>
  current ? `Version ${version}, current` : `Version ${version}`;

type VersionRowProps = {
  version: Version;
  before: Version | undefined;
  noun: string;
  /** The version's value, while it is open. */ value: ReactNode;
  onShow: (() => void) | undefined;
  onRestore: (() => void) | undefined;
};

export function VersionRow({ version, before, noun, value, onShow, onRestore }: VersionRowProps) {
  const { data: session } = useSession();
  const { createdAt, by, current, names } = version;
  const title = `version ${version.version}`;
  return (
    <li className="space-y-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-48 space-y-0.5">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            Version {version.version} {current && <Badge tone="accent">Current</Badge>}
          </p>
          <p className="text-xs break-words text-muted">
            <RelativeTime timestamp={createdAt} />
            {by && ` by ${byActor(by, session?.id)}`}
          </p>
          {names && before?.names && <NamesChanged before={before.names} after={names} />}
        </div>
        <div className="-ml-2.5 flex shrink-0 gap-1 sm:ml-0">
          {onShow && value === undefined && (
            <Button size="small" variant="ghost" icon={<Eye />} aria-label={`Show ${title}`} onClick={onShow}>
              Show
            </Button>
          )}
          {onRestore && (
            <Button
              size="small"
              variant="ghost"
              icon={<RotateCcw />}
              aria-label={`Restore the ${noun} of ${title}…`}
              onClick={onRestore}
            >
              Restore…
            </Button>
          )}
        </div>
      </div>
      {value}
    </li>
  );
}

const namedMax = 6;

/** Which names came and went with a version. The values may differ even so. */
function NamesChanged({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const { added, removed } = namesChanged(before, after);
  const lists = [
    { word: "Added", names: added, tone: "success" },
    { word: "Removed", names: removed, tone: "danger" },
  ] as const;
  return lists
    .filter(({ names }) => names.length > 0)
    .map(({ word, names, tone }) => (
      <p key={word} className="flex flex-wrap items-center gap-1 text-xs text-muted">
        {word}
        {names.slice(0, namedMax).map((name) => (
          <Badge key={name} mono tone={tone} className="max-w-full">
            <span className="truncate">{name}</span>
          </Badge>
        ))}
        {names.length > namedMax && `and ${names.length - namedMax} more`}
      </p>
    ));
}
