import { useMemo } from "react";
import { cn } from "@/components/ui/class-names";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { Options, Select } from "@/components/ui/inputs/select";
import { environmentLabels, keyTypeLabels } from "@/lib/client/words/labels";
import { inNameOrder } from "@/lib/client/words/name-order";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryAges, entryGroupings, entrySorts, type EntrySight } from "../entry-sight";

type Options = readonly (readonly [value: string, text: string])[];

const environmentOptions: Options = [
  ["", "Environment"],
  ...Object.entries(environmentLabels),
  ["none", "No environment"],
];
const typeOptions: Options = [["", "Type"], ...Object.entries(keyTypeLabels)];

type EntryToolbarProps = {
  sight: EntrySight;
  /** Undefined until they are known. */
  entries: readonly ListedEntry[] | undefined;
  /** One category has one type, so choosing that makes no sense. */
  inCategory: boolean;
  onChange: (change: Partial<EntrySight>) => void;
};

export function EntryToolbar({ sight, entries = [], inCategory, onChange }: EntryToolbarProps) {
  const projects = useMemo(() => {
    const names = new Set([...entries.map(({ name }) => name), ...(sight.project ? [sight.project] : [])]);
    return inNameOrder([...names], (name) => name).map((name) => [name, name] as const);
  }, [entries, sight.project]);
  const choice = (
    name: "project" | "environment" | "keyType" | "age" | "sort" | "group",
    label: string,
    options: Options,
  ) => (
    <Select
      aria-label={label}
      compact
      // Three fit on a phone's line, all six beside an open panel. There a long choice gives way, and no name does.
      className={cn("max-w-full min-w-0 flex-auto sm:flex-none", sight[name] !== options[0]?.[0] && "sm:shrink")}
      value={sight[name]}
      active={name !== "sort" && name !== "group" && sight[name] !== ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      <Options of={options} />
    </Select>
  );
  return (
    <div className="@container">
      {/* The search has a line of its own where the filters would not fit beside it. */}
      <div className="flex flex-col gap-2 @min-[54rem]:flex-row">
        <SearchInput
          label="Search entries"
          maxLength={200}
          className="@min-[54rem]:flex-1"
          value={sight.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
        <div
          role="group"
          aria-label="Filters and order"
          className="flex flex-wrap gap-2 @min-[34rem]:pointer-fine:flex-nowrap"
        >
          {choice("project", "Project", [["", "Project"], ...projects])}
          {choice("environment", "Environment", environmentOptions)}
          {!inCategory && choice("keyType", "Type", typeOptions)}
          {choice("age", "Age", Object.entries(entryAges))}
          {choice("sort", "Sort by", Object.entries(entrySorts))}
          {choice("group", "Group by", Object.entries(entryGroupings))}
        </div>
      </div>
    </div>
  );
}
