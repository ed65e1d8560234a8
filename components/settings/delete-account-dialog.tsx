"use client";

import { useQuery } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { deleteAccount } from "@/lib/client/http/account-api";
import { statsQuery } from "@/lib/client/http/queries";
import { leaveTo } from "@/lib/client/session/sign-in-path";
import { useSession } from "@/lib/client/session/use-session";

export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const stats = useQuery(statsQuery);
  const email = session.data?.email;
  if (email === undefined) return null;

  async function confirm(address: string) {
    await deleteAccount({ body: { email: address } });
    leaveTo("/login");
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      typeToConfirm={email}
      confirmLabel="Delete account"
      onConfirm={() => confirm(email)}
    >
      <p>
        This deletes{" "}
        {stats.data
          ? `${counted(stats.data.totalEntries, "entry", "entries")}, ${counted(stats.data.totalCategories, "category", "categories")}, ${counted(stats.data.total2fa, "two-factor token", "two-factor tokens")}`
          : "all entries, categories and two-factor tokens"}
        , and every env project, access key and session.
      </p>
      <p>This can’t be undone. Only a server backup could restore it.</p>
    </ConfirmDialog>
  );
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
