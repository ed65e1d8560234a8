import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { readLinkLines, unreadText } from "./link-lines";
import { repeatedText } from "./candidates";
import type { Import } from "./use-import";

/** Reads links from a text; lines without one stay in the box. A text that is `given` is read at once. */
export function LinkSource({
  given,
  onTyped,
  onFound,
}: {
  given: string;
  /** Whether there is something to lose. */ onTyped: (typed: boolean) => void;
  onFound: Import["take"];
}) {
  const [text, setText] = useState(given);
  const [error, setError] = useState<string>();
  const [repeated, setRepeated] = useState<readonly string[]>([]);

  function read() {
    const { tokens, unread } = readLinkLines(text);
    setRepeated(onFound(tokens).repeated);
    setText(unread.join("\n"));
    setError(unreadText(unread.length, tokens.length));
  }

  const typed = text.trim() !== "";
  // Counts before the next key, which may be Escape.
  useLayoutEffect(() => {
    onTyped(typed);
    return () => onTyped(false);
  }, [typed, onTyped]);

  const atFirst = useRef(given === "" ? undefined : read);
  useEffect(() => {
    atFirst.current?.();
    atFirst.current = undefined;
  }, []);

  return (
    <div className="space-y-2">
      <Field
        label="Links"
        description="otpauth:// links (TOTP, HOTP, Steam), one per line, or an export of Google Authenticator (otpauth-migration://)."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            mono
            autoFocus={given !== ""}
            rows={3}
            autoComplete="off"
            placeholder="otpauth://totp/…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={read} disabled={!typed}>
          Read links
        </Button>
        <p role="status" className="text-sm text-muted">
          {repeatedText(repeated)}
        </p>
      </div>
    </div>
  );
}
