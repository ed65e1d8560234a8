"use client";

import { Dices } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";

const GeneratorPopover = onDemand(() => import("./generator-popover"));

/** Opens the generator; its result goes to `onUse`. */
export function GenerateButton({
  label,
  iconOnly = false,
  onUse,
}: {
  label: string;
  iconOnly?: boolean;
  onUse: (value: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <span ref={setAnchor} className="inline-flex">
      {iconOnly ? (
        <IconButton label={`${label}…`} icon={<Dices />} onClick={() => setOpen(true)} />
      ) : (
        <Button size="small" variant="ghost" icon={<Dices />} onClick={() => setOpen(true)}>
          Generate…
        </Button>
      )}
      {open && <GeneratorPopover title={label} anchor={anchor} onUse={onUse} onClose={() => setOpen(false)} />}
    </span>
  );
}
