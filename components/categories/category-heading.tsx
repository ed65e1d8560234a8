"use client";

import { Pencil, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { BrandIcon } from "@/components/ui/brand-icon";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { keyTypeLabels } from "@/lib/client/words/labels";
import type { KeyCategory } from "@/lib/contracts/vault/categories";

export type CategoryAction = "edit" | "delete";

/** Over the entries of the chosen category. */
export default function CategoryHeading({
  category,
  onAction,
}: {
  category: KeyCategory;
  /** For those who may change it. */
  onAction: ((action: CategoryAction, category: KeyCategory) => void) | undefined;
}) {
  const { name, icon, keyType, envVarName, description } = category;
  return (
    <header className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-md border border-line bg-surface">
        <BrandIcon slug={icon} name={name} className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-lg break-words">{name}</h2>
          <Badge>{keyTypeLabels[keyType]}</Badge>
          {envVarName && <span className="min-w-0 truncate font-mono text-xs text-muted">{envVarName}</span>}
        </div>
        {description && <p className="text-sm break-words whitespace-pre-line text-muted">{description}</p>}
      </div>
      {onAction && (
        <div className="flex shrink-0">
          <IconButton label={`Edit category ${name}`} icon={<Pencil />} onClick={() => onAction("edit", category)} />
          <IconButton
            label={`Delete category ${name}…`}
            tone="danger"
            icon={<Trash2 />}
            onClick={() => onAction("delete", category)}
          />
        </div>
      )}
    </header>
  );
}
