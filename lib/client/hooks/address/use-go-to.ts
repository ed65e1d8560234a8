import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { goTo, pathInVault, type ActiveVault } from "../../vaults/active-vault";
import { useActiveVault } from "./use-active-vault";

/** Goes to a page of this vault, or of `activeVault`; `replace` puts it in the place of the current one. */
export function useGoTo(): (path: string, options?: { activeVault?: ActiveVault; replace?: boolean }) => void {
  const router = useRouter();
  const here = useActiveVault();
  return useCallback(
    (path, { activeVault = here, replace = false } = {}) =>
      goTo(pathInVault(activeVault, path), (to) => (replace ? router.replace(to, { scroll: false }) : router.push(to))),
    [here, router],
  );
}
