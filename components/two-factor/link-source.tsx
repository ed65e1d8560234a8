import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

export function LinkSource({ onFound }: { onFound: (text: string) => number }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function read() {
    if (onFound(text) > 0) {
      setText("");
      setError(undefined);
    } else setError("There is no otpauth:// link in this text");
  }

  return (
    <div className="space-y-2">
      <Field label="Links" description="otpauth:// links, one a line, or an export of Google Authenticator (otpauth-migration://)." error={error}>
        {(control) => <Textarea {...control} mono rows={3} autoComplete="off" placeholder="otpauth://totp/…" value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <Button onClick={read} disabled={text.trim() === ""}>Read links</Button>
    </div>
  );
}
