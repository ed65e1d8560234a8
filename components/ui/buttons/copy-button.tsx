"use client";

import { Check, Copy } from "lucide-react";
import { Button, type ButtonProps } from "./button";
import { IconButton } from "./icon-button";
import { useCopy } from "./use-copy";

export type CopyButtonProps = {
  /** The text, or how to get it: a value can be copied without ever being shown. */
  text: string | (() => Promise<string>);
  /** What is copied: "Copy the API key". */
  label: string;
  /** See `IconButton`. */
  tooltip?: string;
  tooltipSide?: "above" | "below";
  /** Clears the clipboard after 45 s; off for what is public. */
  secret?: boolean;
  /** With words beside the icon. */
  labelled?: boolean;
  size?: "medium" | "small";
  variant?: ButtonProps["variant"];
  disabled?: boolean;
  className?: string;
  onCopied?: () => void;
};

/** The page's one clipboard notice shows the countdown; the button only confirms. */
export function CopyButton({
  text,
  label,
  secret = true,
  labelled = false,
  tooltip,
  tooltipSide,
  size,
  variant,
  disabled,
  className,
  onCopied,
}: CopyButtonProps) {
  const { status, copy } = useCopy({ secret, onCopied });
  const icon = status === "copied" ? <Check className="text-success-ink" /> : <Copy />;
  const shared = { icon, size, disabled, className, pending: status === "pending", onClick: () => void copy(text) };
  return (
    <>
      {labelled ? (
        <Button {...shared} variant={variant}>
          {status === "copied" ? "Copied" : label}
        </Button>
      ) : (
        <IconButton {...shared} label={label} {...(tooltip && { tooltip })} {...(tooltipSide && { tooltipSide })} />
      )}
      <span role="status" className="sr-only">
        {status === "copied" ? "Copied" : ""}
      </span>
    </>
  );
}
