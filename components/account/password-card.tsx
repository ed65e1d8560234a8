"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";

const ChangePasswordDialog = dynamic(() => import("./change-password-dialog"), { ssr: false });

export function PasswordCard() {
  const [changing, setChanging] = useState(false);
  return (
    <Card>
      <CardHeader title="Password" description="Changing it ends all your other sessions." actions={<Button size="small" onClick={() => setChanging(true)}>Change password…</Button>} />
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}
