import { usePathname } from "next/navigation";
import { activeVaultOf, type ActiveVault } from "../../vaults/active-vault";

/** Where this page acts. */
export const useActiveVault = (): ActiveVault => activeVaultOf(usePathname());
