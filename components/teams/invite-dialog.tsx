"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNote } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useDiscard } from "@/components/ui/use-discard";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/query-keys";
import { createInvitation } from "@/lib/client/http/team-api";
import { useKeepForm } from "@/lib/client/session/use-keep-form";
import type { CreatedInvitation, CreateInvitation } from "@/lib/contracts/invitations";
import type { Team } from "@/lib/contracts/teams";
import { GrantFields } from "./grant-fields";
import { inviteResolver, noReach, type InviteFieldValues } from "./team-resolvers";

const lifetimes = { 1: "1 hour", 24: "1 day", 72: "3 days", 168: "7 days" } as const;

/** The reply contains the link: it is passed on and never cached. */
export default function InviteDialog({
  team,
  onInvited,
  onClose,
}: {
  team: Team;
  onInvited: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}) {
  const id = useId();
  const queryClient = useQueryClient();
  const form = useForm<InviteFieldValues, unknown, CreateInvitation>({
    resolver: inviteResolver,
    defaultValues: { ...noReach, role: "reader", email: "", expiresInHours: "72" },
  });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm("invitation", form);
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose);

  const submit = handleSubmit(async (body) => {
    try {
      const invitation = await createInvitation({ params: { id: team.id }, body });
      void queryClient.invalidateQueries({ queryKey: queryKeys.invitations(team.id) });
      onInvited(invitation);
    } catch (error) {
      setFormError(error, setError, ["role", "projects", "environments", "email", "expiresInHours"]);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && close()}
      title={`Invite somebody to ${team.name}`}
      footer={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Create invitation
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr]">
            <Field
              label="E-mail address"
              optional
              description="Only the account with this address can accept it. If the vault sends mail, it sends the link there."
              error={errors.email?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  data-autofocus
                  autoComplete="off"
                  autoCapitalize="none"
                  placeholder="grace@example.com"
                  {...register("email")}
                />
              )}
            </Field>
            <Field label="Works for" error={errors.expiresInHours?.message}>
              {(control) => (
                <Select {...control} {...register("expiresInHours")}>
                  {Object.entries(lifetimes).map(([hours, label]) => (
                    <option key={hours} value={hours}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <GrantFields />
          {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
        </form>
      </FormProvider>
      {question}
    </Dialog>
  );
}
