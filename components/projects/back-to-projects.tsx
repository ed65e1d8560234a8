import { ArrowLeft } from "lucide-react";
import { Link } from "@/components/ui/buttons/link";

export function BackToProjects() {
  return (
    <Link
      href="/projects"
      className="-ml-1 inline-flex min-h-control items-center gap-1.5 rounded-sm px-1 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" /> Projects
    </Link>
  );
}
