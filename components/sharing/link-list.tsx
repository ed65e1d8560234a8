"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { deleteShareLink, linksQuery } from "@/lib/client/http/resources/links-api";
import type { ShareLink } from "@/lib/contracts/transfer/links";

export default function LinkList() {
  const queryClient = useQueryClient();
  const links = useQuery(linksQuery);
  const [revoking, setRevoking] = useState<string>();

  async function revoke({ id }: ShareLink) {
    setRevoking(id);
    try {
      await deleteShareLink({ params: { id } });
      toast.success("The link was revoked");
    } catch (error) {
      // Spent or expired: the goal is reached, and the list will say so.
      if (!(error instanceof ApiError && error.code === "LINK_NOT_FOUND")) toast.error(describeError(error).message);
    }
    await queryClient.invalidateQueries({ queryKey: linksQuery.queryKey });
    setRevoking(undefined);
    // The pressed button has gone with its row.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main [data-links]")?.focus();
  }

  return (
    <>
      <CardHeader
        title={
          <span tabIndex={-1} data-links>
            Links that open once
          </span>
        }
        description="Links that were shared from here and still open. What they hold is never shown here."
      />
      {!links.data ? (
        links.isError ? (
          <ErrorState error={links.error} onRetry={links.refetch} />
        ) : (
          <CardBody>
            <Skeleton className="h-control" />
          </CardBody>
        )
      ) : links.data.length === 0 ? (
        <CardBody className="text-sm text-muted">
          No links are open. To make one, choose “Share once…” under an entry’s value.
        </CardBody>
      ) : (
        <ul aria-label="Links that open once" className="divide-y divide-line">
          {links.data.map((link) => (
            <LinkRow key={link.id} link={link} pending={revoking === link.id} onRevoke={() => void revoke(link)} />
          ))}
        </ul>
      )}
    </>
  );
}

function LinkRow({ link, pending, onRevoke }: { link: ShareLink; pending: boolean; onRevoke: () => void }) {
  const { hint, views, viewsLeft, keyId, expiresAt, createdAt } = link;
  const name = hint ?? "Without a note";
  return (
    <li className="flex items-center gap-3 py-2.5 pr-2 pl-4 sm:pr-3">
      <div className="min-w-0 flex-1 space-y-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {keyId !== null && <Badge>Created by an access key</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          <span>{views === 1 ? "Not opened yet" : `${viewsLeft} of ${views} views left`}</span>
          <span>
            Expires <RelativeTime timestamp={expiresAt} />
          </span>
          <span>
            Made <RelativeTime timestamp={createdAt} />
          </span>
        </p>
      </div>
      <Button
        size="small"
        variant="danger-quiet"
        aria-label={`Revoke the link: ${name}`}
        pending={pending}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
