"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { ErrorNote, ErrorState } from "@/components/ui/states/error-state";
import { Skeleton } from "@/components/ui/states/skeleton";
import { longDate } from "@/lib/client/words/dates";
import { getMailChoice, updateMailChoice } from "@/lib/client/http/resources/mail-api";
import { readQuery } from "@/lib/client/http/queries/query-client";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { type MailKind, mailKinds } from "@/lib/contracts/people/mail-kinds";

const mailChoiceQuery = readQuery(queryKeys.mailChoice, getMailChoice, {});

/** Each box is saved as it is ticked. */
export default function MailForm() {
  const queryClient = useQueryClient();
  const choice = useQuery(mailChoiceQuery);
  const save = useMutation({
    mutationFn: (body: Partial<Record<MailKind, boolean>>) => updateMailChoice({ body }),
    onSuccess: (saved) => queryClient.setQueryData(mailChoiceQuery.queryKey, saved),
  });
  if (!choice.data)
    return choice.isError ? (
      <ErrorState error={choice.error} onRetry={choice.refetch} />
    ) : (
      <Skeleton className="h-40" />
    );
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">E-mail notifications</legend>
      {(Object.keys(mailKinds) as MailKind[]).map((kind) => (
        <Checkbox
          key={kind}
          label={mailKinds[kind]}
          checked={(save.isPending ? save.variables[kind] : undefined) ?? choice.data[kind]}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate({ [kind]: target.checked })}
        />
      ))}
      {choice.data.lostAt !== null && (
        <ErrorNote
          error={`An e-mail to you could not be sent on ${longDate(choice.data.lostAt)}. The activity shows which. Check your e-mail address, and tell whoever runs the vault.`}
          className="mt-2"
        />
      )}
      {save.isError && <ErrorNote error={save.error} className="mt-2" />}
    </fieldset>
  );
}
