import { useCallback } from "react";
import { ago } from "@/lib/client/words/dates";
import type { Comparison } from "./compare-values";
import { ComparePane } from "./compare-pane";
import { versionName, type Version } from "../version-row";

/** Two versions side by side, at first the newest and the one before. */
export function CompareVersions({
  versions,
  compare,
}: {
  versions: readonly Version[];
  compare: (left: number, right: number, signal: AbortSignal) => Promise<Comparison>;
}) {
  return (
    <ComparePane
      within="history"
      noun="version"
      options={versions.map((version) => [
        String(version.version),
        `${versionName(version)}, ${ago(version.createdAt)}`,
      ])}
      first={[String(versions[1]?.version), String(versions[0]?.version)]}
      nameOf={(version) => `version ${version}`}
      compare={useCallback(
        (left: string, right: string, signal: AbortSignal) => compare(Number(left), Number(right), signal),
        [compare],
      )}
    />
  );
}
