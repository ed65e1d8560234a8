"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { useWide } from "@/lib/client/hooks/use-wide";
import { countText } from "@/lib/client/words/count-text";
import { listActivity } from "@/lib/client/http/resources/activity-api";
import { accessKeysQuery, entriesQuery } from "@/lib/client/http/queries/queries";
import { readQuery } from "@/lib/client/http/queries/query-client";
import { remindersQuery } from "@/lib/client/http/resources/reminders-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { askedSignIns, attentionLines } from "./attention-lines";
import { useOutdatedFiles } from "./use-outdated-files";

/** What needs attention: each line leads to where it can be dealt with. */
export default function Attention() {
  const reminders = useQuery(remindersQuery);
  const entries = useQuery(entriesQuery);
  const accessKeys = useQuery(accessKeysQuery);
  const { may } = useRights();
  const withActivity = may("activity:read");
  const drifted = useOutdatedFiles();
  const signIns = useQuery({
    ...readQuery(["activity", "sign-ins"], listActivity, { query: askedSignIns() }),
    enabled: withActivity,
  });
  // The other lists have a place of their own on this page, which says that they can't be read.
  const others = [entries, accessKeys, ...(withActivity ? [signIns] : [])];
  const isPartial = drifted.isError || others.some(({ isError }) => isError);
  const known =
    reminders.data && others.every(({ isPending }) => !isPending)
      ? attentionLines({
          reminders: reminders.data.data,
          entries: entries.data ?? [],
          accessKeys: accessKeys.data ?? [],
          refusedSignIns: signIns.data?.length ?? 0,
          drifted: drifted.files ?? [],
          mayReplace: may("entries:write"),
        })
      : undefined;
  // The vault decrypts file after file for the drifted ones, so their lines come later; that there are none is not said before.
  const lines = known?.length === 0 && drifted.isPending ? undefined : known;
  // As many as the card has room for at first, in one column or two.
  const shownMax = useWide() ? 6 : 4;
  const [all, setAll] = useState(false);
  const shown = lines && (all || lines.length <= shownMax ? lines : lines.slice(0, shownMax - 1));
  return (
    <Card>
      <CardHeader
        title="Needs attention"
        actions={
          drifted.unchecked > 0 && (
            <Button size="small" onClick={drifted.check}>
              Check {countText(drifted.unchecked)} env files
            </Button>
          )
        }
      />
      {/* As high as the lines that are shown at first, whatever it says: nothing below it jumps. */}
      <div className="min-h-52 sm:min-h-39">
        {!reminders.data && reminders.isError ? (
          <ErrorState error={reminders.error} onRetry={reminders.refetch} />
        ) : !lines || !shown ? (
          <SkeletonRows rows={3} rowHeight="h-13" label="Loading what needs attention" />
        ) : lines.length === 0 ? (
          <EmptyState title={isPartial ? "Not everything could be read" : "Nothing to do"}>
            {isPartial
              ? "Nothing that could be read needs attention."
              : "Nothing is due, missing in production, duplicated or unused."}
          </EmptyState>
        ) : (
          <ul aria-label="Needs attention" className="grid sm:grid-cols-2">
            {shown.map(({ text, about, href }) => (
              <li key={`${text} ${about}`} className="min-w-0">
                <Link
                  href={href}
                  className="block h-13 px-4 py-2 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2"
                >
                  <span className="block truncate text-sm font-medium">{text}</span>
                  <span className="block truncate text-xs text-muted">{about}</span>
                </Link>
              </li>
            ))}
            {lines.length > shownMax && (
              <li className="flex h-13 items-center px-1">
                <Button variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? "Show fewer" : `Show ${countText(lines.length - shown.length)} more`}
                </Button>
              </li>
            )}
          </ul>
        )}
      </div>
    </Card>
  );
}
