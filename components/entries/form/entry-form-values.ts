import type { Titled } from "@/lib/client/words/entry-title";
import { everywhere, isReached, type Reach } from "@/lib/client/vaults/reach";
import { environments } from "@/lib/client/words/labels";
import type { CreateCategory } from "@/lib/contracts/vault/categories";
import type { CreateEntry, ListedEntry, RevealedEntry, UpdateEntry } from "@/lib/contracts/vault/entries";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

export type GroupField = { name: string; value: string };

/** An environment of several. */
export type EnvironmentKey = Environment | "none";

/** The form's values. A group is a table of fields, every other type one text. */
export type EntryFormValues = {
  /** An id, or that of the new category that is made with the entry. */
  categoryId: string;
  newCategory: { name: string; keyType: KeyType; envVarName: string };
  name: string;
  /** A new entry may be made for several. */
  environment: Environment | "" | "several";
  several: EnvironmentKey[];
  /** Whether several environments have a value each, in `values`, instead of the one in `value`. */
  valueEach: boolean;
  values: Record<EnvironmentKey, string>;
  notes: string;
  /** A day, or empty. */
  expiresAt: string;
  /** A whole number, or empty. */
  rotateEveryDays: string;
  value: string;
  fields: GroupField[];
};

/** What the resolver needs besides the values: the type, and what an edit started from. */
export type EntryFormContext = {
  keyType: KeyType | undefined;
  category?: Titled["category"] | undefined;
  entry: ListedEntry | undefined;
  original: string | undefined;
};

export const emptyValue = { value: "", fields: [{ name: "", value: "" }] };

const emptyValues: EntryFormValues["values"] = { development: "", staging: "", production: "", none: "" };

/** What a new entry is for, and what else it starts with. */
export type EntryStart = { name: string; environment: Environment | "" } & Partial<
  Pick<EntryFormValues, "notes" | "rotateEveryDays" | "fields">
>;

/** The environment of a new entry that nobody has chosen one for: the first that may be written to, if none must not. */
const firstEnvironment = (reach: Reach): Environment | "" =>
  isReached("none", reach) ? "" : (environments.find((one) => isReached(one, reach)) ?? "");

/** The environment that a new entry starts with, where it may be written to: the form offers no other one. */
const startEnvironment = (wanted: Environment | "", reach: Reach): Environment | "" =>
  wanted === "" || !isReached(wanted, reach) ? firstEnvironment(reach) : wanted;

const onlyProject = ({ projects }: Reach): string => (projects?.length === 1 ? (projects[0] ?? "") : "");

export const startValues = (
  entry: ListedEntry | undefined,
  categoryId: string | undefined,
  start?: EntryStart,
  reach: Reach = everywhere,
): EntryFormValues => ({
  categoryId: entry?.categoryId ?? categoryId ?? "",
  newCategory: { name: "", keyType: "simple", envVarName: "" },
  name: entry ? entry.name : start?.name || onlyProject(reach),
  environment: entry ? (entry.environment ?? "") : startEnvironment(start?.environment ?? "", reach),
  several: [],
  valueEach: false,
  values: emptyValues,
  notes: entry?.notes ?? start?.notes ?? "",
  expiresAt: entry?.expiresAt?.slice(0, 10) ?? "",
  rotateEveryDays: entry?.rotateEveryDays?.toString() ?? start?.rotateEveryDays ?? "",
  ...emptyValue,
  ...(start?.fields && { fields: start.fields }),
});

/** A revealed value as the form edits it. */
export function editableValue(value: RevealedEntry["value"]): Pick<EntryFormValues, "value" | "fields"> {
  if (typeof value === "string") return { ...emptyValue, value };
  return { value: "", fields: Object.entries(value).map(([name, text]) => ({ name, value: text })) };
}

/** The value for the API. Empty rows are dropped; the order is kept. */
export function valueText(
  keyType: KeyType | undefined,
  { value, fields }: Pick<EntryFormValues, "value" | "fields">,
): string {
  if (keyType !== "group") return value;
  const filled = fields.filter((field) => field.name !== "" || field.value !== "");
  return filled.length === 0
    ? ""
    : `{${filled.map((field) => `${JSON.stringify(field.name)}:${JSON.stringify(field.value)}`).join(",")}}`;
}

/** Instead of a category's id. */
export const newCategoryId = "new";

export const newCategoryBody = (
  { name, keyType, envVarName }: EntryFormValues["newCategory"],
  icon: string | null,
): CreateCategory => ({ name, keyType, icon, envVarName: keyType === "simple" ? envVarName.trim() || null : null });

/** The environments that an entry each is made for. */
export const targetsOf = ({ environment, several }: Pick<EntryFormValues, "environment" | "several">) =>
  environment === "several" ? several : [environment || ("none" as const)];

/** Whether each environment has its own value. */
export const hasValueEach = (
  { environment, valueEach }: Pick<EntryFormValues, "environment" | "valueEach">,
  keyType: KeyType | undefined,
): boolean => environment === "several" && valueEach && keyType === "simple";

/** The entry for one of the chosen environments. */
export const newEntryBody = (
  values: EntryFormValues,
  keyType: KeyType | undefined,
  target: EnvironmentKey = targetsOf(values)[0] ?? "none",
): CreateEntry => ({
  categoryId: values.categoryId,
  name: values.name,
  value: hasValueEach(values, keyType) ? values.values[target] : valueText(keyType, values),
  environment: target === "none" ? null : target,
  notes: values.notes.trim() === "" ? null : values.notes,
  ...(values.expiresAt && { expiresAt: values.expiresAt }),
  ...(values.rotateEveryDays && { rotateEveryDays: Number(values.rotateEveryDays) }),
});

/** Form fields use LF only; a text that had CRLF throughout gets it back. */
const withLineEndsOf = (original: string, text: string) =>
  /\r\n/.test(original) && !/(^|[^\r])\n/.test(original) ? text.replace(/\r?\n/g, "\r\n") : text;

/**
 * Only the changed fields. `original`: the value that the edit started from; empty for a new value, undefined if
 * untouched.
 */
export function changedEntryBody(values: EntryFormValues, { entry, keyType, original }: EntryFormContext): UpdateEntry {
  const next = newEntryBody(values, keyType);
  const value = withLineEndsOf(original ?? "", next.value);
  return {
    ...(next.categoryId !== entry?.categoryId && { categoryId: next.categoryId }),
    ...(next.name.trim() !== entry?.name && { name: next.name }),
    ...(next.environment !== entry?.environment && { environment: next.environment }),
    ...(next.notes !== entry?.notes && { notes: next.notes }),
    // An instant within the day stays as it is.
    ...(values.expiresAt !== (entry?.expiresAt?.slice(0, 10) ?? "") && { expiresAt: values.expiresAt || null }),
    ...((next.rotateEveryDays ?? null) !== entry?.rotateEveryDays && {
      rotateEveryDays: next.rotateEveryDays ?? null,
    }),
    ...(original !== undefined && value !== original && { value }),
  };
}
