import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/client/http/describe-error";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { EntryUses } from "@/lib/contracts/vault/references";
import { lookUpIn } from "./look-up";
import { relinkFile } from "./relink-file";

export type Progress = { kind: "working" | "linked" } | { kind: "failed"; why: string };

/**
 * Links the files that hold an entry's former value, one after another. `link` resolves to whether all chosen ones are. Some
 * may hold the same text by chance, so each can be left out.
 */
export function useRelinking(entryId: string, files: EntryUses["files"]) {
  const queryClient = useQueryClient();
  const { data: entries } = useQuery(entriesQuery);
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map());
  const [pending, setPending] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const chosen = files.filter(({ fileId }) => !leftOut.has(fileId));
  const left = chosen.filter(({ fileId }) => progress.get(fileId)?.kind !== "linked");
  const choose = (fileId: string, isChosen: boolean) =>
    setLeftOut((last) => new Set(isChosen ? [...last].filter((one) => one !== fileId) : [...last, fileId]));
  const report = (fileId: string, one: Progress) => setProgress((last) => new Map(last).set(fileId, one));

  async function link(): Promise<boolean> {
    setPending(true);
    let linked = chosen.length - left.length;
    for (const file of left) {
      report(file.fileId, { kind: "working" });
      try {
        const outcome = await relinkFile(file, entryId, entries && lookUpIn(entries));
        if ("linked" in outcome) linked += 1;
        report(file.fileId, "linked" in outcome ? { kind: "linked" } : { kind: "failed", why: outcome.refused });
      } catch (error) {
        report(file.fileId, { kind: "failed", why: describeError(error).message });
      }
    }
    setPending(false);
    void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    return linked === chosen.length;
  }

  const failed = left.length > 0 && progress.size > 0 && !pending;
  return { progress, chosen, left, leftOut, choose, failed, pending, link };
}
