"use client";

import { KeyRound, Plus } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { EmptyState } from "@/components/ui/states/empty-state";
import { Link } from "@/components/ui/buttons/link";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";

/** In a vault without a category. */
export default function FirstStep({ onNew }: { onNew: () => void }) {
  const { may } = useRights();
  return (
    <EmptyState
      icon={<KeyRound />}
      title="Start with a category"
      actions={
        <>
          <Button variant="primary" icon={<Plus />} onClick={onNew}>
            New category
          </Button>
          {may("entries:write") && (
            <Link href="/import" className={buttonStyle()}>
              Import from another tool
            </Link>
          )}
        </>
      }
    >
      A category is one kind of key (Stripe secret key). Then add one entry per project.
    </EmptyState>
  );
}
