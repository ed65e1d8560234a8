import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { goTo, pathIn, type Place } from "../../place";
import { usePlace } from "./use-place";

/** Goes to a page of this place, or of `place`; `replace` puts it in the place of the current one. */
export function useGoTo(): (path: string, options?: { place?: Place; replace?: boolean }) => void {
  const router = useRouter();
  const here = usePlace();
  return useCallback(
    (path, { place = here, replace = false } = {}) =>
      goTo(pathIn(place, path), (to) => (replace ? router.replace(to, { scroll: false }) : router.push(to))),
    [here, router],
  );
}
