"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RewritingField, useRewriting } from "@/components/references/rewriting";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Select } from "@/components/ui/inputs/select";
import { toast } from "@/components/ui/toasts/toast";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { categoriesInOrder } from "@/lib/client/http/queries/queries-in-order";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Progress } from "@/lib/client/in-turn";
import { everywhere, isReached } from "@/lib/client/vaults/reach";
import { environmentLabels, environments } from "@/lib/client/words/labels";
import { inNameOrder } from "@/lib/client/words/name-order";
import type { Environment } from "@/lib/contracts/primitives";
import { changeEach, doubled, planned } from "./change-plan";
import type { SelectedDialogProps } from "./delete-selected";
import { entryCount } from "./entry-count";
import { partlyDone } from "./partly-done";
import { ProgressLine } from "./progress-line";

// Names may be anything, so what is not a name stands apart from them.
const [asItIs, anotherProject] = ["", "new"];
const named = (name: string) => `name ${name}`;

/** Puts the selected entries into another project, category or environment. */
export default function ChangeSelected({ entries, onDone, onClose }: SelectedDialogProps) {
  const queryClient = useQueryClient();
  const { data: all = [] } = useQuery(entriesQuery);
  const { data: categories = [] } = useQuery(categoriesInOrder);
  // What opened it goes with the selection.
  const focus = useFocusAfter('main [data-shortcut="search"]');
  const [left, setLeft] = useState(entries);
  const [project, setProject] = useState<string>(asItIs);
  const [newProject, setNewProject] = useState("");
  const [categoryId, setCategoryId] = useState("");
  const [environment, setEnvironment] = useState<Environment | "none" | "">("");
  const [progress, setProgress] = useState<Progress>();
  const [stopped, setStopped] = useState<string>();

  const typed = project === anotherProject ? newProject.trim() : project.slice(named("").length);
  const change = {
    name: typed || undefined,
    categoryId: categoryId || undefined,
    environment: environment === "" ? undefined : environment === "none" ? null : environment,
  };
  const plan = planned(left, change);
  const twice = doubled(all, plan);
  const rewriting = useRewriting(
    plan.length > 0,
    plan.map(({ entry }) => entry.id),
  );
  // No more than the form of an entry offers.
  const reach = useTeamHere() ?? everywhere;
  const projects = inNameOrder(
    [...new Set([...all.map(({ name }) => name), ...(reach.projects ?? [])])],
    (name) => name,
  );
  const [type, ...otherTypes] = new Set(left.map(({ category }) => category.keyType));

  async function confirm() {
    const problem =
      project === anotherProject && !typed
        ? "Enter the new project’s name."
        : plan.length === 0 && "Choose what to change.";
    setStopped(problem || undefined);
    if (problem) return false;
    const outcome = await changeEach(queryClient, plan, change, rewriting.query, setProgress);
    const { done, failed, gone } = outcome;
    setProgress(undefined);
    if (rewriting.query.rewriteReferences) void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    await queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    onDone(failed.map(({ id }) => id));
    if (failed.length === 0) {
      const text = `${entryCount(done.length)} ${done.length === 1 ? "was" : "were"} changed`;
      if (gone.length > 0)
        toast.error(
          `${text}. ${entryCount(gone.length)} of the selected no longer exist${gone.length === 1 ? "s" : ""}`,
        );
      else toast.success(text);
      return focus.arm();
    }
    setLeft(failed);
    setStopped(partlyDone(outcome, "changed", left));
    return false;
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Change ${entryCount(left.length)}`}
      confirmLabel={`Change ${entryCount(left.length)}`}
      tone="primary"
      onConfirm={confirm}
    >
      <Field label="Project">
        {(control) => (
          <Select {...control} data-autofocus value={project} onChange={(event) => setProject(event.target.value)}>
            <option value={asItIs}>Leave as it is</option>
            {projects.map((name) => (
              <option key={name} value={named(name)}>
                {name}
              </option>
            ))}
            {reach.projects === null && <option value={anotherProject}>New project…</option>}
          </Select>
        )}
      </Field>
      {project === anotherProject && (
        <Field label="Name of the new project">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={newProject}
              onChange={(event) => setNewProject(event.target.value)}
            />
          )}
        </Field>
      )}
      {type && otherTypes.length === 0 && (
        <Field label="Category">
          {(control) => (
            <Select {...control} value={categoryId} onChange={(event) => setCategoryId(event.target.value)}>
              <option value="">Leave as it is</option>
              {categories
                .filter(({ keyType }) => keyType === type)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Environment">
        {(control) => (
          <Select
            {...control}
            value={environment}
            onChange={(event) => setEnvironment(event.target.value as typeof environment)}
          >
            <option value="">Leave as it is</option>
            {environments
              .filter((one) => isReached(one, reach))
              .map((one) => (
                <option key={one} value={one}>
                  {environmentLabels[one]}
                </option>
              ))}
            {isReached("none", reach) && <option value="none">None</option>}
          </Select>
        )}
      </Field>
      <RewritingField rewriting={rewriting} several />
      {twice > 0 && (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
          {twice === 1 ? "1 of them would have" : `${twice} of them would have`} the category, project and environment
          of another entry. Links in env files could no longer tell them apart, and exports would set their variables
          twice.
        </p>
      )}
      <ProgressLine doing="Changing" progress={progress} />
      {stopped && <ErrorNote error={stopped} />}
    </ConfirmDialog>
  );
}
