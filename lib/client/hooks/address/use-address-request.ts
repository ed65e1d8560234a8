import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** The parameter of a page's search. */
export const searchParameter = "q";

/** Returns once what the palette put into the URL, and removes it from there. `kept`, the page's search, stays. */
export function useAddressRequest(act: (request: URLSearchParams) => void, kept = searchParameter): void {
  const request = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const value = request.get(kept);
    if (request.size === (value === null ? 0 : 1)) return;
    latest.current(request);
    const query = value === null ? "" : `?${new URLSearchParams({ [kept]: value })}`;
    router.replace(pathname + query, { scroll: false });
  }, [request, kept, pathname, router]);
}
