import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { useGoTo } from "@/lib/client/hooks/use-go-to";

/** What a link into this page asks for. */
export type VaultLink = {
  category?: string | undefined;
  entry?: string | undefined;
  create?: "entry" | "category" | undefined;
};

/** Returns each link's request once and removes it from the URL. */
export function useVaultAddress(open: (link: VaultLink) => void): void {
  const goTo = useGoTo();
  const query = useSearchParams().toString();
  const [handled, setHandled] = useState("");
  if (query !== handled) {
    // During rendering, so that the page never appears without what the link asks for.
    setHandled(query);
    const params = new URLSearchParams(query);
    const create = params.get("new");
    if (query !== "")
      open({
        category: params.get("category") ?? undefined,
        entry: params.get("entry") ?? undefined,
        create: create === "entry" || create === "category" ? create : undefined,
      });
  }
  useEffect(() => {
    if (query !== "") goTo("/vault", { replace: true });
  }, [query, goTo]);
}
