import { useQueries, useQuery } from "@tanstack/react-query";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { categoryLinksQuery } from "@/lib/client/http/resources/references-api";
import type { LinkingFile } from "@/lib/contracts/vault/references";
import { byCategory, linksAmong } from "./links-among";

/** So many categories at the most are looked up at once: for each, the vault opens its env files. */
const categoriesMax = 12;

export type LinksTo = {
  /** The env files that link to those that are looked up; undefined while that is not known. */
  files: LinkingFile[] | undefined;
  /** Those of them that are in the trash, which `files` leaves out. */ trashed: LinkingFile[];
  /** How many of the entries are looked up: all of them, or those of the first categories. */ looked: number;
  /** They can't be looked up. */ isError: boolean;
};

/** Which env files link to these entries: one request for each of their categories, however many entries it has. */
export function useLinksTo(entryIds: readonly string[], enabled = true): LinksTo {
  const { may } = useRights();
  const { data: entries, isError } = useQuery(entriesQuery);
  const mayAsk = may("envs:reveal") && may("entries:reveal");
  const groups = entries ? byCategory(entryIds, entries).slice(0, categoriesMax) : [];
  const asked = mayAsk && enabled ? groups.flatMap(([first]) => first ?? []) : [];
  const answers = useQueries({ queries: asked.map((id) => ({ ...categoryLinksQuery(id), gcTime: 0 })) });
  // Of a part of what was asked, the text would count wrong.
  const isKnown = asked.length > 0 && answers.every(({ data }) => data);
  const among = (which: "linksToCategory" | "linksToCategoryInTrash") =>
    linksAmong(
      new Set(groups.flat()),
      answers.flatMap(({ data }) => data?.[which] ?? []),
    );
  return {
    files: isKnown ? among("linksToCategory") : undefined,
    trashed: isKnown ? among("linksToCategoryInTrash") : [],
    looked: entries ? groups.flat().length : entryIds.length,
    isError: !mayAsk || isError || answers.some((answer) => answer.isError),
  };
}
