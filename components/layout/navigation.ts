import { FileCode2, Gauge, KeyRound, Settings, ShieldCheck, Vault } from "lucide-react";

/** Every page of the dashboard, in the order people see it; `key` follows `g` on the keyboard. */
export const navigation = [
  { href: "/", label: "Overview", short: "Overview", icon: Gauge, key: "o" },
  { href: "/vault", label: "Vault", short: "Vault", icon: Vault, key: "v" },
  { href: "/2fa", label: "Two-factor codes", short: "2FA", icon: ShieldCheck, key: "t" },
  { href: "/envs", label: "Env projects", short: "Envs", icon: FileCode2, key: "e" },
  { href: "/access-keys", label: "Access keys", short: "Keys", icon: KeyRound, key: "a" },
  { href: "/settings", label: "Settings", short: "Settings", icon: Settings, key: "s" },
] as const;

/**
 * The palette's actions on a page. The page reads the query (`?new=…` opens the form, `?category=`, `?entry=`,
 * `?token=` select) and removes it from the URL once handled.
 */
export const actions = [
  { href: "/vault?new=entry", label: "New entry" },
  { href: "/vault?new=category", label: "New category" },
  { href: "/2fa?new=token", label: "Add two-factor token" },
  { href: "/envs?new=project", label: "New env project" },
  { href: "/access-keys?new=key", label: "Create access key" },
  { href: "/import", label: "Import from elsewhere" },
] as const;

export const isCurrent = (href: string, pathname: string) =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
