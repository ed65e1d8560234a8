import { FileCode2, FolderKey, KeyRound, ShieldCheck, Vault, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/buttons/link";
import { Skeleton } from "@/components/ui/states/skeleton";
import { countText } from "@/lib/client/words/count-text";

/**
 * Undefined: not loaded yet. Null: failed to load, which its own card reports. Out of reach: not for one's role, so not
 * shown.
 */
export type TotalCounts = Record<
  "entries" | "categories" | "tokens" | "projects" | "accessKeys",
  number | null | undefined | "out-of-reach"
>;

const tiles: { name: keyof TotalCounts; label: string; href: string; icon: LucideIcon }[] = [
  { name: "entries", label: "Entries", href: "/vault", icon: Vault },
  { name: "categories", label: "Categories", href: "/vault", icon: FolderKey },
  { name: "tokens", label: "Two-factor tokens", href: "/2fa", icon: ShieldCheck },
  { name: "projects", label: "Env projects", href: "/envs", icon: FileCode2 },
  { name: "accessKeys", label: "Access keys", href: "/access-keys", icon: KeyRound },
];

/** The totals in one row; each links to what it counts. */
export function Totals({ counts }: { counts: TotalCounts }) {
  const shown = tiles.flatMap((tile) => {
    const count = counts[tile.name];
    return count === "out-of-reach" ? [] : [{ ...tile, count }];
  });
  const odd = shown.length % 2 === 1;
  return (
    <ul
      aria-label="Totals"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {shown.map(({ name, label, href, icon: Icon, count }, index) => (
        <li key={name} className={cn("flex min-w-0 bg-surface", odd && index === 0 && "max-sm:col-span-2")}>
          <Link
            href={href}
            className="group flex min-w-0 flex-1 flex-col px-4 py-3 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2"
          >
            <span className="flex items-center gap-1.5 text-xs text-muted group-hover:text-ink">
              <Icon aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{label}</span>
            </span>
            <span className="mt-1 flex h-8.5 items-center text-2xl font-semibold tracking-tight">
              {count === undefined ? (
                <Skeleton className="h-6 w-10" />
              ) : count === null ? (
                <span aria-label="unknown" role="img">
                  –
                </span>
              ) : (
                countText(count)
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
