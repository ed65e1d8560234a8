"use client";

import { Download } from "lucide-react";
import { useState, type FormEvent } from "react";
import { PasswordInput } from "@/components/sign-in/password-input";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Select } from "@/components/ui/inputs/select";
import { toast } from "@/components/ui/toasts/toast";
import { strengthOf, weaknessOf } from "@/lib/age/passphrase";

type Form = "sealed" | "plain";

/** Everything as one file, sealed in this browser before it reaches the disk. */
export function EverythingForm() {
  const [form, setForm] = useState<Form>("sealed");
  const [passphrase, setPassphrase] = useState("");
  const [repeated, setRepeated] = useState("");
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isSealed = form === "sealed";
  const weakness = weaknessOf(passphrase);
  const isDifferent = repeated !== passphrase;

  async function download() {
    setTried(true);
    setError(undefined);
    if (isSealed && (weakness !== null || isDifferent)) return;
    setPending(true);
    try {
      const { downloadEverything } = await import("@/lib/client/browser/download-everything");
      await downloadEverything(isSealed ? passphrase : null);
      setPassphrase("");
      setRepeated("");
      setTried(false);
      toast.success("Everything was exported");
    } catch (cause) {
      setError(cause);
    } finally {
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void download();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4 border-t border-line pt-4" aria-label="Export everything">
      <div>
        <h3 className="text-sm font-medium">Everything</h3>
        <p className="text-sm text-muted">
          Categories, entries, two-factor tokens with their secrets, env files, and their former values. Not what is in
          the trash.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="File">
          {(control) => (
            <Select {...control} value={form} onChange={(event) => setForm(event.target.value as Form)}>
              <option value="sealed">Encrypted with a passphrase (age)</option>
              <option value="plain">Plain text (JSON)</option>
            </Select>
          )}
        </Field>
      </div>
      {isSealed && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label="Passphrase"
            description={
              passphrase === ""
                ? "Five unrelated words are hard to guess. Without it, nobody can open the file."
                : `It is ${strengthOf(passphrase)}.`
            }
            error={tried ? (weakness ?? undefined) : undefined}
            required
          >
            {(control) => (
              <PasswordInput
                what="passphrase"
                {...control}
                autoComplete="new-password"
                value={passphrase}
                onChange={(event) => setPassphrase(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Repeat the passphrase"
            error={tried && weakness === null && isDifferent ? "The passphrases don’t match" : undefined}
            required
          >
            {(control) => (
              <PasswordInput
                what="passphrase"
                {...control}
                autoComplete="new-password"
                value={repeated}
                onChange={(event) => setRepeated(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <Button type="submit" icon={<Download />} pending={pending}>
        Download everything
      </Button>
      <p className="text-sm text-muted">
        {isSealed
          ? "The file is encrypted in this browser. Import reads it, and so does the program age."
          : "The file holds every value in plain text. Keep it off shared folders, and delete it once it is used."}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
    </form>
  );
}
