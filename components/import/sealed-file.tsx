import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";

/** Asks for the passphrase of what age encrypted, and opens it in this browser. */
export default function SealedFile({
  file,
  name,
  onOpen,
}: {
  file: File;
  /** As one knows it. */ name: string;
  onOpen: (text: string) => void;
}) {
  const [passphrase, setPassphrase] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  // Opening takes a while. Something else may have been pasted or chosen meanwhile, which it must not replace.
  const isAsked = useRef(false);
  useEffect(() => {
    isAsked.current = true;
    return () => {
      isAsked.current = false;
    };
  }, []);

  async function open() {
    setPending(true);
    setError(undefined);
    try {
      const { openExportFile } = await import("@/lib/client/browser/read-text-file");
      const text = await openExportFile(file, passphrase);
      if (isAsked.current) onOpen(text);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "It can’t be opened");
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
        label={`Passphrase of ${name}`}
        description="It is encrypted with age, and opened in this browser."
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
        Open
      </Button>
    </form>
  );
}
