import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { KindIcon } from "@/components/history/kind-icon";
import { useAfterRestoration, whyNotRestored } from "@/components/history/use-deleted-notice";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toasts/toast";
import { byActor } from "@/lib/client/words/actor-text";
import { exactTime } from "@/lib/client/words/dates";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useSession } from "@/lib/client/session/use-session";
import type { TrashItem } from "@/lib/contracts/vault/trash";
import { keepFocus } from "./keep-focus";
import { restoreItem } from "./restore-item";
import { aboutItem, goesText, rowName, scopeOf, trashName, trashNameInside } from "./trash-words";

export function TrashRow({ item, onDelete }: { item: TrashItem; onDelete: (item: TrashItem) => void }) {
  const { kind, deletedAt, deletesAt, by } = item;
  const { may } = useRights();
  const { data: session } = useSession();
  const afterRestoration = useAfterRestoration();
  const [pending, setPending] = useState(false);
  const name = trashName(item);
  const inside = trashNameInside(item);

  async function restore() {
    setPending(true);
    const back: TrashItem[] = [];
    try {
      back.push(await restoreItem(item));
      toast.success(`${name} was restored`);
    } catch (error) {
      toast.error(whyNotRestored(error, name));
    }
    await afterRestoration(back);
    setPending(false);
    keepFocus();
  }

  return (
    <div className="flex h-full items-center gap-3 pr-1.5 pl-3 sm:pr-2 sm:pl-4">
      <KindIcon kind={kind} className="size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 sm:grid-cols-2 sm:gap-x-4">
        <div className="min-w-0">
          <p className="truncate text-sm font-medium" title={rowName(item)}>
            {rowName(item)}
          </p>
          <p className="truncate text-xs text-muted">{aboutItem(item)}</p>
        </div>
        <div className="min-w-0 text-xs text-muted sm:self-center">
          <p className="truncate">
            Deleted <RelativeTime timestamp={deletedAt} /> by {byActor(by, session?.id)}
          </p>
          <p className="line-clamp-2 sm:line-clamp-1" title={exactTime(deletesAt)}>
            {goesText(deletesAt)}
          </p>
        </div>
      </div>
      {may(scopeOf[kind]) && (
        <div className="flex shrink-0 flex-col items-end sm:flex-row sm:items-center sm:gap-1">
          <Button
            size="small"
            variant="ghost"
            icon={<RotateCcw />}
            pending={pending}
            aria-label={`Restore ${inside}`}
            data-restore
            onClick={() => void restore()}
          >
            Restore
          </Button>
          <IconButton
            size="small"
            tone="danger"
            label={`Delete ${inside} permanently…`}
            tooltip="Delete permanently"
            icon={<Trash2 />}
            onClick={() => onDelete(item)}
          />
        </div>
      )}
    </div>
  );
}
