"use client";

import { Check, Eye, EyeOff } from "lucide-react";
import { useCallback, useState } from "react";
import { comparedMilliseconds, compareValues } from "@/components/history/compare/compare-values";
import { ComparisonTable } from "@/components/history/compare/comparison-table";
import { SideSelects, type Sides } from "@/components/history/compare/side-selects";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorNote } from "@/components/ui/states/error-state";
import { useReveal } from "@/lib/client/hooks/reveal/use-reveal";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { columnLabels } from "./column-words";
import { missingBetween } from "./missing-between";
import type { Column, Table } from "./variables";

type CompareProps = { name: string; table: Table; onClose: () => void };

/** Which variables one environment has and another lacks; whether their values differ once that is asked for. */
export default function CompareEnvironments({ name, table, onClose }: CompareProps) {
  const { may } = useRights();
  const present = table.columns.filter((column) => table.used.has(column));
  const [sides, setSides] = useState<Sides<Column>>([
    present[0] ?? "development",
    present.find((column) => column === "production" && column !== present[0]) ?? present[1] ?? "production",
  ]);
  const [left, right] = sides;
  const { value, pending, error, reveal, hide } = useReveal(
    useCallback(async () => {
      const { readVariables } = await import("./export-variables");
      return compareValues(await readVariables(name, left), await readVariables(name, right));
    }, [name, left, right]),
    { hideAfterMilliseconds: comparedMilliseconds },
  );
  const { missing, inBoth } = missingBetween(table.rows, left, right);
  const names = { leftName: columnLabels[left], rightName: columnLabels[right] };
  const words = { same: "Both environments are the same", empty: "Neither environment has any variables" };

  return (
    <Dialog open onOpenChange={onClose} title="Compare environments" size="large">
      <div className="space-y-4">
        <SideSelects
          within="dialog"
          sides={sides}
          options={present.map((column) => [column, columnLabels[column]])}
          onChange={(next) => {
            hide();
            setSides(next);
          }}
        >
          {may("export:read") && (
            <Button
              icon={value ? <EyeOff /> : <Eye />}
              pending={pending}
              disabled={left === right}
              onClick={() => (value ? hide() : void reveal())}
            >
              {value ? "Hide values" : "Show values"}
            </Button>
          )}
        </SideSelects>
        {error !== undefined && <ErrorNote error={error} />}
        {left === right ? (
          <p className="text-sm text-muted">Choose two different environments.</p>
        ) : value ? (
          <ComparisonTable {...names} names={value} invalidLeft={0} invalidRight={0} valuesShown words={words} />
        ) : (
          <>
            {missing.length > 0 ? (
              <ComparisonTable
                {...names}
                names={missing}
                invalidLeft={0}
                invalidRight={0}
                valuesShown={false}
                words={words}
              />
            ) : (
              <EmptyState icon={<Check />} title="Neither is missing a variable" className="py-6" />
            )}
            <p className="text-sm text-muted">
              {inBoth === 1 ? "1 variable is" : `${inBoth} variables are`} in both. Show the values to see whether they
              differ.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
