import { WidgetType } from "@codemirror/view";
import { brokenLabels, type Lead } from "@/components/references/look-up";
import { environmentLabels } from "@/lib/client/words/labels";
import { parseReference } from "@/lib/dotenv/reference";

/** A reference as people read it: the entry's icon, category › project, field and environment; or what is wrong with it. */
export class ReferenceChip extends WidgetType {
  constructor(
    private readonly reference: string,
    /** Undefined while the entries are not known. */
    private readonly lead: Lead | undefined,
  ) {
    super();
  }

  override eq({ reference, lead }: ReferenceChip): boolean {
    return reference === this.reference && signature(lead) === signature(this.lead);
  }

  override ignoreEvent(): boolean {
    return false;
  }

  toDOM(): HTMLElement {
    const { reference, lead } = this;
    const chip = part("cm-reference");
    chip.dataset["reference"] = "";
    const parts = parseReference(reference);
    if (!parts || lead?.kind === "broken") {
      chip.classList.add("cm-reference-broken");
      chip.append(
        part("cm-reference-sign", "!"),
        part("cm-reference-text", parts ? `${parts.category} › ${parts.entry}` : reference),
        ...(parts?.field ? [part("cm-reference-field", parts.field)] : []),
        ...(parts?.environment ? [part("cm-reference-environment", labelOf(parts.environment))] : []),
        part("cm-reference-reason", brokenLabels[lead?.kind === "broken" ? lead.reason : "malformed"]),
      );
      return chip;
    }
    const { category, entry, environment, field } = parts;
    chip.append(
      brandIcon(lead?.entry.category.icon, category),
      part("cm-reference-text", `${category} › ${entry}`),
      ...(field === null ? [] : [part("cm-reference-field", field)]),
      ...(environment === null ? [] : [part("cm-reference-environment", labelOf(environment))]),
    );
    return chip;
  }
}

const signature = (lead: Lead | undefined) =>
  lead?.kind === "entry" ? `${lead.entry.id} ${lead.entry.category.icon}` : lead?.reason;

const labelOf = (environment: string) =>
  Object.entries(environmentLabels).find(([one]) => one === environment)?.[1] ?? environment;

function part(className: string, text?: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Like the pages' BrandIcon: the file's shape in the colour of the text, or the first letter. */
export function brandIcon(slug: string | null | undefined, name: string): HTMLElement {
  const letter = () => {
    const element = part("cm-reference-letter", [...name.trim()][0]?.toUpperCase() ?? "");
    element.ariaHidden = "true";
    return element;
  };
  if (!slug) return letter();
  const source = `/icons/${slug}`;
  const icon = document.createElement("img");
  icon.alt = "";
  icon.draggable = false;
  icon.className = "cm-reference-icon";
  icon.style.maskImage = `url("${source}")`;
  icon.onerror = () => icon.replaceWith(letter());
  icon.src = source;
  return icon;
}
