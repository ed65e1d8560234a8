import { Badge } from "@/components/ui/badge";
import type { Scope } from "@/lib/contracts/access/scopes";
import { presetOf, scopeSummary } from "./scope-presets";

/** What may be done, in a list's row: the preset, and the scopes unless they are all. */
export function ScopeBadges({ name, scopes, bounded }: { name: string; scopes: readonly Scope[]; bounded: boolean }) {
  const preset = presetOf(scopes, bounded);
  return (
    <ul aria-label={`Scopes of ${name}`} className="flex flex-wrap gap-1">
      {preset && (
        <li className="contents">
          <Badge tone="accent">{preset.label}</Badge>
        </li>
      )}
      {(bounded || preset?.value !== "everything") &&
        scopeSummary(scopes).map(({ resource, verbs }) => (
          <li key={resource} className="contents">
            <Badge mono>
              {resource}: {verbs}
            </Badge>
          </li>
        ))}
    </ul>
  );
}
