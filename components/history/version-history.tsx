"use client";

import { GitCompareArrows } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import type { Comparison } from "./compare/compare-values";
import { CompareVersions } from "./compare/compare-versions";
import { RestoreVersionDialog, type RestoreVersion } from "./restore-version-dialog";
import { VersionRow, type Version } from "./version-row";

export type VersionHistoryProps = {
  /** What it is the history of: "STRIPE_SECRET_KEY for billing". */
  name: string;
  /** "value" or "text". */
  noun: string;
  /** Newest first; undefined while they are being fetched. */
  versions: readonly Version[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  /** Shows the version's value, at once. For those who may see it. */
  value: ((version: Version) => ReactNode) | undefined;
  /** Decrypts two versions and compares them. For those who may see them. */
  compare: ((left: number, right: number, signal: AbortSignal) => Promise<Comparison>) | undefined;
  /** For those who may change it. */
  restore: RestoreVersion | undefined;
};

/** The versions of a value: who wrote which when, what each holds, and the way back to one. */
export function VersionHistory({ name, noun, versions, error, onRetry, value, compare, restore }: VersionHistoryProps) {
  const [shown, setShown] = useState<number>();
  const [comparing, setComparing] = useState(false);
  const [restoring, setRestoring] = useState<Version>();
  const several = versions !== undefined && versions.length > 1;
  return (
    <div className="@container space-y-3">
      {compare && several && (
        <Button icon={<GitCompareArrows />} onClick={() => setComparing(!comparing)}>
          {comparing ? "Back to the list" : "Compare versions"}
        </Button>
      )}
      {!versions ? (
        error ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : (
          <SkeletonRows rows={3} rowHeight="h-14" label="Loading the history" />
        )
      ) : comparing && compare ? (
        <CompareVersions versions={versions} compare={compare} />
      ) : (
        <>
          {!several && (
            <EmptyState title={`No former ${noun} is kept`} className="pt-2 pb-6">
              Each change keeps the {noun} that it replaces, and lists it here.
            </EmptyState>
          )}
          <ol aria-label="Versions" className="divide-y divide-line rounded-md border border-line">
            {versions.map((version, at) => (
              <VersionRow
                key={version.version}
                version={version}
                before={versions[at + 1]}
                noun={noun}
                value={shown === version.version ? value?.(version) : undefined}
                onShow={value && (() => setShown(version.version))}
                onRestore={restore && !version.current ? () => setRestoring(version) : undefined}
              />
            ))}
          </ol>
        </>
      )}
      {restoring && restore && (
        <RestoreVersionDialog
          version={restoring}
          name={name}
          noun={noun}
          restore={restore}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </div>
  );
}
