import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import { Textarea } from "@/components/ui/inputs/textarea";
import { readLinkLines, unreadText } from "./link-lines";
import { repeatedText } from "./candidates";
import type { Import } from "./use-import";

/** Typed, or `unread`: one that came from elsewhere, and is read at once. */
export type LinkText = { text: string; unread: boolean; autoFocus?: boolean };

/** Reads links from a text; lines without one stay in the box. */
export function LinkSource({
  text,
  unread: isUnread,
  autoFocus = isUnread,
  onTextChange,
  onFound,
}: LinkText & {
  onTextChange: (text: string) => void;
  onFound: Import["take"];
}) {
  const [error, setError] = useState<string>();
  const [repeated, setRepeated] = useState<readonly string[]>([]);

  function read() {
    const { tokens, unread } = readLinkLines(text);
    setRepeated(onFound(tokens).repeated);
    onTextChange(unread.join("\n"));
    setError(unreadText(unread.length, tokens.length));
  }

  const atFirst = useRef(isUnread ? read : undefined);
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
            autoFocus={autoFocus}
            rows={3}
            autoComplete="off"
            placeholder="otpauth://totp/…"
            value={text}
            onChange={(event) => onTextChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={read} disabled={text.trim() === ""}>
          Read links
        </Button>
        <p role="status" className="text-sm text-muted">
          {repeatedText(repeated)}
        </p>
      </div>
    </div>
  );
}
