"use client";

import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { keyTypeLabels, keyTypes } from "@/lib/client/words/labels";
import type { KeyType } from "@/lib/contracts/primitives";
import type { CategoryFormValues } from "./category-form-values";

const about: Record<KeyType, string> = {
  simple: "One environment variable",
  group: "Several named fields, such as a user and a password",
  ssh: "A private key in PEM or OpenSSH form",
  json: "A JSON document, such as a service account",
};

/** `inUse`: how many entries lock the type. */
export function KeyTypeField({ inUse }: { inUse: number }) {
  const id = useId();
  const { register, formState } = useFormContext<CategoryFormValues>();
  const fault = formState.errors.keyType?.message;
  return (
    <fieldset className="min-w-0" aria-describedby={fault || inUse > 0 ? `${id}-about` : undefined}>
      <legend className="mb-1 text-sm font-medium">Type</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {keyTypes.map((type) => (
          <label
            key={type}
            className="relative flex min-h-11 cursor-pointer items-start gap-2.5 rounded-md border border-line p-2.5 transition-colors hover:border-edge has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
          >
            {/* Not disabled by register: a disabled field would lose its value. */}
            <input
              type="radio"
              value={type}
              {...register("keyType")}
              {...(inUse > 0 && { disabled: true })}
              className="mt-0.5 size-4 shrink-0 focus-visible:outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{keyTypeLabels[type]}</span>
              <span className="block text-xs text-muted">{about[type]}</span>
            </span>
          </label>
        ))}
      </div>
      {fault ? (
        <p id={`${id}-about`} role="alert" className="mt-1 text-xs font-medium text-danger-ink">
          {fault}
        </p>
      ) : (
        inUse > 0 && (
          <p id={`${id}-about`} className="mt-1 text-xs text-muted">
            Can’t be changed while the category has entries ({inUse}).
          </p>
        )
      )}
    </fieldset>
  );
}
