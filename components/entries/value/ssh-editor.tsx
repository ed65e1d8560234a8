"use client";

import { Eye, EyeOff, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import type { EntryFormValues } from "../form/entry-form-values";
import { SecretText } from "./secret-text";
import { useShown } from "./use-shown";

const fileBytesMax = 256 * 1024;

/** A private key, pasted or read from a file by the browser; nothing is uploaded before saving. */
export function SshEditor({ startShown }: { startShown: boolean }) {
  const { register, setValue, formState } = useFormContext<EntryFormValues>();
  const { shown, toggle, hold } = useShown(startShown);
  const file = useRef<HTMLInputElement>(null);
  const [fileFault, setFileFault] = useState<string>();

  async function readKey(picked: File | undefined) {
    if (!picked) return;
    if (picked.size > fileBytesMax) return setFileFault("That file is too large for a key");
    setFileFault(undefined);
    setValue("value", await picked.text(), { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Field
      label="Private key"
      required
      error={fileFault ?? formState.errors.value?.message}
      description="PEM or OpenSSH form, with its BEGIN and END lines. Passphrases aren’t stored."
      aside={
        <span className="flex gap-1">
          <Button size="small" variant="ghost" icon={<FileUp />} onClick={() => file.current?.click()}>
            From a file
          </Button>
          <Button size="small" variant="ghost" icon={shown ? <EyeOff /> : <Eye />} onClick={toggle}>
            {shown ? "Hide" : "Show"}
          </Button>
        </span>
      }
    >
      {(control) => (
        <>
          <SecretText
            {...control}
            shown={shown}
            rows={8}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            {...register("value", { onChange: hold })}
          />
          <input
            ref={file}
            type="file"
            hidden
            tabIndex={-1}
            aria-label="Private key file"
            onChange={(event) => void readKey(event.target.files?.[0])}
          />
        </>
      )}
    </Field>
  );
}
