"use client";

import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { PopoverDialog } from "@/components/ui/dialogs/popover-dialog";
import { Options, Select } from "@/components/ui/inputs/select";
import { alphabets, generate, strength, type Alphabet } from "./generate";

/** Makes a value, beside the button for it. */
export default function GeneratorPopover({
  title,
  anchor,
  onUse,
  onClose,
}: {
  title: string;
  anchor: HTMLElement | null;
  onUse: (value: string) => void;
  onClose: () => void;
}) {
  const [recipe, setRecipe] = useState<{ alphabet: Alphabet; length: number; turn: number }>({
    alphabet: "base64url",
    length: alphabets.base64url.usual,
    turn: 0,
  });
  const [made, setMade] = useState<{ text: string; bits: number }>();
  const [error, setError] = useState<unknown>();
  const { alphabet, length } = recipe;
  const { unit, min, max } = alphabets[alphabet];
  const again = () => setRecipe((last) => ({ ...last, turn: last.turn + 1 }));

  useEffect(() => {
    let current = true;
    const show = (next: { made?: { text: string; bits: number }; error?: unknown }) => {
      if (!current) return;
      setMade(next.made);
      setError(next.error);
    };
    generate(recipe.alphabet, recipe.length).then(
      (next) => show({ made: next }),
      (cause: unknown) => show({ error: cause }),
    );
    return () => {
      current = false;
    };
  }, [recipe]);

  return (
    <PopoverDialog
      title={title}
      anchor={anchor}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!made}
            onClick={() => {
              if (made) onUse(made.text);
              onClose();
            }}
          >
            Use this value
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="rounded-md border border-line bg-sunken p-2 pl-3">
          <div className="flex items-start gap-1">
            <output
              aria-label="Generated value"
              className="min-h-11 min-w-0 flex-1 py-1 font-mono text-base break-all select-all"
            >
              {made?.text}
            </output>
            <IconButton label="Generate another" icon={<RefreshCw />} onClick={again} />
            <CopyButton text={made?.text ?? ""} label="Copy the generated value" />
          </div>
          <p className="text-xs text-muted">
            {made ? `${made.bits} bits of entropy, ${strength(made.bits)}` : error === undefined ? "Generating…" : ""}
          </p>
        </div>
        {error !== undefined && <ErrorNote error={error} />}
        <Field label="Characters">
          {(control) => (
            <Select
              {...control}
              data-autofocus
              value={alphabet}
              onChange={(event) =>
                setRecipe((last) => ({
                  ...last,
                  alphabet: event.target.value as Alphabet,
                  length: alphabets[event.target.value as Alphabet].usual,
                }))
              }
            >
              <Options of={Object.entries(alphabets).map(([value, { label }]) => [value, label])} />
            </Select>
          )}
        </Field>
        <Field label={`Length: ${length} ${unit}`}>
          {(control) => (
            <input
              {...control}
              type="range"
              min={min}
              max={max}
              value={length}
              onChange={(event) => setRecipe((last) => ({ ...last, length: event.target.valueAsNumber }))}
              className="h-control w-full cursor-pointer"
            />
          )}
        </Field>
      </div>
    </PopoverDialog>
  );
}
