import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import type { Columns } from "@/lib/import";
import { shownColumns, titlesOf } from "./shown-columns";

const fields: readonly (readonly [keyof Columns, string])[] = [
  ["name", "Variable name"],
  ["value", "Value"],
  ["project", "Project"],
  ["environment", "Environment"],
  ["notes", "Notes"],
];

/** The meaning of the table's columns, if their titles don't tell. */
export default function CsvColumns({
  text,
  columns: chosen,
  onChange,
}: {
  text: string;
  columns: Columns;
  onChange: (columns: Columns) => void;
}) {
  const titles = titlesOf(text);
  const columns = shownColumns({ text, format: "csv", columns: chosen });
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Columns</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {fields.map(([field, label]) => (
          <Field key={field} label={label}>
            {(control) => (
              <Select
                {...control}
                value={columns[field] ?? ""}
                onChange={(event) => {
                  const { [field]: _, ...others } = columns;
                  onChange(event.target.value === "" ? others : { ...others, [field]: event.target.value });
                }}
              >
                <option value="">Detect by title</option>
                <Options of={titles.map((title) => [title, title])} />
              </Select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
