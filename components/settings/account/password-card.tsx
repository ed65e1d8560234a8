"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";

const ChangePasswordDialog = onDemand(() => import("./change-password-dialog"));

export function PasswordCard() {
  const [changing, setChanging] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Password"
        description="Changing it signs out all your other sessions."
        actions={
          <Button size="small" onClick={() => setChanging(true)}>
            Change password…
          </Button>
        }
      />
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}
