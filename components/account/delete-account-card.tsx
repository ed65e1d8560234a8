"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/on-demand";

const DeleteAccountDialog = onDemand(() => import("./delete-account-dialog"));

export function DeleteAccountCard() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card>
      <CardHeader title="Delete account" description="Everything in this vault that is yours goes with it." actions={<Button size="small" variant="danger-quiet" onClick={() => setDeleting(true)}>Delete account…</Button>} />
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  );
}
