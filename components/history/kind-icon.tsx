import {
  FileCode2,
  FileText,
  Fingerprint,
  FolderKey,
  Handshake,
  KeyRound,
  Link2,
  LogIn,
  Mail,
  Share2,
  ShieldCheck,
  SquareAsterisk,
  Terminal,
  UserRound,
  Users,
  Vault,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { ObjectKind } from "@/lib/contracts/access/activity";

const icons: Record<ObjectKind, LucideIcon> = {
  account: UserRound,
  session: LogIn,
  passkey: Fingerprint,
  identity: Link2,
  category: FolderKey,
  entry: KeyRound,
  "two-factor-token": ShieldCheck,
  "env-project": FileCode2,
  "env-file": FileText,
  "access-key": SquareAsterisk,
  "trust-rule": Handshake,
  team: Users,
  member: UserRound,
  invitation: Mail,
  link: Share2,
  webhook: Webhook,
  vault: Vault,
  command: Terminal,
};

/** Decoration: the words beside it say what it is. */
export function KindIcon({ kind, className }: { kind: ObjectKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}
