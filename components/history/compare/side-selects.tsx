import type { ReactNode } from "react";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";

/** What is compared, on the left and on the right. */
export type Sides<T> = readonly [T, T];

/** In a dialog of its own, the window's width decides; in a history, the width that it was given. */
const rows = {
  dialog: "sm:grid-cols-[1fr_1fr_auto] sm:items-end sm:[&>button]:col-span-1",
  history: "@lg:grid-cols-[1fr_1fr_auto] @lg:items-end @lg:[&>button]:col-span-1",
};

/** Both sides of a comparison, to choose; `children` is the button beside them. */
export function SideSelects<T extends string>({
  within,
  sides: [left, right],
  options,
  onChange,
  children,
}: {
  within: keyof typeof rows;
  sides: Sides<T>;
  options: readonly (readonly [T, string])[];
  onChange: (sides: Sides<T>) => void;
  children: ReactNode;
}) {
  const select = (label: string, value: T, choose: (value: T) => void, isFirst = false) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          data-autofocus={(within === "dialog" && isFirst) || undefined}
          value={value}
          onChange={(event) => choose(event.target.value as T)}
        >
          <Options of={options} />
        </Select>
      )}
    </Field>
  );
  return (
    <div className={`grid grid-cols-2 gap-3 [&>button]:col-span-2 ${rows[within]}`}>
      {select("Left", left, (value) => onChange([value, right]), true)}
      {select("Right", right, (value) => onChange([left, value]))}
      {children}
    </div>
  );
}
