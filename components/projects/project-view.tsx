"use client";

import { EllipsisVertical, FileInput, FolderOutput, GitCompareArrows, KeyRound, Pencil, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { noPanel } from "@/components/entries/entry-sight";
import { useEntryPanel } from "@/components/entries/panel/use-entry-panel";
import { useEntryActions } from "@/components/entries/use-entry-actions";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Link } from "@/components/ui/buttons/link";
import { Menu, MenuItem } from "@/components/ui/buttons/menu";
import { onDemand } from "@/components/ui/states/on-demand";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { askToMove } from "@/lib/client/vaults/moving";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { aboutProject } from "./about-project";
import { BackToProjects } from "./back-to-projects";
import { EnvFiles } from "./files/env-files";
import { EnvironmentCards } from "./files/environment-cards";
import type { OpenedProjectDialog } from "./list/project-dialogs";
import { newEntry, projectSight } from "./project-sight";
import { VariableTable } from "./variables/variable-table";
import { tableOf, type Column, type Row } from "./variables/variables";

const ProjectDialogs = onDemand(() => import("./list/project-dialogs"));
const EntryBesideList = onDemand(() => import("@/components/entries/panel/entry-beside-list"));

type ProjectViewProps = {
  name: string;
  entries: ListedEntry[];
  envProjects: EnvProject[];
  activityOf: (entryId: string) => ReactNode;
};

const noDialog = () => undefined;

/** A project's variables by environment, beside the env files of its name. */
export default function ProjectView({ name, entries, envProjects, activityOf }: ProjectViewProps) {
  const { may, limited, environments } = useRights();
  const goTo = useGoTo();
  const table = useMemo(() => tableOf(entries, environments), [entries, environments]);
  const writes = may("entries:write");
  const movable = useMoveTargets("entries:write").length > 0;
  const move = () => {
    const [ids, envProjectIds] = [entries.map(({ id }) => id), envProjects.map(({ id }) => id)];
    askToMove({ kind: "project", ids, envProjectIds, name }, () => goTo("/projects", { replace: true }));
  };
  const [opened, setOpened] = useState<OpenedProjectDialog>();
  const panel = useEntryPanel(
    projectSight,
    useCallback((entry: ListedEntry) => setOpened({ dialog: "delete", entry }), [setOpened]),
    noDialog,
  );
  const { sight, show, open, put } = panel;
  const onAction = useEntryActions(panel);
  const add = useCallback(
    (row: Row | undefined, column: Column) =>
      open({ ...newEntry, category: row?.categoryId ?? "", environment: column === "none" ? "" : column }),
    [open],
  );
  useEffect(() => onceLoaded(EntryBesideList.preload), []);
  const closePanel = () => put({ ...noPanel, category: "", environment: "" });
  const isOpen = sight.entry !== "" || (sight.create !== "" && writes);
  const compare = (
    <Button icon={<GitCompareArrows />} onClick={() => setOpened({ dialog: "compare" })}>
      Compare environments
    </Button>
  );
  return (
    <div className={cn(isOpen && "lg:pr-(--panel)")}>
      <Page
        before={<BackToProjects />}
        title={name}
        description={aboutProject}
        actionsLast
        actions={
          <>
            {writes && (
              <Button
                variant="primary"
                icon={<Plus />}
                data-shortcut="new"
                onClick={() =>
                  sight.create ? document.querySelector<HTMLElement>("main dialog")?.focus() : add(undefined, "none")
                }
              >
                New entry
              </Button>
            )}
            <Link href={`/access-keys?${new URLSearchParams({ new: "key", project: name })}`} className={buttonStyle()}>
              <KeyRound aria-hidden /> Access key for this project
            </Link>
            {table.used.size > 1 && compare}
            {/* An import may make categories, and renaming takes what lies outside of somebody's limits along. */}
            {writes && !limited && (
              <Menu
                label={`Actions for ${name}`}
                trigger={(props) => (
                  <IconButton {...props} label={`Actions for ${name}`} icon={<EllipsisVertical />} tooltip={false} />
                )}
              >
                <MenuItem
                  icon={<FileInput />}
                  onSelect={() => goTo(`/import?${new URLSearchParams({ project: name })}`)}
                >
                  Import into it…
                </MenuItem>
                {may("envs:write") && (
                  <MenuItem icon={<Pencil />} onSelect={() => setOpened({ dialog: "rename" })}>
                    Rename…
                  </MenuItem>
                )}
                {may("envs:write") && movable && (
                  <MenuItem icon={<FolderOutput />} onSelect={move}>
                    Move to…
                  </MenuItem>
                )}
              </Menu>
            )}
          </>
        }
      >
        <div className="space-y-6">
          {entries.length > 0 && <EnvironmentCards name={name} entries={entries} table={table} />}
          <VariableTable
            name={name}
            table={table}
            opened={sight.entry}
            search={sight.search}
            onSearch={(search) => show({ search }, "later")}
            onAdd={writes ? add : undefined}
            onAction={onAction}
            onMove={sight.entry && sight.part !== "edit" ? (entry) => put({ entry }, {}, "later") : undefined}
          />
          <EnvFiles name={name} envProjects={envProjects} />
        </div>
        {(isOpen || keptTypedOf("entry") !== undefined) && (
          <EntryBesideList
            {...panel}
            newEntry={{ categoryId: sight.category || undefined, start: { name, environment: sight.environment } }}
            activityOf={activityOf}
            onClose={closePanel}
            onSaved={(_id, next) => setOpened({ dialog: "after-form", next })}
          />
        )}
        {opened && (
          <ProjectDialogs
            opened={opened}
            name={name}
            table={table}
            onClose={() => setOpened(undefined)}
            onClosePanel={closePanel}
          />
        )}
      </Page>
    </div>
  );
}
