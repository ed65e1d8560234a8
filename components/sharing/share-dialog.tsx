"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Options, Select } from "@/components/ui/inputs/select";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { linksQuery } from "@/lib/client/http/resources/links-api";
import { makeLink, type MadeLink } from "./make-link";
import { type ShareChoices, type ShareFieldValues, shareResolver } from "./share-fields";

const times = { 1: "Once", 2: "Twice", 3: "3 times", 5: "5 times", 10: "10 times" } as const;
const lifetimes = { 1: "1 hour", 24: "1 day", 72: "3 days", 168: "7 days" } as const;

const mayStand = (where: string) =>
  `The link may have been created anyway, without ever being shown. You can revoke it ${where}, under “Links that open once”.`;

const unseen = (where: string) =>
  `The link was created but never shown: you can revoke it ${where}, under “Links that open once”`;

/** What the link may do. The link itself is passed on and never cached. */
export default function ShareDialog({
  text,
  what,
  onShared,
  onClose,
}: {
  text: () => Promise<string>;
  what: string;
  onShared: (link: MadeLink) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const where = useActiveVault() === null ? "in the settings" : "on the Team page";
  const { register, handleSubmit, setError, formState } = useForm<ShareFieldValues, unknown, ShareChoices>({
    resolver: shareResolver,
    defaultValues: { views: "1", expiresInHours: "24", passphrase: "", hint: "" },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);
  // Browsers encrypt on pages over HTTPS and on this machine only.
  const canEncrypt = window.isSecureContext;

  const submit = handleSubmit(async ({ passphrase, ...given }) => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: linksQuery.queryKey });
    try {
      const shared = await text();
      const link = await makeLink(shared, passphrase, given).catch(async (error: unknown) => {
        throw await afterLostAnswer(error, mayStand(where), refresh);
      });
      void refresh();
      if (isThere()) onShared(link);
      else toast.error(unseen(where));
    } catch (error) {
      const message = error instanceof RangeError ? "A link holds at most 256 KiB." : undefined;
      // As it was opened it can be sent, and left without a question.
      if (!isThere()) tellLeft("Make the link", error, message);
      if (message) setError("root.server", { message });
      else setFormError(error, setError, ["views", "expiresInHours", "hint"]);
    }
  });

  return (
    <FormDialog
      title="Share with a link that opens once"
      description={`${what}, for somebody without an account. It is encrypted in your browser: the vault can’t read what the link holds.`}
      submitLabel="Make the link"
      submitDisabled={!canEncrypt}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={close}
      error={errors.root?.["server"]?.message}
      question={question}
      spacious
    >
      {!canEncrypt && <ErrorNote error="Your browser encrypts only on HTTPS pages. Open the vault over HTTPS." />}
      <div className="grid grid-cols-2 gap-4">
        <Field label="Opens" error={errors.views?.message}>
          {(control) => (
            <Select {...control} data-autofocus {...register("views")}>
              <Options of={Object.entries(times)} />
            </Select>
          )}
        </Field>
        <Field label="Works for" error={errors.expiresInHours?.message}>
          {(control) => (
            <Select {...control} {...register("expiresInHours")}>
              <Options of={Object.entries(lifetimes)} />
            </Select>
          )}
        </Field>
      </div>
      <Field
        label="Passphrase"
        optional
        description="Send it separately from the link. Nobody can open the link without it."
      >
        {(control) => <Input {...control} mono autoComplete="off" spellCheck={false} {...register("passphrase")} />}
      </Field>
      <Field
        label="Note"
        optional
        description="For your list of links, and for whoever opens this one. It is not encrypted."
        error={errors.hint?.message}
      >
        {(control) => <Input {...control} autoComplete="off" placeholder="For Grace" {...register("hint")} />}
      </Field>
    </FormDialog>
  );
}
