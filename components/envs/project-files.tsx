import {
  EllipsisVertical,
  EyeOff,
  FilePlus2,
  FileText,
  FolderOutput,
  GitCompareArrows,
  Pencil,
  Trash2,
} from "lucide-react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { onDemand } from "@/components/ui/states/on-demand";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { isReached } from "@/lib/client/vaults/reach";
import { askToMove } from "@/lib/client/vaults/moving";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";
import type { EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { BackLink } from "./back-link";
import { FilePanel } from "./file/file-panel";
import type { Guard, Leaving } from "./file/leaving";
import { fileName, fileTypes } from "@/lib/client/words/file-names";
import type { FillDialog } from "./compare/fill-file";
import type { OpenedDialog } from "./project-dialogs";
import { environmentOf } from "./file/opening/environment-of";
import { useOpenFile } from "./file/opening/use-open-file";
import { ProjectGone } from "./project-gone";
import { useRefreshProjects } from "./use-refresh-projects";
import { useShownFile } from "./use-shown-file";

const ProjectDialogs = onDemand(() => import("./project-dialogs"));

// In the editor's own chunk: it is there before anything can be unsaved.
const FileGuards = onDemand(async () => ({ default: (await import("./editor/chunk")).FileGuards }));

/** One project: its four files as tabs, one of them open. */
export default function ProjectFiles({
  project,
  gone,
  fillDialog,
}: {
  project: EnvProjectWithFiles;
  /** The vault no longer has it: this is how it was. */
  gone: boolean;
  fillDialog: FillDialog;
}) {
  const open = useOpenFile(project.id, gone, useRefreshProjects());
  const { unsaved, close } = open;
  const [opened, setOpened] = useState<OpenedDialog>();
  const [leaving, setLeaving] = useState<Leaving>();
  // Once it is saved, nothing is left to ask about.
  if (leaving && !leaving.replaces && !unsaved) setLeaving(undefined);
  const latest = useRef(unsaved);
  useLayoutEffect(() => {
    latest.current = unsaved;
  });
  /** Runs it at once, or after the changes that are unsaved by then are dealt with. */
  const guard: Guard = useCallback(
    (proceed, replaces = false) => (latest.current ? setLeaving({ proceed, replaces }) : proceed()),
    [],
  );
  const rights = useRights();
  const reaches = (fileType: EnvFileType) => isReached(environmentOf(fileType) ?? "none", rights);
  const {
    shown: tab,
    show,
    select,
  } = useShownFile(
    (asked) =>
      open.file?.fileType ??
      asked ??
      fileTypes.find((fileType) => project.files.some((file) => file.fileType === fileType)) ??
      fileTypes.find(reaches) ??
      "env",
    (proceed) =>
      guard(() => {
        close();
        proceed();
      }),
  );
  const goTo = useGoTo();
  const { may } = rights;
  const writes = may("envs:write") && !gone;
  // Its files of every environment go with it.
  const whole = rights.environments === null;
  const movable = useMoveTargets("envs:write").length > 0 && whole;
  const move = () =>
    guard(() => {
      close();
      askToMove({ kind: "env-project", ids: [project.id], name: project.name }, () => goTo("/envs", { replace: true }));
    });

  // From the first file on, and then for good: what watches has to see a file go, too.
  const [guarded, setGuarded] = useState(false);
  if (open.file && !guarded) setGuarded(true);

  const existing = project.files.find((file) => file.fileType === tab);
  useAddressRequest((request) => request.has("fill") && writes && setOpened("fill"), "file");

  // What is unsaved stands nowhere else.
  if (gone && !unsaved) return <ProjectGone />;
  return (
    <Page
      before={<BackLink />}
      title={project.name}
      description={project.description}
      actionsLast
      actions={
        <>
          {writes && may("ai:extract") && fileTypes.some(reaches) && (
            <Button onClick={() => setOpened("fill")}>Fill from a sentence…</Button>
          )}
          {may("envs:reveal") && !gone && (
            <Button
              icon={<GitCompareArrows className="max-sm:hidden" />}
              disabled={project.files.length < 2}
              onClick={() => setOpened("compare")}
            >
              Compare files
            </Button>
          )}
          {writes && (
            <Menu
              label={`Actions for ${project.name}`}
              trigger={(props) => (
                <IconButton
                  {...props}
                  label={`Actions for ${project.name}`}
                  icon={<EllipsisVertical />}
                  tooltip={false}
                />
              )}
            >
              <MenuItem icon={<Pencil />} onSelect={() => setOpened("edit")}>
                Edit env project…
              </MenuItem>
              {movable && (
                <MenuItem icon={<FolderOutput />} onSelect={move}>
                  Move to…
                </MenuItem>
              )}
              {whole && (
                <>
                  <MenuSeparator />
                  <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setOpened("delete")}>
                    Delete env project…
                  </MenuItem>
                </>
              )}
            </Menu>
          )}
        </>
      }
    >
      <Card>
        <Tabs
          label="Files"
          value={tab}
          onValueChange={select}
          tabs={fileTypes.map((fileType) => ({
            value: fileType,
            label: (
              <FileLabel
                name={fileName(fileType)}
                exists={project.files.some((file) => file.fileType === fileType)}
                reached={reaches(fileType)}
                unsaved={unsaved && open.file?.fileType === fileType}
              />
            ),
          }))}
        >
          <TabPanel value={tab} className="rounded-b-lg">
            <FilePanel project={project} fileType={tab} existing={existing} open={open} guard={guard} />
          </TabPanel>
        </Tabs>
      </Card>
      {guarded && (
        <FileGuards
          projectId={project.id}
          fileType={tab}
          existing={existing}
          open={open}
          guard={guard}
          leaving={leaving}
          onAnswered={() => setLeaving(undefined)}
        />
      )}
      {opened && (
        <ProjectDialogs
          opened={opened}
          project={project}
          fileType={tab}
          open={open}
          fillDialog={fillDialog}
          onFileType={show}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}

/** A plus on the icon of what can be written first, as in the panel below; a dot for unsaved changes. */
function FileLabel({
  name,
  exists,
  reached,
  unsaved,
}: {
  name: string;
  exists: boolean;
  reached: boolean;
  unsaved: boolean;
}) {
  const Icon = exists || unsaved ? FileText : reached ? FilePlus2 : EyeOff;
  return (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="font-mono">{name}</span>
      {unsaved && <span className="size-2 rounded-full bg-accent" />}
      {(unsaved || !exists) && (
        <span className="sr-only">
          , {unsaved ? "unsaved changes" : reached ? "not created yet" : "out of your reach"}
        </span>
      )}
    </>
  );
}
