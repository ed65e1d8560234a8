import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** Returns once what the palette put into the URL, and removes it from there. */
export function useAddressRequest(act: (request: URLSearchParams) => void): void {
  const request = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (request.size === 0) return;
    latest.current(request);
    router.replace(pathname, { scroll: false });
  }, [request, pathname, router]);
}
