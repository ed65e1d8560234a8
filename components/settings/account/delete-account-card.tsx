"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";

const DeleteAccountDialog = onDemand(() => import("./delete-account-dialog"));

export function DeleteAccountCard() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Delete account"
        description="Deletes all your data in this vault."
        actions={
          <Button size="small" variant="danger-quiet" onClick={() => setDeleting(true)}>
            Delete account…
          </Button>
        }
      />
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  );
}
