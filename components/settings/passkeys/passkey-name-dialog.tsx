import { useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { renamePasskey } from "@/lib/client/http/resources/account-api";
import { describePasskeyError, makePasskey } from "@/lib/client/session/sign-in/passkeys";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Passkey } from "@/lib/contracts/people/passkeys";

/** Names a passkey: a new one, which the authenticator then creates, or an existing one. */
export default function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const [name, setName] = useState(passkey?.name ?? "");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const verb = passkey ? "Rename passkey" : "Add passkey";

  const refresh = () =>
    Promise.all([queryKeys.passkeys, queryKeys.account].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (pending) return;
    if (name.trim() === "") return setError("Enter a name, such as your device’s");
    setPending(true);
    setError(undefined);
    try {
      if (passkey) await renamePasskey({ params: { id: passkey.id }, body: { name } });
      else await makePasskey(name);
      await refresh();
      toast.success(`The passkey ${name.trim()} was ${passkey ? "renamed" : "added"}`);
      onClose();
    } catch (cause) {
      // It may be there anyway, or no longer.
      void refresh();
      const message = describePasskeyError(cause);
      if (!isThere()) tellLeft(verb, cause, message);
      setError(message);
      setPending(false);
    }
  }

  return (
    <FormDialog size="small" title={verb} submitLabel={verb} pending={pending} onSubmit={submit} onClose={onClose}>
      <Field
        label="Name"
        description={passkey ? undefined : "To recognise it later. Your browser then asks for the passkey itself."}
        error={error}
        required
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
