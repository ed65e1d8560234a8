import { Eye, EyeOff, GitCompareArrows } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { comparedMilliseconds, type Comparison } from "./compare-values";
import { ComparisonTable } from "./comparison-table";
import { SideSelects, type Sides } from "./side-selects";

/** Two of several side by side. Names come with the comparison, values only when asked for; both go after two minutes. */
export function ComparePane<T extends string>({
  within,
  noun,
  options,
  first,
  nameOf,
  compare,
}: {
  within: "dialog" | "history";
  /** "file" or "version". */
  noun: string;
  options: readonly (readonly [T, string])[];
  /** What is chosen at first. */
  first: Sides<T>;
  nameOf: (value: T) => string;
  /** Decrypts both and compares them. */
  compare: (left: T, right: T, signal: AbortSignal) => Promise<Comparison>;
}) {
  const [sides, setSides] = useState(first);
  const [valuesShown, setValuesShown] = useState(false);
  const [left, right] = sides;
  const { value, pending, error, reveal, hide } = useReveal(
    useCallback((signal: AbortSignal) => compare(left, right, signal), [compare, left, right]),
    { hideAfterMilliseconds: comparedMilliseconds },
  );
  return (
    <div className="space-y-4">
      <SideSelects
        within={within}
        sides={sides}
        options={options}
        onChange={(next) => {
          setValuesShown(false);
          hide();
          setSides(next);
        }}
      >
        {value ? (
          <Button icon={valuesShown ? <EyeOff /> : <Eye />} onClick={() => setValuesShown(!valuesShown)}>
            {valuesShown ? "Hide values" : "Show values"}
          </Button>
        ) : (
          <Button
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
      </SideSelects>
      {left === right && <p className="text-sm text-muted">Choose two different {noun}s.</p>}
      {error !== undefined && <ErrorNote error={error} />}
      {value ? (
        <ComparisonTable
          {...value}
          leftName={nameOf(left)}
          rightName={nameOf(right)}
          valuesShown={valuesShown}
          words={{ same: `Both ${noun}s are the same`, empty: `Neither ${noun} has any variables` }}
        />
      ) : (
        <p className="text-sm text-muted">Comparing decrypts both {noun}s. Values stay hidden until you show them.</p>
      )}
    </div>
  );
}
