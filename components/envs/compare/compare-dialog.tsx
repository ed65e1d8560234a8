"use client";

import { useCallback } from "react";
import { ComparePane } from "@/components/history/compare/compare-pane";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { revealEnvFile } from "@/lib/client/http/api";
import type { EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { compareFiles } from "./compare-files";
import { fileName, fileTypes } from "@/lib/client/words/file-names";

/** Two saved files side by side. */
export default function CompareDialog({ project, onClose }: { project: EnvProjectWithFiles; onClose: () => void }) {
  const present = fileTypes.filter((fileType) => project.files.some((file) => file.fileType === fileType));
  const left = present[0] ?? "env";
  const right = present.find((fileType) => fileType === "env.production" && fileType !== left) ?? present[1] ?? "env";

  const read = useCallback(
    async (fileType: EnvFileType, signal: AbortSignal) => {
      const fileId = project.files.find((file) => file.fileType === fileType)?.id ?? "";
      return (await revealEnvFile({ params: { id: project.id, fileId } }, { signal })).data.content;
    },
    [project],
  );
  const compare = useCallback(
    async (leftType: EnvFileType, rightType: EnvFileType, signal: AbortSignal) =>
      compareFiles(...(await Promise.all([read(leftType, signal), read(rightType, signal)]))),
    [read],
  );

  return (
    <Dialog open onOpenChange={onClose} title="Compare files" size="large">
      <ComparePane
        within="dialog"
        noun="file"
        options={present.map((fileType) => [fileType, fileName(fileType)])}
        first={[left, right]}
        nameOf={fileName}
        compare={compare}
      />
    </Dialog>
  );
}
