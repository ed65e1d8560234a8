import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { compareValues } from "@/components/history/compare/compare-values";
import { VersionHistory } from "@/components/history/version-history";
import type { CallOptions } from "@/lib/client/http/call";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { entryVersionsQuery, restoreEntryVersion } from "@/lib/client/http/resources/versions-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { keyTypeLabels } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryName } from "./entry-name";
import { fetchValue } from "@/lib/client/entries/entry-value";
import { GroupValues } from "./value/group-values";
import { ValueBox } from "./value/value-box";

/** The values that an entry had. */
export default function EntryHistory({ entry }: { entry: ListedEntry }) {
  const { id, category } = entry;
  const queryClient = useQueryClient();
  const { may } = useRights();
  const versions = useQuery(entryVersionsQuery(id));
  const what = entryName(entry);
  const label = category.envVarName ?? keyTypeLabels[category.keyType];

  const compare = useCallback(
    async (left: number, right: number, signal: AbortSignal) => {
      const [leftValues, rightValues] = await Promise.all(
        [left, right].map(async (version) => {
          const value = await fetchValue(id, signal, version);
          return new Map(typeof value === "string" ? [[label, value]] : Object.entries(value));
        }),
      );
      return {
        names: compareValues(leftValues ?? new Map(), rightValues ?? new Map()),
        invalidLeft: 0,
        invalidRight: 0,
      };
    },
    [id, label],
  );
  async function restore(version: number, only: CallOptions) {
    await restoreEntryVersion({ params: { id, version: String(version) } }, only);
    // The list of versions is below the entries: both are refetched.
    await queryClient.invalidateQueries({ queryKey: queryKeys.entries });
  }

  const reveals = may("entries:reveal");
  return (
    <VersionHistory
      name={what}
      noun="value"
      versions={versions.data?.map(({ fieldNames, ...version }) => ({ ...version, names: fieldNames }))}
      error={versions.error}
      onRetry={versions.refetch}
      value={
        reveals
          ? ({ version, names }) =>
              names ? (
                <GroupValues
                  id={id}
                  version={version}
                  name={`${what}, version ${version}`}
                  fieldNames={names}
                  startShown
                />
              ) : (
                <ValueBox id={id} version={version} name={`${what}, version ${version}`} label={label} startShown />
              )
          : undefined
      }
      compare={reveals ? compare : undefined}
      restore={may("entries:write") ? { over: entry, send: restore } : undefined}
    />
  );
}
