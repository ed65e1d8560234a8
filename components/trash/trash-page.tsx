"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { trashQuery } from "@/lib/client/http/resources/trash-api";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import type { TrashItem } from "@/lib/contracts/vault/trash";
import { scopeOf } from "./trash-words";

const waiting = <SkeletonRows rows={5} rowHeight="h-16" label="Loading the trash" />;
const TrashRows = onDemand(() => import("./trash-rows"), waiting);
const DeletePermanentlyDialog = onDemand(() => import("./delete-permanently-dialog"));
const EmptyTrashDialog = onDemand(() => import("./empty-trash-dialog"));

/** What was deleted, and the way back. */
export function TrashPage() {
  const trash = useQuery(trashQuery);
  const items = useDeferred(trash.data);
  const { may } = useRights();
  const [opened, setOpened] = useState<TrashItem | "everything">();
  useEffect(() => onceLoaded(TrashRows.preload), []);
  const close = () => setOpened(undefined);
  const own = items?.filter(({ kind }) => may(scopeOf[kind])) ?? [];
  const emptyButton = (
    <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setOpened("everything")}>
      Empty trash…
    </Button>
  );
  // A placeholder until it is known whether there is anything to empty, so that nothing moves.
  const action =
    !items && !trash.isError ? <span className="invisible">{emptyButton}</span> : own.length > 0 && emptyButton;
  return (
    <Page
      title="Trash"
      description="Deleted items stay here until the day shown beside them. Until then, you can restore them."
      actions={action}
    >
      <Card className="overflow-clip">
        {!items ? (
          trash.isError ? (
            <ErrorState error={trash.error} onRetry={trash.refetch} />
          ) : (
            waiting
          )
        ) : items.length === 0 ? (
          <EmptyState icon={<Trash2 />} title="The trash is empty">
            Categories, entries, two-factor tokens, env projects and env files come here when they are deleted.
          </EmptyState>
        ) : (
          <TrashRows items={items} onDelete={setOpened} />
        )}
      </Card>
      {opened === "everything" ? (
        <EmptyTrashDialog count={own.length} onClose={close} />
      ) : (
        opened && <DeletePermanentlyDialog item={opened} onClose={close} />
      )}
    </Page>
  );
}
