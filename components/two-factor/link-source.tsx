import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { readLinkLines, unreadText } from "./link-lines";
import type { Import } from "./use-import";

/** Reads links from a text; lines without one stay in the box. */
export function LinkSource({ onFound }: { onFound: Import["take"] }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [repeated, setRepeated] = useState(0);

  function read() {
    const { tokens, unread } = readLinkLines(text);
    setRepeated(onFound(tokens).repeated);
    setText(unread.join("\n"));
    setError(unreadText(unread.length, tokens.length));
  }

  return (
    <div className="space-y-2">
      <Field
        label="Links"
        description="otpauth:// links, one a line, or an export of Google Authenticator (otpauth-migration://)."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={3}
            autoComplete="off"
            placeholder="otpauth://totp/…"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={read} disabled={text.trim() === ""}>
          Read links
        </Button>
        <p role="status" className="text-sm text-muted">
          {repeated === 0
            ? ""
            : repeated === 1
              ? "1 link was listed already."
              : `${repeated} links were listed already.`}
        </p>
      </div>
    </div>
  );
}
