import { EllipsisVertical, FolderOutput, Pencil, Trash2 } from "lucide-react";
import { memo, useState } from "react";
import { useListKeys } from "@/components/layout/shortcuts/list-keys";
import { Button } from "@/components/ui/buttons/button";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Link } from "@/components/ui/buttons/link";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states/skeleton";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { askToMove } from "@/lib/client/vaults/moving";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { fileTypes } from "@/lib/client/words/file-names";

const grid = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3";
const drawnAtFirst = 60;

/** For those who may change projects. */
type ProjectActions = { onEdit: ((project: EnvProject) => void) | undefined; onDelete: (project: EnvProject) => void };

export function ProjectGrid({ projects, ...actions }: { projects: readonly EnvProject[] } & ProjectActions) {
  const [all, setAll] = useState(false);
  // Its files of every environment go with it.
  const whole = useRights().environments === null;
  const movable = useMoveTargets("envs:write").length > 0 && whole;
  useListKeys((id) => actions.onEdit && projects.filter((project) => project.id === id).forEach(actions.onEdit));
  const drawn = all ? projects : projects.slice(0, drawnAtFirst);
  return (
    <>
      <ul aria-label="Env projects" className={grid}>
        {drawn.map((project) => (
          <ProjectCard key={project.id} project={project} movable={movable} deletable={whole} {...actions} />
        ))}
      </ul>
      {drawn.length < projects.length && (
        <p className="mt-4 text-center">
          <Button onClick={() => setAll(true)}>Show all {projects.length} env projects</Button>
        </p>
      )}
    </>
  );
}

/** The whole card is a link to the project; its menu lies on top. */
const ProjectCard = memo(function ProjectCard({
  project,
  movable,
  deletable,
  onEdit,
  onDelete,
}: { project: EnvProject; movable: boolean; deletable: boolean } & ProjectActions) {
  const { id, name, description, fileCount, updatedAt } = project;
  return (
    <li className="relative flex min-h-32 min-w-0 flex-col rounded-lg border border-line bg-surface p-3 pl-4 transition-colors [contain-intrinsic-size:auto_8rem] [content-visibility:auto] focus-within:border-edge hover:border-edge">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 pt-1.5 text-base">
          <Link
            href={`/envs/${id}`}
            data-list-item={id}
            className="block truncate after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-1 focus-visible:after:outline-accent-ink"
          >
            {name}
          </Link>
        </h2>
        {onEdit && (
          <span className="relative z-1 -mt-0.5 -mr-1">
            <Menu
              label={`Actions for ${name}`}
              trigger={(props) => (
                <IconButton {...props} label={`Actions for ${name}`} icon={<EllipsisVertical />} tooltip={false} />
              )}
            >
              <MenuItem icon={<Pencil />} onSelect={() => onEdit(project)}>
                Edit…
              </MenuItem>
              {movable && (
                <MenuItem icon={<FolderOutput />} onSelect={() => askToMove({ kind: "env-project", ids: [id], name })}>
                  Move to…
                </MenuItem>
              )}
              {deletable && (
                <>
                  <MenuSeparator />
                  <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onDelete(project)}>
                    Delete…
                  </MenuItem>
                </>
              )}
            </Menu>
          </span>
        )}
      </div>
      <p className="line-clamp-2 pr-2 text-sm text-muted">{description}</p>
      <div className="mt-auto flex items-center gap-2 pt-3 text-xs text-muted">
        <span aria-hidden className="flex gap-0.5">
          {fileTypes.map((fileType, index) => (
            <span
              key={fileType}
              className={cn(
                "h-3.5 w-2.5 rounded-[2px] border",
                index < fileCount ? "border-accent bg-accent-soft" : "border-line",
              )}
            />
          ))}
        </span>
        <span>{fileCount === 1 ? "1 file" : `${fileCount} files`}</span>
        <span className="ml-auto pr-1">
          Changed <RelativeTime timestamp={updatedAt} />
        </span>
      </div>
    </li>
  );
});

export function ProjectGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading env projects</span>
      <div className={grid}>
        {Array.from({ length: 6 }, (_, card) => (
          <div key={card} className="flex h-32 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="mt-auto h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
