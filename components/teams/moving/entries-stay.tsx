import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/buttons/link";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { projectPath } from "@/lib/client/vaults/project-path";

/** Says of an env project that is to be moved alone where its entries would go along. */
export function EntriesStay({ project, onLeave }: { project: string; onLeave: () => void }) {
  const { data: entries = [] } = useQuery(entriesQuery);
  const here = useTeamHere();
  const { length } = entries.filter(({ name }) => name === project);
  if (length === 0) return null;
  return (
    <p role="status">
      {length === 1 ? "The entry" : `The ${length} entries`} of {project} {length === 1 ? "stays" : "stay"} in{" "}
      {here ? here.name : "your own vault"}.{" "}
      <Link href={projectPath(project)} onClick={onLeave} className="text-accent-ink underline underline-offset-2">
        The project’s page
      </Link>{" "}
      moves all of it in one step.
    </p>
  );
}
