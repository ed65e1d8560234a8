"use client";

import { useQuery } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { deleteAccount } from "@/lib/client/api";
import { statsQuery } from "@/lib/client/queries";
import { leaveTo } from "@/lib/client/sign-in-path";
import { useSession } from "@/lib/client/use-session";

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
    <ConfirmDialog open onOpenChange={onClose} title="Delete your account?" typeToConfirm={email} confirmLabel="Delete account" onConfirm={() => confirm(email)}>
      <p>
        {stats.data ? `${stats.data.totalEntries} entries in ${stats.data.totalCategories} categories and ${stats.data.total2fa} two-factor tokens` : "All entries, categories and two-factor tokens"} are deleted, with every env project, access key and session.
      </p>
      <p>Nothing of it can be brought back, but from a backup of the operator’s.</p>
    </ConfirmDialog>
  );
}
