import { ArrowLeft } from "lucide-react";
import { Link } from "@/components/ui/buttons/link";
import { usePlace } from "@/lib/client/hooks/address/use-place";
import { teamPath } from "@/lib/client/place";

export function BackToSettings() {
  const place = usePlace();
  return (
    <Link
      href={place === null ? "/settings" : teamPath(place)}
      className="-ml-1 inline-flex min-h-control items-center gap-1.5 rounded-sm px-1 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" /> {place === null ? "Settings" : "Team"}
    </Link>
  );
}
