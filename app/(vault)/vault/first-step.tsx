"use client";

import { KeyRound, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** In a vault without a category. */
export default function FirstStep({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      icon={<KeyRound />}
      title="Start with a category"
      actions={
        <Button variant="primary" icon={<Plus />} onClick={onNew}>
          New category
        </Button>
      }
    >
      A category is one kind of key (Stripe secret key). Then add one entry per project.
    </EmptyState>
  );
}
