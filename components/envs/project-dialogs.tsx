import { onDemand } from "@/components/ui/on-demand";
import type { EnvFile, EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/envs";
import type { FillDialog } from "./fill-file";
import type { OpenFileControl } from "./use-open-file";

const ProjectDialog = onDemand(() => import("./project-dialog"));
const DeleteProjectDialog = onDemand(() => import("./delete-project-dialog"));
const FillFile = onDemand(() => import("./fill-file"));
const CompareDialog = onDemand(() => import("./compare-dialog"));

export type OpenedDialog = "edit" | "delete" | "compare" | "fill";

export type ProjectDialogsProps = {
  opened: OpenedDialog;
  project: EnvProjectWithFiles;
  fileType: EnvFileType;
  existing: EnvFile | undefined;
  open: OpenFileControl;
  fillDialog: FillDialog;
  onClose: () => void;
};

/** The dialog that a project's page has open: none of them is first-load code. */
export default function ProjectDialogs({ opened, project, fileType, existing, open, fillDialog, onClose }: ProjectDialogsProps) {
  if (opened === "edit") return <ProjectDialog project={project} onClose={onClose} />;
  if (opened === "delete") return <DeleteProjectDialog project={project} onDeleted={open.close} onClose={onClose} />;
  if (opened === "compare") return <CompareDialog project={project} onClose={onClose} />;
  return <FillFile projectId={project.id} fileType={fileType} existing={existing} open={open} dialog={fillDialog} onClose={onClose} />;
}
