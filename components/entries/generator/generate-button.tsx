"use client";

import { Dices } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

const GeneratorDialog = dynamic(() => import("./generator-dialog"), { ssr: false });

/** Opens the generator; its result goes to `onUse`. */
export function GenerateButton({ label, iconOnly = false, onUse }: { label: string; iconOnly?: boolean; onUse: (value: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {iconOnly ? <IconButton label={`${label}…`} icon={<Dices />} onClick={() => setOpen(true)} /> : <Button size="small" variant="ghost" icon={<Dices />} onClick={() => setOpen(true)}>Generate…</Button>}
      {open && <GeneratorDialog title={label} onUse={onUse} onClose={() => setOpen(false)} />}
    </>
  );
}
