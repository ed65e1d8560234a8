import { onDemand } from "@/components/ui/states/on-demand";
import type { EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import type { FillDialog } from "./compare/fill-file";
import type { OpenFileControl } from "./file/opening/open-file";

const ProjectDialog = onDemand(() => import("./project-dialog"));
const DeleteProjectDialog = onDemand(() => import("./delete-project-dialog"));
const FillFile = onDemand(() => import("./compare/fill-file"));
const CompareDialog = onDemand(() => import("./compare/compare-dialog"));

export type OpenedDialog = "edit" | "delete" | "compare" | "fill";

export type ProjectDialogsProps = {
  opened: OpenedDialog;
  project: EnvProjectWithFiles;
  fileType: EnvFileType;
  open: OpenFileControl;
  fillDialog: FillDialog;
  /** Another file is opened. */
  onFileType: (fileType: EnvFileType) => void;
  onClose: () => void;
};

/** The project page's open dialog: none is first-load code. */
export default function ProjectDialogs({
  opened,
  project,
  fileType,
  open,
  fillDialog,
  onFileType,
  onClose,
}: ProjectDialogsProps) {
  if (opened === "edit") return <ProjectDialog project={project} onClose={onClose} />;
  if (opened === "delete") return <DeleteProjectDialog project={project} onDeleted={open.close} onClose={onClose} />;
  if (opened === "compare") return <CompareDialog project={project} onClose={onClose} />;
  return (
    <FillFile
      project={project}
      fileType={fileType}
      open={open}
      dialog={fillDialog}
      onFileType={onFileType}
      onClose={onClose}
    />
  );
}
