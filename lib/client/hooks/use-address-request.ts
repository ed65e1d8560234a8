import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** The parameter of a page's search. */
export const searchParameter = "q";

/** Returns once what the palette put into the URL, and removes it from there. The page's search stays. */
export function useAddressRequest(act: (request: URLSearchParams) => void): void {
  const request = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const search = request.get(searchParameter);
    if (request.size === (search === null ? 0 : 1)) return;
    latest.current(request);
    const kept = search === null ? "" : `?${new URLSearchParams({ [searchParameter]: search })}`;
    router.replace(pathname + kept, { scroll: false });
  }, [request, pathname, router]);
}
