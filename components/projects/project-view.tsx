"use client";

import { EllipsisVertical, FileInput, GitCompareArrows, KeyRound, Pencil, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { IconButton } from "@/components/ui/icon-button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import { onDemand } from "@/components/ui/on-demand";
import { useGoTo } from "@/lib/client/hooks/use-go-to";
import { useRights } from "@/lib/client/hooks/use-rights";
import { keptTypedOf } from "@/lib/client/session/typed";
import type { EntryDraft } from "@/components/entries/entry-draft";
import type { ListedEntry } from "@/lib/contracts/entries";
import type { EnvProject } from "@/lib/contracts/envs";
import { BackToProjects } from "./back-to-projects";
import { EnvFiles } from "./env-files";
import { EnvironmentCards } from "./environment-cards";
import type { OpenedProjectDialog } from "./project-dialogs";
import { VariableTable } from "./variable-table";
import { tableOf, type Column, type Row } from "./variables";

const ProjectDialogs = onDemand(() => import("./project-dialogs"));

type ProjectViewProps = { name: string; entries: ListedEntry[]; envProjects: EnvProject[] };

/** A project's variables by environment, beside the env files of its name. */
export default function ProjectView({ name, entries, envProjects }: ProjectViewProps) {
  const { may, limited, environments } = useRights();
  const goTo = useGoTo();
  const table = useMemo(() => tableOf(entries, environments), [entries, environments]);
  const writes = may("entries:write");
  // The form that was open when the session ended.
  const [opened, setOpened] = useState<OpenedProjectDialog | undefined>(() => {
    const draft = keptTypedOf<EntryDraft>("entry");
    return draft && { dialog: "entry", entry: draft.entry, draft };
  });
  const edit = useCallback((entry: ListedEntry) => setOpened({ dialog: "entry", entry }), []);
  const add = useCallback(
    (row: Row | undefined, column: Column) =>
      setOpened({
        dialog: "entry",
        categoryId: row?.categoryId,
        start: { name, environment: column === "none" ? "" : column },
      }),
    [name],
  );
  const compare = (
    <Button icon={<GitCompareArrows />} onClick={() => setOpened({ dialog: "compare" })}>
      Compare environments
    </Button>
  );
  return (
    <Page
      before={<BackToProjects />}
      title={name}
      actionsLast
      actions={
        <>
          {writes && (
            <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={() => add(undefined, "none")}>
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
              <MenuItem icon={<FileInput />} onSelect={() => goTo(`/import?${new URLSearchParams({ project: name })}`)}>
                Import into it…
              </MenuItem>
              {may("envs:write") && (
                <MenuItem icon={<Pencil />} onSelect={() => setOpened({ dialog: "rename" })}>
                  Rename…
                </MenuItem>
              )}
            </Menu>
          )}
        </>
      }
    >
      <div className="space-y-6">
        {entries.length > 0 && <EnvironmentCards name={name} entries={entries} table={table} />}
        <VariableTable name={name} table={table} onAdd={writes ? add : undefined} onEdit={writes ? edit : undefined} />
        <EnvFiles name={name} envProjects={envProjects} />
      </div>
      {opened && (
        <ProjectDialogs
          opened={opened}
          name={name}
          entries={entries}
          table={table}
          onChange={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}
