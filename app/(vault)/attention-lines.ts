import { expiryOf } from "@/components/access-keys/limits/expiry";
import { countText } from "@/lib/client/words/count-text";
import { dueText, expiryText } from "@/lib/client/words/due";
import { fileName } from "@/lib/client/words/file-names";
import { environmentLabels } from "@/lib/client/words/labels";
import { projectPath } from "@/lib/client/vaults/project-path";
import { rotationPath } from "@/lib/client/entries/rotation";
import { variablesOf } from "@/lib/client/entries/variables-of";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Reminder } from "@/lib/contracts/access/reminders";
import type { OutdatedFile } from "./use-outdated-files";

/** Something to look at, and where. */
export type AttentionLine = { text: string; about: string; href: string };

export type Known = {
  reminders: readonly Reminder[];
  entries: readonly ListedEntry[];
  accessKeys: readonly AccessKey[];
  /** How many sign-ins `askedSignIns` led to. */
  refusedSignIns: number;
  /** Env files that hold former values, or links that can't be resolved. */
  drifted: readonly OutdatedFile[];
  /** Whether its reader may replace values. */
  mayReplace: boolean;
};

const dayMs = 86_400_000;
const unusedDays = 90;
/** Of one kind of line; the rest is counted. */
const shownMax = 4;
const signInsMax = 200;
const refusals = { action: "session.sign-in", outcome: "refused" } as const;

/** What the activity is asked for: the refused sign-ins of the last week, as many as one answer has. */
export const askedSignIns = (now = Date.now()) => ({
  ...refusals,
  since: new Date(now - 7 * dayMs).toISOString(),
  limit: signInsMax,
});

/** What needs attention in a vault, the most urgent first, except env files. */
export const attentionLines = (known: Known, now = Date.now()): AttentionLine[] => [
  ...dueLines(known.reminders, known.mayReplace, now),
  ...signInLines(known.refusedSignIns),
  ...missingLines(known.entries),
  ...duplicateLines(known.entries),
  ...keyLines(known.accessKeys, now),
  ...oldLines(known.entries, now),
  // Known last: a line above others would move them.
  ...driftedLines(known.drifted),
];

const few = (lines: AttentionLine[], rest: Omit<AttentionLine, "text">): AttentionLine[] =>
  lines.length <= shownMax + 1
    ? lines
    : [...lines.slice(0, shownMax), { text: `${countText(lines.length - shownMax)} more`, ...rest }];

const named = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

const dueLines = (reminders: readonly Reminder[], mayReplace: boolean, now: number): AttentionLine[] =>
  few(
    reminders.map(({ kind, id, name, reason, dueAt, categoryName, environment }) => ({
      text:
        kind === "entry"
          ? named(categoryName, name, environment && environmentLabels[environment])
          : `Access key ${name}`,
      about:
        reason === "rotate"
          ? `${dueText(dueAt, now) ?? "Due"}: replace the value`
          : kind === "entry"
            ? (expiryText(dueAt, now) ?? "Expires later")
            : // An entry's date is a day of the calendar; a key ends at an instant, as its own list says.
              expiryOf({ expiresAt: dueAt }, now).text,
      href: kind !== "entry" ? "/access-keys" : mayReplace ? rotationPath(id) : `/vault?entry=${id}`,
    })),
    { about: "Due within 30 days", href: "/vault?age=due" },
  );

const signInLines = (count: number): AttentionLine[] =>
  count === 0
    ? []
    : [
        {
          text:
            count === 1
              ? "1 sign-in was refused"
              : `${countText(count)}${count < signInsMax ? "" : " or more"} sign-ins were refused`,
          about: "In the last 7 days",
          href: `/activity?${new URLSearchParams({ ...refusals, since: "7d" })}`,
        },
      ];

const driftedLines = (files: readonly OutdatedFile[]): AttentionLine[] =>
  few(
    files.map(({ projectId, project, fileType, former, unresolved }) => ({
      text: named(project, fileName(fileType)),
      about: [
        ...(unresolved > 0
          ? [unresolved === 1 ? "1 link can’t be resolved" : `${countText(unresolved)} links can’t be resolved`]
          : []),
        ...(former > 0 ? [former === 1 ? "Holds a former value" : `Holds ${countText(former)} former values`] : []),
      ].join(" · "),
      href: `/envs/${projectId}?file=${fileType}`,
    })),
    { about: "Hold former values, or links that can’t be resolved", href: "/envs" },
  );

