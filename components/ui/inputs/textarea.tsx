import type { ComponentProps } from "react";
import { cn } from "../class-names";
import { controlStyle } from "./input";

export function Textarea({
  mono = false,
  className,
  rows = 3,
  ...rest
}: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <textarea
      rows={rows}
      className={cn(controlStyle, "block px-2.5 py-1.5 text-base read-only:bg-sunken", mono && "font-mono", className)}
      {...(mono ? { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } : {})}
      {...rest}
    />
  );
}
