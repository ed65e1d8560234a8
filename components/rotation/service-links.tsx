import { ExternalLink } from "lucide-react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { linkIn, servicePage } from "./service-page";

/** Where an entry's value is made and revoked: the service's own page, and the link in the entry's notes. */
export const serviceLinks = ({ category, notes }: Pick<ListedEntry, "category" | "notes">) => ({
  page: servicePage(category),
  noted: linkIn(notes),
});

export function ServiceLinks({ entry }: { entry: ListedEntry }) {
  const { page, noted } = serviceLinks(entry);
  return (
    <div className="flex flex-wrap gap-2">
      {page && <Outside href={page.url}>Open {page.service}</Outside>}
      {noted !== undefined && <Outside href={noted}>Open {new URL(noted).host}, from the notes</Outside>}
    </div>
  );
}

/** Opens a tab that learns nothing of the vault. */
function Outside({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonStyle({ className: "max-w-full" })}>
      <span className="truncate">{children}</span> <ExternalLink aria-hidden />
      <span className="sr-only">(in a new tab)</span>
    </a>
  );
}
