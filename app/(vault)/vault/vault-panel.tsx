"use client";

import type { ComponentProps } from "react";
import EntryBesideList from "@/components/entries/panel/entry-beside-list";
import { activityOf } from "../activity-of";
import type { VaultSight } from "./vault-sight";

type VaultPanelProps = Omit<ComponentProps<typeof EntryBesideList>, "newEntry" | "activityOf"> & { sight: VaultSight };

/** The vault's panel: a new entry starts with what the list is limited to. */
export default function VaultPanel(props: VaultPanelProps) {
  const { category, project, environment } = props.sight;
  const start = project
    ? { name: project, environment: environment === "none" ? ("" as const) : environment }
    : undefined;
  return <EntryBesideList {...props} newEntry={{ categoryId: category || undefined, start }} activityOf={activityOf} />;
}
