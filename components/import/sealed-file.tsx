import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Asks for the passphrase of a file that age encrypted, and opens it in this browser. */
export default function SealedFile({ file, onOpen }: { file: File; onOpen: (text: string) => void }) {
  const [passphrase, setPassphrase] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function open() {
    setPending(true);
    setError(undefined);
    try {
      const { openExportFile } = await import("@/lib/client/read-text-file");
      onOpen(await openExportFile(file, passphrase));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "The file can’t be opened");
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void open();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-3" aria-label="Sealed file">
      <Field
        label={`Passphrase of ${file.name}`}
        description="The file is sealed. It is opened in this browser."
        error={error}
        required
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" pending={pending} disabled={passphrase === ""}>
        Open the file
      </Button>
    </form>
  );
}
