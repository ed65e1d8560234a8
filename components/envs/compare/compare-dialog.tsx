"use client";

import { Eye, EyeOff, GitCompareArrows } from "lucide-react";
import { useCallback, useState } from "react";
import { ComparisonTable } from "@/components/history/compare/comparison-table";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Select } from "@/components/ui/inputs/select";
import { revealEnvFile } from "@/lib/client/http/api";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import type { EnvFileType, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { compareFiles } from "./compare-files";
import { fileName, fileTypes } from "@/lib/client/words/file-names";

const shownMilliseconds = 120_000;

/** Two saved files side by side. Names come with the comparison, values only when asked for; both go after two minutes. */
export default function CompareDialog({ project, onClose }: { project: EnvProjectWithFiles; onClose: () => void }) {
  const present = fileTypes.filter((fileType) => project.files.some((file) => file.fileType === fileType));
  const [sides, setSides] = useState<[EnvFileType, EnvFileType]>([
    present[0] ?? "env",
    present.find((fileType) => fileType === "env.production" && fileType !== present[0]) ?? present[1] ?? "env",
  ]);
  const [valuesShown, setValuesShown] = useState(false);
  const [left, right] = sides;

  const comparison = useReveal(
    useCallback(
      async (signal: AbortSignal) => {
        const [leftText, rightText] = await Promise.all(
          [left, right].map(async (fileType) => {
            const fileId = project.files.find((file) => file.fileType === fileType)?.id ?? "";
            return (await revealEnvFile({ params: { id: project.id, fileId } }, { signal })).data.content;
          }),
        );
        return compareFiles(leftText ?? "", rightText ?? "");
      },
      [project, left, right],
    ),
    { hideAfterMilliseconds: shownMilliseconds },
  );

  const hide = () => {
    setValuesShown(false);
    comparison.hide();
  };
  const choose = (side: 0 | 1, fileType: EnvFileType) => {
    hide();
    setSides(side === 0 ? [fileType, right] : [left, fileType]);
  };

  return (
    <Dialog open onOpenChange={onClose} title="Compare files" size="large">
      <div className="space-y-4">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
          {([0, 1] as const).map((side) => (
            <Field key={side} label={side === 0 ? "Left" : "Right"}>
              {(control) => (
                <Select
                  {...control}
                  data-autofocus={side === 0 || undefined}
                  value={sides[side]}
                  onChange={(event) => choose(side, event.target.value as EnvFileType)}
                >
                  {present.map((fileType) => (
                    <option key={fileType} value={fileType}>
                      {fileName(fileType)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
          {comparison.value ? (
            <Button
              className="col-span-2 sm:col-span-1"
              icon={valuesShown ? <EyeOff /> : <Eye />}
              onClick={() => setValuesShown(!valuesShown)}
            >
              {valuesShown ? "Hide values" : "Show values"}
            </Button>
          ) : (
            <Button
              className="col-span-2 sm:col-span-1"
              variant="primary"
              icon={<GitCompareArrows />}
              pending={comparison.pending}
              disabled={left === right}
              onClick={() => {
                setValuesShown(false);
                void comparison.reveal();
              }}
            >
              Compare
            </Button>
          )}
        </div>
        {left === right && <p className="text-sm text-muted">Choose two different files.</p>}
        {comparison.error !== undefined && <ErrorNote error={comparison.error} />}
        {comparison.value ? (
          <ComparisonTable
            {...comparison.value}
            leftName={fileName(left)}
            rightName={fileName(right)}
            valuesShown={valuesShown}
            words={{ same: "Both files are the same", empty: "Neither file has any variables" }}
          />
        ) : (
          <p className="text-sm text-muted">Comparing decrypts both files. Values stay hidden until you show them.</p>
        )}
      </div>
    </Dialog>
  );
}