/** Projects that use production and have variables in other environments alone. */
function missingLines(entries: readonly ListedEntry[]): AttentionLine[] {
  const projects = new Map<string, Map<string, Set<string>>>();
  for (const { name, categoryId, environment } of entries) {
    const variables = projects.get(name) ?? new Map<string, Set<string>>();
    projects.set(name, variables.set(categoryId, (variables.get(categoryId) ?? new Set()).add(environment ?? "none")));
  }
  const lines: AttentionLine[] = [];
  for (const [name, variables] of projects) {
    const all = [...variables.values()];
    const missing = all.filter((where) => !where.has("production") && !where.has("none")).length;
    if (missing > 0 && all.some((where) => where.has("production")))
      lines.push({
        text: named(name, missing === 1 ? "1 variable" : `${countText(missing)} variables`),
        about: "Missing in production",
        href: projectPath(name),
      });
  }
  return few(lines, { about: "Missing in production", href: "/projects" });
}

/** Entries that share category, project and environment, and variables that entries of two categories set there. */
function duplicateLines(entries: readonly ListedEntry[]): AttentionLine[] {
  const twins = groupBy(entries, ({ categoryId }) => [categoryId]).map(([first, others]) => ({
    first,
    what: first.category.name,
    about: `Duplicated: ${countText(others.length + 1)} entries`,
  }));
  const setBy = entries.flatMap((entry) => variablesOf(entry).map((variable) => ({ ...entry, variable })));
  const rivals = groupBy(setBy, ({ variable }) => [variable])
    .filter(([first, others]) => others.some(({ categoryId }) => categoryId !== first.categoryId))
    .map(([first, others]) => ({
      first,
      what: first.variable,
      about: `Set by ${countText(others.length + 1)} entries`,
    }));
  return few(
    [...twins, ...rivals].map(({ first: { id, name, environment }, what, about }) => ({
      text: named(what, name, environment && environmentLabels[environment]),
      about,
      href: `/vault?entry=${id}`,
    })),
    { about: "Duplicated entries", href: "/vault" },
  );
}

/** The first and the others of each group of at least two that agree in project, environment and key. */
function groupBy<Item extends ListedEntry>(
  items: readonly Item[],
  keyOf: (item: Item) => string[],
): [first: Item, others: Item[]][] {
  const groups = new Map<string, [Item, Item[]]>();
  for (const item of items) {
    const key = JSON.stringify([item.name, item.environment, ...keyOf(item)]);
    const group = groups.get(key);
    if (group) group[1].push(item);
    else groups.set(key, [item, []]);
  }
  return [...groups.values()].filter(([, others]) => others.length > 0);
}

function keyLines(accessKeys: readonly AccessKey[], now: number): AttentionLine[] {
  const working = accessKeys.filter(({ canary }) => !canary);
  const unused = working.filter(
    ({ lastUsedAt, createdAt }) => Date.parse(lastUsedAt ?? createdAt) < now - unusedDays * dayMs,
  ).length;
  const endless = working.filter(({ expiresAt }) => expiresAt === null).length;
  const keys = (count: number) => (count === 1 ? "1 access key" : `${countText(count)} access keys`);
  return [
    ...(unused > 0 ? [{ text: keys(unused), about: `Not used for ${unusedDays} days`, href: "/access-keys" }] : []),
    ...(endless > 0 ? [{ text: keys(endless), about: "No expiry date", href: "/access-keys" }] : []),
  ];
}

function oldLines(entries: readonly ListedEntry[], now: number): AttentionLine[] {
  const count = entries.filter(({ valueChangedAt }) => Date.parse(valueChangedAt) < now - 365 * dayMs).length;
  return count === 0
    ? []
    : [
        {
          text: count === 1 ? "1 value" : `${countText(count)} values`,
          about: "Older than a year",
          href: "/vault?age=old",
        },
      ];
}
