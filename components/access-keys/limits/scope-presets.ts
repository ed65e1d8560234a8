import { scopes as everyScope, type Scope } from "@/lib/contracts/access/scopes";
import { usable } from "../key-words";

/** Presets, from the least to the most powerful. */
export const presets = [
  {
    value: "read-only",
    label: "Read-only",
    about: "Names and totals, no values.",
    boundedAbout: "Names and totals, no values.",
    scopes: ["categories:read", "entries:read", "2fa:read", "envs:read", "stats:read"],
  },
  {
    value: "ci",
    label: "CI",
    about: "Reads the values of entries and env files, as a build does. Changes nothing.",
    boundedAbout: "Reads the values of entries and env files, as a build does. Changes nothing.",
    scopes: ["entries:read", "entries:reveal", "envs:read", "envs:reveal", "export:read"],
  },
  {
    value: "everything",
    label: "Everything",
    about: "Everything except managing access keys.",
    boundedAbout: "Everything that a limited key can do.",
    scopes: everyScope,
  },
] as const satisfies readonly {
  value: string;
  label: string;
  about: string;
  boundedAbout: string;
  scopes: readonly Scope[];
}[];

export type PresetName = (typeof presets)[number]["value"];
type Preset = Pick<(typeof presets)[number], "value" | "label" | "about" | "boundedAbout"> & {
  scopes: readonly Scope[];
};

/** The preset that these scopes match, if any; for a bounded key as far as it can use them. */
export const presetOf = (chosen: readonly Scope[], bounded: boolean, among: readonly Preset[] = presets) => {
  const used = usable(chosen, bounded);
  return among.find((preset) => {
    const scopes = usable(preset.scopes, bounded);
    return scopes.length === used.length && scopes.every((scope) => used.includes(scope));
  });
};

const same = (a: readonly Scope[], b: readonly Scope[]) =>
  a.length === b.length && a.every((scope) => b.includes(scope));

/** The presets as far as somebody with these rights may give them away, each once. */
export function presetsFor(may: (scope: Scope) => boolean): Preset[] {
  const allowed = presets.map((preset) => ({ ...preset, scopes: preset.scopes.filter(may) }));
  return allowed.filter(({ scopes }, at) => !allowed.slice(0, at).some((other) => same(other.scopes, scopes)));
}

const resourceOf = (scope: Scope): string => scope.split(":")[0] ?? "";

/** As Object.groupBy, which Node 20 lacks: the server renders this page too. */
function grouped(scopes: readonly Scope[], nameOf: (scope: Scope) => string): Map<string, Scope[]> {
  const groups = new Map<string, Scope[]>();
  for (const scope of scopes) groups.set(nameOf(scope), [...(groups.get(nameOf(scope)) ?? []), scope]);
  return groups;
}

/** The group of the scopes that concern no one resource. */
export const wholeVault = "Whole vault";

const groupNames: Record<string, string> = {
  categories: "Categories",
  entries: "Entries",
  "2fa": "Two-factor tokens",
  envs: "Env projects",
};

/** Grouped by resource; the others concern the whole vault. */
export const scopeGroups = [...grouped(everyScope, (scope) => groupNames[resourceOf(scope)] ?? wholeVault)].map(
  ([name, scopes]) => ({ name, scopes }),
);

/** `entries: read, reveal` instead of a line for each. */
export const scopeSummary = (scopes: readonly Scope[]) =>
  [...grouped(scopes, resourceOf)].map(([resource, own]) => ({
    resource,
    verbs: own.map((scope) => scope.split(":")[1]).join(", "),
  }));

export const decrypts = (scope: Scope): boolean => scope.endsWith(":reveal") || scope === "export:read";
