import { ArrowLeft } from "lucide-react";
import { Link } from "@/components/ui/buttons/link";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { teamPath } from "@/lib/client/vaults/active-vault";

export function BackToSettings() {
  const activeVault = useActiveVault();
  return (
    <Link
      href={activeVault === null ? "/settings" : teamPath(activeVault)}
      className="-ml-1 inline-flex min-h-control items-center gap-1.5 rounded-sm px-1 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" /> {activeVault === null ? "Settings" : "Team"}
    </Link>
  );
}
