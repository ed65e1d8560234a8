"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import { Textarea } from "@/components/ui/inputs/textarea";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { createInvitation } from "@/lib/client/http/resources/team-api";
import { invitationsQuery, membersQuery } from "@/lib/client/http/queries/team-queries";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import type { CreatedInvitation, CreateInvitation } from "@/lib/contracts/people/invitations";
import type { Team } from "@/lib/contracts/people/teams";
import { GrantFields } from "./grant-fields";
import { addressesIn, addressFault, inviteEach, type Invited, type Refused } from "./invite-addresses";
import { RefusedList } from "./refused-list";
import { inviteResolver, noReach, type InviteFieldValues } from "../team-resolvers";

const lifetimes = { 1: "1 hour", 24: "1 day", 72: "3 days", 168: "7 days" } as const;

/** What was filled in, and the addresses of it that are left. */
export type Uninvited = { fields: InviteFieldValues; refused: Refused[] };

const newFields: InviteFieldValues = { ...noReach, role: "reader", emails: "", expiresInHours: "72" };

/** Of addresses that were refused, what remains to be corrected. */
const linesOf = (refused: readonly Refused[]) => refused.map(({ address }) => address).join("\n");

const mayStand =
  "The invitation may have been created anyway, without its link ever being shown. If it is in the list, withdraw it before you create another.";

/** For whoever left before the links were there. The vault mails some to the people themselves. */
function tellUnseen(sent: readonly CreatedInvitation[]): void {
  const one = sent.length === 1;
  const what = one ? "The invitation was" : `${sent.length} invitations were`;
  if (sent.every(({ mailed }) => mailed)) toast.success(`${what} created, and the vault sends ${one ? "it" : "them"}`);
  else
    toast.error(
      `${what} created, but ${one ? "its link was never shown: withdraw it" : "their links were never shown: withdraw them"}, then invite again`,
    );
}

/** The replies contain the links: they are passed on and never cached. */
export default function InviteDialog({
  team,
  mail,
  left,
  onInvited,
  onClose,
}: {
  team: Team;
  /** Whether the vault sends mail. */ mail: boolean;
  /** Of invitations before this one. */ left?: Uninvited | undefined;
  onInvited: (sent: Invited["sent"], left: Uninvited) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const form = useForm<InviteFieldValues, unknown, CreateInvitation>({
    resolver: inviteResolver,
    defaultValues: left?.fields ?? newFields,
  });
  const { register, handleSubmit, setError, getValues, setValue, setFocus, control, formState } = form;
  const [refused, setRefused] = useState(left?.refused ?? []);
  const [at, setAt] = useState(0);
  useKeepForm("invitation", form, left !== undefined);
  const { errors, isSubmitting, isDirty } = formState;

  const count = addressesIn(useWatch({ control, name: "emails" })).length;
  // Those that an earlier one left are no less typed.
  const { close, question } = useDiscard(isDirty || count > 0, onClose, isSubmitting);

  const done = (sent: Invited["sent"], rest: Uninvited) => (isThere() ? onInvited(sent, rest) : tellUnseen(sent));
  const submit = handleSubmit(async (body) => {
    const fields = getValues();
    // A failure before the first one is sent has made none.
    let isSent = false;
    const create = (one: CreateInvitation) => {
      isSent = true;
      return createInvitation({ params: { id: team.id }, body: one });
    };
    setRefused([]);
    try {
      const addresses = addressesIn(fields.emails);
      if (addresses.length === 0) return done([await create(body)], { fields, refused: [] });
      const [members, open] = await Promise.all([
        queryClient.fetchQuery({ ...membersQuery(team.id), staleTime: 0 }),
        queryClient.fetchQuery({ ...invitationsQuery(team.id), staleTime: 0 }),
      ]);
      const result = await inviteEach(
        addresses,
        (address) => addressFault(address, members, open),
        (email) => {
          setAt(addresses.indexOf(email) + 1);
          return create({ ...body, email });
        },
      );
      const emails = linesOf(result.refused);
      if (result.sent.length > 0) return done(result.sent, { fields: { ...fields, emails }, refused: result.refused });
      if (result.error !== undefined) throw result.error;
      setValue("emails", emails, { shouldDirty: true });
      setRefused(result.refused);
      setFocus("emails");
    } catch (error) {
      const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.invitations(team.id) });
      const told = isSent ? await afterLostAnswer(error, mayStand, refresh) : error;
      // Whoever left was told that they would not hear of a refusal.
      if (isSent && mayBeDone(error) && !isThere()) tellLeft(`Invite to ${team.name}`, told);
      setFormError(told, setError, ["role", "projects", "environments", "expiresInHours"], { email: "emails" });
    } finally {
      void queryClient.invalidateQueries({ queryKey: queryKeys.invitations(team.id) });
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title={`Invite to ${team.name}`}
        submitLabel={
          count < 2 ? "Create invitation" : isSubmitting ? `Creating ${at} of ${count}` : `Create ${count} invitations`
        }
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
        spacious
      >
        <Field
          label="E-mail addresses"
          optional
          description={`Each gets an invitation that only the account with this address can accept.${
            mail ? " The vault sends the link there." : ""
          } Without an address, anybody with the link can.`}
          error={errors.emails?.message}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={count > 2 ? 5 : 2}
              data-autofocus
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              placeholder="grace@example.com, linus@example.com"
              {...register("emails")}
            />
          )}
        </Field>
        {refused.length > 0 && <RefusedList refused={refused} />}
        <Field label="Works for" error={errors.expiresInHours?.message}>
          {(control) => (
            <Select {...control} {...register("expiresInHours")}>
              <Options of={Object.entries(lifetimes)} />
            </Select>
          )}
        </Field>
        <GrantFields />
      </FormDialog>
    </FormProvider>
  );
}
