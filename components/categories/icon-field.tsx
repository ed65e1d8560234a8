"use client";

import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Button } from "@/components/ui/buttons/button";
import { onDemand } from "@/components/ui/states/on-demand";
import type { CategoryFormValues } from "./category-form-values";

const IconPicker = onDemand(() => import("./icon-picker"));

export function IconField() {
  const [picking, setPicking] = useState(false);
  const [chooser, setChooser] = useState<HTMLButtonElement | null>(null);
  const { control, setValue, formState } = useFormContext<CategoryFormValues>();
  const [icon, name] = useWatch({ control, name: ["icon", "name"] });
  const choose = (slug: string | null) => {
    setValue("icon", slug, { shouldDirty: true, shouldValidate: true });
    setPicking(false);
  };
  return (
    <div>
      <p className="mb-1 text-sm font-medium">
        Icon <span className="font-normal text-muted">(optional)</span>
      </p>
      <div className="flex items-center gap-2">
        <span className="grid size-control shrink-0 place-items-center rounded-md border border-line">
          <BrandIcon slug={icon} name={name || "?"} />
        </span>
        <Button ref={setChooser} onClick={() => setPicking(true)}>
          {icon ? "Change icon…" : "Choose icon…"}
        </Button>
        {icon && (
          <Button
            variant="ghost"
            onClick={() => {
              choose(null);
              // The pressed button goes with the icon.
              chooser?.focus();
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {formState.errors.icon?.message && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger-ink">
          {formState.errors.icon.message}
        </p>
      )}
      {picking && (
        <IconPicker
          current={icon}
          suggestion={name}
          anchor={chooser}
          onChoose={choose}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
