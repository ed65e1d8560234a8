import { noPanel, panelChoices, panelParameters, type PanelSight } from "@/components/entries/entry-sight";
import type { SightText } from "@/lib/client/hooks/reveal/use-sight";
import { environments } from "@/lib/client/words/labels";
import { sightText } from "@/lib/client/sight-text";
import type { Environment } from "@/lib/contracts/primitives";

/** All that decides what a project's page shows. */
export type ProjectSight = PanelSight & {
  search: string;
  /** Of a new entry's form. */ category: string;
  environment: Environment | "";
};

export const projectSight: SightText<ProjectSight> = {
  ...sightText<ProjectSight>(
    { search: "", category: "", environment: "", ...noPanel },
    { search: "q", category: "category", environment: "environment", ...panelParameters },
    { environment: environments, ...panelChoices },
  ),
  asksForDialog: () => false,
};

/** The panel with a new entry's form. */
export const newEntry = { create: "entry", category: "", environment: "" } as const;
