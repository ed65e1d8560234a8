import { hoverTooltip } from "@codemirror/view";
import { brokenTexts } from "@/components/references/look-up";
import { ago, exactTime } from "@/lib/client/words/dates";
import { environmentLabels } from "@/lib/client/words/labels";
import { knownEntries, referenceAt } from "./references";

/** On hover: where a reference leads, and when the value there last changed. */
export const referenceHint = hoverTooltip(
  ({ state }, position) => {
    const found = referenceAt(state, position);
    const { lookUp, changedAt } = state.facet(knownEntries);
    const lead = found && lookUp?.(found.value);
    if (!found || !lead) return null;
    const lines =
      lead.kind === "broken"
        ? [`${found.name} ${brokenTexts[lead.reason]}`, found.value]
        : [describe(lead.entry, lead.field), changed(lead.entry.updatedAt, changedAt.get(lead.entry.id))];
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "cm-reference-hint";
        for (const text of lines) dom.appendChild(document.createElement("p")).textContent = text;
        return { dom };
      },
    };
  },
  { hideOnChange: true },
);

type Named = { name: string; category: { name: string }; environment: keyof typeof environmentLabels | null };

const describe = ({ name, category, environment }: Named, field: string | null) =>
  `${field === null ? "The value" : field} of ${category.name} for ${name}` +
  (environment === null ? "" : ` (${environmentLabels[environment].toLowerCase()})`);

const changed = (updatedAt: string, valueChangedAt: string | undefined) =>
  valueChangedAt === undefined
    ? `Entry changed ${ago(updatedAt)} (${exactTime(updatedAt)})`
    : `Value changed ${ago(valueChangedAt)} (${exactTime(valueChangedAt)})`;
