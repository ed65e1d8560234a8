import type { ReactNode } from "react";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";
import type { ExtractDialogProps } from "./dialog-props";
import { aimText, inWords } from "./aim-text";
import type { Aim } from "./plan";

export type TargetFieldProps = Pick<ExtractDialogProps, "files" | "current"> & {
  value: EnvFileType;
  onChange: (fileType: EnvFileType) => void;
  aim: Aim;
  /** The environments that the question asks for. */
  asked: readonly Environment[];
  /** The environments of entries that are not ticked, since they are not the one that is aimed at. */
  left: readonly Environment[];
  /** Variables with entries of several environments, none of which is ticked. */
  undecided: readonly string[];
  /** The environments of ticked values that don't belong into the file. */
  strays: readonly Environment[];
  /** The variables that would be overwritten. */
  replaced: readonly string[];
};

/** The file to fill, and the consequences. */
export function TargetField({
  files,
  current,
  value,
  onChange,
  aim,
  asked,
  left,
  undecided,
  strays,
  replaced,
}: TargetFieldProps) {
  const nameOf = (fileType: EnvFileType) => files.find((file) => file.fileType === fileType)?.name ?? fileType;
  const name = nameOf(value);
  const environments = inWords(strays);
  const aimed = aimText(aim, asked, name, left);
  return (
    <div className="space-y-3">
      <Field
        label="File to fill"
        description={value === current ? undefined : `You have ${nameOf(current)} open.`}
        className="sm:max-w-60"
      >
        {(control) => (
          <Select {...control} value={value} onChange={(event) => onChange(event.target.value as EnvFileType)}>
            <Options of={files.map((file) => [file.fileType, file.name])} />
          </Select>
        )}
      </Field>
      <div role="status" className="space-y-3 empty:hidden">
        {aimed && <p className="text-sm text-muted">{aimed}</p>}
        {undecided.length > 0 && (
          <Warning>
            Entries of several environments have <span className="font-mono break-all">{undecided.join(", ")}</span>,
            and none of them is ticked. Tick the one you mean, or choose the file of its environment.
          </Warning>
        )}
        {strays.length > 0 && (
          <Warning>
            Ticked entries hold {environments} values, but {name} is not a {environments} file. Choose another file,
            unless you mean this one.
          </Warning>
        )}
        {replaced.length > 0 && (
          <Warning>
            Filling replaces the {replaced.length === 1 ? "value" : `${replaced.length} values`} that {name} has for{" "}
            <span className="font-mono break-all">{replaced.join(", ")}</span>.
          </Warning>
        )}
      </div>
    </div>
  );
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">{children}</p>
);
