import { Eye, EyeOff, GitCompareArrows } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Select } from "@/components/ui/inputs/select";
import { ago } from "@/lib/client/words/dates";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import type { Comparison } from "./compare-values";
import { ComparisonTable } from "./comparison-table";
import { versionName, type Version } from "../version-row";

const shownMilliseconds = 120_000;

/** Two versions side by side. Names come with the comparison, values only when asked for; both go after two minutes. */
export function CompareVersions({
  versions,
  compare,
}: {
  versions: readonly Version[];
  compare: (left: number, right: number, signal: AbortSignal) => Promise<Comparison>;
}) {
  const [sides, setSides] = useState<[number, number]>([versions[1]?.version ?? 0, versions[0]?.version ?? 0]);
  const [valuesShown, setValuesShown] = useState(false);
  const [left, right] = sides;
  const { value, pending, error, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => compare(left, right, signal), [compare, left, right]),
    { hideAfterMilliseconds: shownMilliseconds },
  );
  const choose = (side: 0 | 1, version: number) => {
    setValuesShown(false);
    hide();
    setSides(side === 0 ? [version, right] : [left, version]);
  };
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-[1fr_1fr_auto] @lg:items-end">
        {([0, 1] as const).map((side) => (
          <Field key={side} label={side === 0 ? "Left" : "Right"}>
            {(control) => (
              <Select {...control} value={sides[side]} onChange={(event) => choose(side, Number(event.target.value))}>
                {versions.map((version) => (
                  <option key={version.version} value={version.version}>
                    {versionName(version)}, {ago(version.createdAt)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {value ? (
          <Button
            className="col-span-2 @lg:col-span-1"
            icon={valuesShown ? <EyeOff /> : <Eye />}
            onClick={() => setValuesShown(!valuesShown)}
          >
            {valuesShown ? "Hide values" : "Show values"}
          </Button>
        ) : (
          <Button
            className="col-span-2 @lg:col-span-1"
            variant="primary"
            icon={<GitCompareArrows />}
            pending={pending}
            disabled={left === right}
            onClick={() => {
              setValuesShown(false);
              void reveal();
            }}
          >
            Compare
          </Button>
        )}
      </div>
      {left === right && <p className="text-sm text-muted">Choose two different versions.</p>}
      {error !== undefined && <ErrorNote error={error} />}
      {value ? (
        <ComparisonTable
          {...value}
          leftName={`version ${left}`}
          rightName={`version ${right}`}
          valuesShown={valuesShown}
          words={{ same: "Both versions are the same", empty: "Neither version has any variables" }}
        />
      ) : (
        <p className="text-sm text-muted">Comparing decrypts both versions. Values stay hidden until you show them.</p>
      )}
    </div>
  );
}
