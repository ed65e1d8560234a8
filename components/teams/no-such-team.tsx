import { useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useEffect } from "react";
import { Page } from "@/components/layout/page";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { EmptyState } from "@/components/ui/states/empty-state";
import { Link } from "@/components/ui/buttons/link";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

/** Instead of every page of a team that is not there for this person. */
export default function NoSuchTeam() {
  const queryClient = useQueryClient();
  // Of a team that one was removed from, nothing stays here.
  useEffect(() => {
    const kept: unknown[] = [queryKeys.teams[0], queryKeys.session[0]];
    queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
  }, [queryClient]);
  return (
    <Page title="Team">
      <EmptyState
        icon={<Users />}
        title="You don’t belong to this team"
        actions={
          <Link href="/" activeVault={null} className={buttonStyle({ variant: "primary" })}>
            Go to my vault
          </Link>
        }
      >
        The team was deleted, you were removed from it, or its address is wrong.
      </EmptyState>
    </Page>
  );
}
