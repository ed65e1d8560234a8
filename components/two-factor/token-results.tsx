import { useListFilter } from "@/components/layout/shortcuts/use-list-filter";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import { useSearchText } from "@/lib/client/hooks/address/use-search-text";
import { searched } from "@/lib/client/words/search-words";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { CodesToolbar } from "./codes-toolbar";
import TokenGrid, { type TokenGridProps } from "./token-grid";

const searchedIn = ({ service, accountName, notes }: TwoFactorToken) => `${service} ${accountName} ${notes ?? ""}`;

/** The tokens that the search leaves, fetched beside the tokens themselves. */
export default function TokenResults({ tokens, live, shows, ...grid }: TokenGridProps) {
  const [search, setSearch] = useSearchText();
  const shownSearch = useListFilter(search);
  const found = searched(tokens, shownSearch, searchedIn);
  return (
    <>
      <CodesToolbar search={search} onSearchChange={setSearch} found={found} live={live} shows={shows} />
      {found.length === 0 ? (
        <EmptyState title="No tokens match" actions={<Button onClick={() => setSearch("")}>Clear search</Button>}>
          No service, account or note contains “{shownSearch.trim()}”.
        </EmptyState>
      ) : (
        <TokenGrid tokens={found} live={live} shows={shows} {...grid} />
      )}
    </>
  );
}
