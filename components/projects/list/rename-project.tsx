"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch, type Resolver } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { pageNow } from "@/lib/client/browser/page-now";
import { listEntries, listEnvProjects } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { setFormError } from "@/lib/client/http/field-errors";
import { mayBeDone } from "@/lib/client/http/lost-answer";
import { renameProject } from "@/lib/client/http/resources/projects-api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { projectPath } from "@/lib/client/vaults/project-path";
import { RenameProject as RenameBody } from "@/lib/contracts/vault/projects";
import { twinsAfterMerge } from "./twins-after-merge";

type Values = { from: string; to: string };

const resolver: Resolver<Values, unknown, RenameBody> = contractResolver(RenameBody, { to: "Enter a name" });
const changed = [queryKeys.entries, queryKeys.envProjects, queryKeys.accessKeys, queryKeys.teams, queryKeys.stats];

const inWords = new Intl.ListFormat("en");
const twinsNamed = 5;

const shortened = (names: readonly string[]): string[] =>
  names.length > twinsNamed + 1 ? [...names.slice(0, twinsNamed), `${names.length - twinsNamed} more`] : [...names];

/** Whether nothing has the old name any more, and something has the new one. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  const [entries, { data }] = await Promise.all([listEntries({}), listEnvProjects({ query: {} })]);
  const names = new Set([...entries, ...data].map(({ name }) => name));
  return !names.has(from) && names.has(to);
}

/** Renames a project. If there is one of that name already, both become one when that is asked for. */
export default function RenameProject({ name, onClose }: { name: string; onClose: () => void }) {
  const goTo = useGoTo();
  // The menu that opened it belongs to the old name.
  const focus = useFocusAfter("#content");
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, clearErrors, control, formState } = useForm<Values, unknown, RenameBody>({
    resolver,
    defaultValues: { from: name, to: name },
  });
  const { errors, isSubmitting } = formState;
  const to = useWatch({ control, name: "to" }).trim();
  const exists = errors.root?.["exists"] !== undefined;
  const { data: entries = [] } = useQuery(entriesQuery);
  const twins = exists ? twinsAfterMerge(entries, name, to) : [];

  // The name that it may have by now: of an attempt that got no answer.
  const [sentAs, setSentAs] = useState<string>();
  const submit = handleSubmit(async (body) => {
    if (body.to === name) return onClose();
    const isShown = pageNow();
    try {
      await renameProject({ body: { ...body, ...(exists && { merge: true }) } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "PROJECT_EXISTS") {
        if (!isShown()) tellLeft("Rename project", error);
        return setError("root.exists", { type: "server" });
      }
      const isNotFound = error instanceof ApiError && error.code === "PROJECT_NOT_FOUND";
      const mayBeRenamed = mayBeDone(error) || (isNotFound && sentAs === body.to);
      if (mayBeDone(error)) setSentAs(body.to);
      if (!mayBeRenamed || !(await isRenamed(name, body.to).catch(() => false))) {
        for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
        if (!isShown()) tellLeft("Rename project", error);
        return setFormError(error, setError, ["to"]);
      }
    }
    toast.success(exists ? `${name} was merged into ${body.to}` : `${name} was renamed to ${body.to}`);
    focus.arm();
    onClose();
    if (isShown()) goTo(projectPath(body.to), { replace: true });
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
  });

  return (
    <FormDialog
      size="small"
      title={`Rename ${name}`}
      submitLabel={exists ? `Merge into ${to}` : "Rename project"}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      error={errors.root?.["server"]?.message}
    >
      <Field label="Name" error={errors.to?.message} required>
        {(field) => (
          <Input
            {...field}
            data-autofocus
            autoComplete="off"
            {...register("to", { onChange: () => clearErrors("root") })}
          />
        )}
      </Field>
      <p className="text-sm text-muted">
        Its entries and its env project get the name, and access keys, trust rules, members and invitations that are
        limited to it stay limited to it. Links in env files follow.
      </p>
      {exists && (
        <div
          role="alert"
          className="space-y-2 rounded-md bg-warning-soft px-3 py-2 text-sm break-words text-warning-ink"
        >
          <p>
            A project named {to} already exists. Merging combines the two, with all their entries, and can’t be undone
            in one step. If both have the same env file, they can’t be merged: nothing is overwritten.
          </p>
          {twins.length > 0 && (
            <p>
              {inWords.format(shortened(twins.map((twin) => twin.name)))} {twins.length === 1 ? "is" : "are"} in both.
              The merged project has {twins.length === 1 ? "it" : "them"} twice
              {twins.some(({ isSetTwice }) => isSetTwice) && ", and exports set the same variable twice"}. If an env
              file links to {twins.length === 1 ? "it" : "one of them"}, nothing is merged, since the link couldn’t tell
              the two apart.
            </p>
          )}
        </div>
      )}
    </FormDialog>
  );
}
