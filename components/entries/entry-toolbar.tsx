import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { environmentLabels, environments, keyTypeLabels, keyTypes } from "@/lib/client/labels";
import { entrySorts, type EntryFilter, type EntrySort } from "./entry-filter";

/** As wide as the selected option, so that three fit on a phone's line. */
const fitted = "min-w-0 flex-auto sm:flex-none [&_select]:field-sizing-content";

/** `types`: whether more than one type is in sight, so that choosing one makes sense. */
export function EntryToolbar({
  filter,
  types,
  onChange,
}: {
  filter: EntryFilter;
  types: boolean;
  onChange: (change: Partial<EntryFilter>) => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        label="Search entries"
        maxLength={200}
        className="w-full sm:w-auto sm:min-w-52 sm:flex-1"
        value={filter.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <Select
        aria-label="Environment"
        className={fitted}
        value={filter.environment}
        onChange={(event) => onChange({ environment: event.target.value as EntryFilter["environment"] })}
      >
        <option value="">Environment</option>
        {environments.map((environment) => (
          <option key={environment} value={environment}>
            {environmentLabels[environment]}
          </option>
        ))}
        <option value="none">No environment</option>
      </Select>
      {types && (
        <Select
          aria-label="Type"
          className={fitted}
          value={filter.keyType}
          onChange={(event) => onChange({ keyType: event.target.value as EntryFilter["keyType"] })}
        >
          <option value="">Type</option>
          {keyTypes.map((type) => (
            <option key={type} value={type}>
              {keyTypeLabels[type]}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label="Sort by"
        className={fitted}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.target.value as EntrySort })}
      >
        {Object.entries(entrySorts).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
