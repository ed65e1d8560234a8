import type { Scope } from "@/lib/contracts/access/scopes";

/**
 * The palette's actions on a page. The page reads the query (`?new=…` opens the form, `?category=`, `?entry=`,
 * `?token=` select) and removes it from the URL once handled, unless it shows what it asks for, as the vault does.
 */
export const actions: readonly { href: string; label: string; needs?: Scope }[] = [
  { href: "/vault?new=entry", label: "New entry", needs: "entries:write" },
  { href: "/vault?new=category", label: "New category", needs: "categories:write" },
  { href: "/2fa?new=token", label: "Add two-factor token", needs: "2fa:write" },
  { href: "/envs?new=project", label: "New env project", needs: "envs:write" },
  { href: "/access-keys?new=key", label: "Create access key" },
  { href: "/import", label: "Import from elsewhere", needs: "entries:write" },
];
