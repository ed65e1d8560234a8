"use client";

import type { ComponentProps, KeyboardEvent } from "react";
import { cn } from "@/components/ui/class-names";
import { controlStyle } from "@/components/ui/inputs/input";

/**
 * A secret to type or paste, including line breaks, which a password field would drop. Leave it uncontrolled
 * (`register`): its text is then a property of the element and never in the document's markup.
 */
export function SecretText({
  shown,
  rows = 1,
  className,
  ...rest
}: Omit<ComponentProps<"textarea">, "autoComplete"> & { shown: boolean }) {
  return (
    <textarea
      rows={rows}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={rows === 1 ? submitOnEnter : undefined}
      // As high as an input while it is one line.
      className={cn(
        controlStyle,
        "block field-sizing-content max-h-64 min-h-control resize-none overflow-auto px-2.5 py-[calc((var(--control)-1.375rem)/2-1px)] font-mono text-base break-all",
        !shown && "[-webkit-text-security:disc]",
        className,
      )}
      {...rest}
    />
  );
}

/** One line submits like any field; Shift adds a line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  // A key that is held down.
  if (event.repeat) return;
  // By the form's own button, as from any other field: while that is pending, it submits nothing.
  const { form } = event.currentTarget;
  const button = [...(form?.elements ?? [])].find((one) => one.matches("button[type=submit]"));
  if (button instanceof HTMLElement) button.click();
}
