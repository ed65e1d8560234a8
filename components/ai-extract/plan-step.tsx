import { ArrowLeft, ListPlus } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { SegmentedFilter } from "@/components/ui/inputs/segmented-filter";
import { revealEntry } from "@/lib/client/http/api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { Extraction } from "@/lib/contracts/transfer/ai-extract";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { dialogTitle, type ExtractDialogProps } from "./dialog-props";
import {
  aimOf,
  fillingOf,
  generatedFilling,
  leftUnticked,
  linkFillings,
  type PlannedEntry,
  sharedVariables,
  suggested,
  variableNameOf,
} from "./plan";
import { PlanTable, type Ticks } from "./plan-table";
import { TargetField, Warning } from "./target-field";
import { fileFor, strayEnvironments } from "./target-file";
import { useNamesIn } from "./use-names-in";

export type PlanStepProps = ExtractDialogProps & { plan: Extraction; onBack: () => void };

/** The plan with checkboxes. Links reveal nothing; values are only revealed by "fill", pass to the editor, and are not stored here. */
export function PlanStep({
  plan,
  project,
  files,
  current,
  readNames,
  makeValue,
  onFill,
  onBack,
  onClose,
}: PlanStepProps) {
  const reached = files.map((file) => file.fileType);
  const suggestedFor = (file: EnvFileType) => suggested(plan.matches, project, aimOf(plan.environments, file));
  const [fileType, setFileType] = useState(() =>
    fileFor(suggestedFor(current).ticked, current, plan.environments, reached),
  );
  const aim = aimOf(plan.environments, fileType);
  const [ticks, setTicks] = useState<Ticks>(() => ({
    entries: idsOf(suggestedFor(fileType).ticked),
    generated: new Set(),
  }));
  /** What is ticked follows the file. A generated value is for any. */
  const choose = (file: EnvFileType) => {
    setFileType(file);
    setTicks((last) => ({ ...last, entries: idsOf(suggestedFor(file).ticked) }));
  };
  const present = useNamesIn(fileType, readNames);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const { may } = useRights();
  const entries = useQuery({ ...entriesQuery, enabled: may("entries:read") });
  const links = useMemo(() => linkFillings(plan.matches, entries.data ?? []), [plan.matches, entries.data]);
  const [writes, setWrites] = useState<"links" | "values">("links");
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const ticked = plan.matches.filter(({ entryId }) => ticks.entries.has(entryId));
  const generated = plan.missing.flatMap((name) => (ticks.generated.has(name) ? (variableNameOf(name) ?? []) : []));
  const unlinkable = writes === "links" && entries.data ? ticked.filter(({ entryId }) => !links.has(entryId)) : [];
  const shared = sharedVariables(ticked);
  const settled = new Set(ticked.flatMap(({ envVarNames }) => envVarNames));
  const undecided = suggestedFor(fileType).undecided.filter((name) => !settled.has(name));
  const count = ticked.length + generated.length;
  const target = files.find((file) => file.fileType === fileType)?.name ?? fileType;
  const replaced = [...new Set([...ticked.flatMap(({ envVarNames }) => envVarNames), ...generated])].filter((name) =>
    present.names.has(name),
  );

  const onTick = (kind: keyof Ticks, id: string, on: boolean) =>
    setTicks((last) => {
      const next = new Set(last[kind]);
      if (on) next.add(id);
      else next.delete(id);
      return { ...last, [kind]: next };
    });

  async function fill() {
    const own = new AbortController();
    request.current = own;
    setPending(true);
    setError(undefined);
    try {
      const revealed = await Promise.all(
        ticked.map(
          async (planned) =>
            (writes === "links" ? links.get(planned.entryId) : undefined) ??
            fillingOf(planned, await revealEntry({ params: { id: planned.entryId } }, { signal: own.signal })),
        ),
      );
      const made = await Promise.all(generated.map(async (name) => [name, await makeValue()] as const));
      if (own.signal.aborted) return;
      const problem = await onFill(fileType, made.length > 0 ? [...revealed, generatedFilling(made)] : revealed);
      // Whoever closed it may have something else open by now.
      if (own.signal.aborted) return;
      if (problem === null) onClose();
      else setError(problem);
    } catch (failure) {
      if (!own.signal.aborted) setError(failure);
    } finally {
      if (!own.signal.aborted) setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dialogTitle}
      size="large"
      footer={
        <>
          <Button icon={<ArrowLeft />} onClick={onBack}>
            Back
          </Button>
          <Button
            variant="primary"
            icon={<ListPlus />}
            pending={pending || present.pending || (writes === "links" && entries.isLoading)}
            disabled={count === 0}
            onClick={() => void fill()}
          >
            Fill {target}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {plan.note && (
          <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
            {plan.note}.
          </p>
        )}
        {(error ?? present.error) !== undefined && <ErrorNote error={error ?? present.error} />}
        <p role="status" className="text-sm text-muted">
          {plan.matches.length === 1 ? "1 entry matches" : `${plan.matches.length} entries match`}
          {plan.missing.length > 0 &&
            `, ${plan.missing.length} ${plan.missing.length === 1 ? "name is" : "names are"} missing`}
          .{" "}
          {writes === "links"
            ? "Filling writes links to the ticked entries into the editor; no value is read."
            : "Filling reveals the ticked entries and writes them into the editor."}{" "}
          Nothing is saved yet.
        </p>
        <TargetField
          files={files}
          current={current}
          value={fileType}
          onChange={choose}
          aim={aim}
          asked={plan.environments}
          left={leftUnticked(plan.matches, ticks.entries, aim)}
          undecided={undecided}
          strays={strayEnvironments(fileType, ticked)}
          replaced={replaced}
        />
        <SegmentedFilter
          label="What to write"
          value={writes}
          onValueChange={setWrites}
          options={[
            { value: "links", label: "Write links" },
            { value: "values", label: "Write values" },
          ]}
        />
        {unlinkable.length > 0 && (
          <Warning>
            {unlinkable.map(({ category, entry }) => `${category} for ${entry}`).join(", ")} can’t be linked, because
            another entry has the same name: {unlinkable.length === 1 ? "its value is" : "their values are"} written.
          </Warning>
        )}
        <PlanTable plan={plan} ticks={ticks} onTick={onTick} present={present.names} />
        {shared.length > 0 && (
          <Warning>
            More than one ticked entry has <span className="font-mono break-all">{shared.join(", ")}</span>: the first
            one’s value is written.
          </Warning>
        )}
        {plan.payloadSha256 && (
          <p className="font-mono text-2xs break-all text-muted">Sent to the model: SHA-256 {plan.payloadSha256}</p>
        )}
      </div>
    </Dialog>
  );
}

const idsOf = (entries: readonly PlannedEntry[]): ReadonlySet<string> => new Set(entries.map(({ entryId }) => entryId));
