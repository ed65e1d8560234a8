import { useState } from "react";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { referenceCount } from "./links-among";
import { useLinksTo } from "./use-links-to";
import { standingInTrash } from "./uses-words";

export type Rewriting = {
  /** How many references lead to what is renamed; undefined while it is not known. */ count: number | undefined;
  /** How many of these stand in env files in the trash. */ inTrash: number;
  /** They are too many to count, or could not be counted. */ uncounted: boolean;
  /** Whether this person may change env files. */ may: boolean;
  chosen: boolean;
  choose: (chosen: boolean) => void;
  /** What goes along with the renaming. */ query: { rewriteReferences?: "true" };
};

/** Whether the references to entries follow a renaming: they do, unless somebody unticks it. */
export function useRewriting(renamed: boolean, entryIds: readonly string[]): Rewriting {
  const { may } = useRights();
  const [chosen, choose] = useState(true);
  const { files, trashed, looked, isError } = useLinksTo(entryIds, renamed);
  const uncounted = renamed && (isError || looked < entryIds.length);
  const inTrash = referenceCount(trashed);
  const count = renamed && !uncounted && files ? referenceCount(files) + inTrash : undefined;
  const writes = may("envs:write");
  return {
    count: entryIds.length === 0 ? 0 : count,
    inTrash: count === undefined ? 0 : inTrash,
    uncounted: entryIds.length > 0 && uncounted,
    may: writes,
    chosen,
    choose,
    query: renamed && writes && chosen && entryIds.length > 0 && count !== 0 ? { rewriteReferences: "true" } : {},
  };
}

/** The choice, once something that references lead to is renamed. */
export function RewritingField({
  rewriting: { count, inTrash, uncounted, may, chosen, choose },
  several = false,
}: {
  rewriting: Rewriting;
  /** Several entries are renamed at once. */ several?: boolean;
}) {
  if (!uncounted && (count === undefined || count === 0)) return null;
  const them = count === undefined ? "references" : count === 1 ? "reference" : `${count} references`;
  if (!may)
    return (
      <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
        {count === undefined ? "References" : count === 1 ? "1 reference" : `${count} references`} in env files will be
        broken: your role can’t change env files. Tell somebody who can.{standingInTrash(inTrash, count)}
      </p>
    );
  return (
    <div className="rounded-md bg-sunken px-3 py-1">
      <Checkbox
        label={`Update the ${them} to ${several ? "them" : "it"}`}
        description={`Env files keep finding ${several ? "them under their new names" : "it under the new name"}. Without this, they can’t be resolved.${standingInTrash(inTrash, count)}`}
        checked={chosen}
        onChange={(event) => choose(event.target.checked)}
      />
    </div>
  );
}
