import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { findLinkable, type Linkable } from "@/components/references/linkable";
import { lookUpIn, type LookUp } from "@/components/references/look-up";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { fileLinksQuery } from "@/lib/client/http/resources/references-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import type { KnownEntries } from "../editor/references";
import type { OpenFile } from "./opening/open-file";

export type FileLinks = {
  /** What the editor shows references by. */ known: KnownEntries;
  entries: readonly ListedEntry[];
  lookUp: LookUp | undefined;
  /** What can become links, in the order of the text. */ linkable: Linkable[];
  /** The vault is still comparing. */ comparing: boolean;
};

const noEntries: readonly ListedEntry[] = [];

/** What an open file has to do with the entries. Without their lists, its references are shown by name alone. */
export function useFileLinks(project: EnvProjectWithFiles, file: OpenFile): FileLinks {
  const { may } = useRights();
  const entries = useQuery({ ...entriesQuery, enabled: may("entries:read") });
  const stored = file.saved === null ? undefined : project.files.find(({ fileType }) => fileType === file.fileType);
  const links = useQuery({
    ...fileLinksQuery(project.id, stored?.id ?? "", file.knownVersion ?? 0),
    enabled: stored !== undefined && may("envs:reveal") && may("entries:reveal"),
    // An entry may get another value on another page.
    staleTime: 0,
    gcTime: 0,
  });
  const lookUp = useMemo(() => entries.data && lookUpIn(entries.data), [entries.data]);
  const known = useMemo((): KnownEntries => {
    const changedAt = (links.data?.data ?? []).flatMap(({ entryId, changedAt: at }) =>
      entryId !== null && at !== null ? [[entryId, at] as const] : [],
    );
    return { entries: entries.data ?? noEntries, lookUp, changedAt: new Map(changedAt) };
  }, [entries.data, lookUp, links.data]);
  const linkable = useMemo(
    () => (links.data && file.saved !== null ? findLinkable(file.draft, file.saved, links.data.data, lookUp) : []),
    [file.draft, file.saved, links.data, lookUp],
  );
  return { known, entries: entries.data ?? noEntries, lookUp, linkable, comparing: links.isLoading };
}
