import type { FieldError, FieldErrors, Resolver, ResolverOptions } from "react-hook-form";
import { faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateCategory } from "@/lib/contracts/vault/categories";
import { CreateEntry, UpdateEntry } from "@/lib/contracts/vault/entries";
import { envVarNamePattern, type KeyType } from "@/lib/contracts/primitives";
import { prototypeNames } from "@/lib/contracts/prototype-names";
import {
  changedEntryBody,
  hasValueEach,
  newCategoryBody,
  newCategoryId,
  newEntryBody,
  targetsOf,
  valueText,
  type EntryFormContext,
  type EntryFormValues,
} from "./entry-form-values";

const fault = (message: string): FieldError => ({ type: "validate", message });

const halfTyped = [
  ["expiresAt", "Enter a date that exists, with its year, or clear it"],
  ["rotateEveryDays", "Enter a number of days, or clear it"],
] as const;

/** The browser gives an invalid date or number as an empty text, which would be saved as if nothing had been entered. */
const isHalfTyped = (field: ResolverOptions<EntryFormValues>["fields"][string] | undefined): boolean =>
  field !== undefined && "validity" in field.ref && field.ref.validity.badInput;

/** Validates the body to be sent with the contract's schema, and the value by the category's type. */
export const entryResolver: Resolver<EntryFormValues, EntryFormContext> = (values, context, { fields }) => {
  const { entry, keyType, original } = context ?? {};
  const { error } = entry
    ? UpdateEntry.safeParse(changedEntryBody(values, { entry, keyType, original }))
    : CreateEntry.safeParse(newEntryBody(values, keyType));
  const errors: FieldErrors<EntryFormValues> = faultsByField<CreateEntry | UpdateEntry>(error);
  for (const [name, message] of halfTyped) if (isHalfTyped(fields[name])) errors[name] = fault(message);
  if (values.categoryId === newCategoryId) {
    delete errors.categoryId;
    const faults = faultsOfCategory(values.newCategory);
    if (Object.keys(faults).length > 0) errors.newCategory = faults;
  } else if (errors.categoryId) errors.categoryId = fault("Choose a category");
  if (values.name.trim() === "") errors.name = fault("Enter a project name");
  // Without a category there is no value field yet.
  if (!entry && keyType === undefined) delete errors.value;
  // A group says so at its fields.
  else if (keyType === "group" && valueText(keyType, values) === "") delete errors.value;
  else if (errors.value && values.value === "") errors.value = fault("Enter a value");
  if (targetsOf(values).length === 0) errors.several = fault("Choose at least one environment");
  if (hasValueEach(values, keyType)) {
    delete errors.value;
    const faults = faultsOfEach(values);
    if (faults) errors.values = faults;
  } else if (!entry || original !== undefined)
    Object.assign(errors, valueFaults(keyType, values, errors, entry !== undefined && original === ""));
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};

function faultsOfCategory(category: EntryFormValues["newCategory"]) {
  const { name, envVarName } = faultsByField(CreateCategory.safeParse(newCategoryBody(category, null)).error);
  const nameless = category.name.trim() === "";
  const withoutVariable = category.keyType === "simple" && category.envVarName.trim() === "";
  return {
    ...((name || nameless) && { name: nameless ? fault("Enter a name") : name }),
    ...((envVarName || withoutVariable) && {
      envVarName: withoutVariable
        ? fault("Enter the variable that its entries set, such as STRIPE_SECRET_KEY")
        : envVarName,
    }),
  };
}

/** Of the values that a simple key has in its environments. */
function faultsOfEach(values: EntryFormValues): FieldErrors<EntryFormValues>["values"] {
  const faults = targetsOf(values).flatMap((target) => {
    const { error } = CreateEntry.shape.value.safeParse(values.values[target]);
    const message = values.values[target] === "" ? "Enter a value" : error?.issues[0]?.message;
    return message === undefined ? [] : [[target, fault(message)] as const];
  });
  return faults.length > 0 ? Object.fromEntries(faults) : undefined;
}

/** `replacing`: replaces a stored value without showing it, so an empty one must be refused. */
function valueFaults(
  keyType: KeyType | undefined,
  { value, fields }: EntryFormValues,
  errors: FieldErrors<EntryFormValues>,
  replacing: boolean,
): FieldErrors<EntryFormValues> {
  if (keyType === "group") return fieldFaults(fields, replacing);
  if (value === "") return replacing ? { value: fault("Enter a value") } : {};
  if (errors.value) return {};
  if (keyType === "json" && !isJson(value)) return { value: fault("This is not valid JSON yet") };
  if (keyType === "ssh" && !isPrivateKey(value))
    return {
      value: fault(
        "This is not a private key in PEM or OpenSSH form: it starts with -----BEGIN … PRIVATE KEY----- and ends with the matching END line",
      ),
    };
  return {};
}

function fieldFaults(fields: EntryFormValues["fields"], replacing: boolean): FieldErrors<EntryFormValues> {
  const faults: { name?: FieldError; value?: FieldError }[] = [];
  const seen = new Set<string>();
  for (const [index, { name, value }] of fields.entries()) {
    if (name === "" && value === "") continue;
    if (name === "") faults[index] = { name: fault("Name this field") };
    else if (!envVarNamePattern.test(name) || prototypeNames.has(name))
      faults[index] = { name: fault("Letters, digits and _, not starting with a digit") };
    else if (seen.has(name)) faults[index] = { name: fault("This name is used twice") };
    else if (replacing && value === "") faults[index] = { value: fault("Enter a value, or remove the field") };
    seen.add(name);
  }
  if (seen.size === 0 && faults.length === 0) faults[0] = { name: fault("Add at least one field") };
  return faults.length > 0 ? { fields: faults } : {};
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** RFC 7468: both lines have the same label. */
function isPrivateKey(text: string): boolean {
  const lines = text.trim().split(/\r?\n/);
  const label = /^-----BEGIN ((?:[A-Z0-9]+ )*PRIVATE KEY)-----$/.exec(lines[0] ?? "")?.[1];
  return label !== undefined && lines.length >= 3 && lines.at(-1) === `-----END ${label}-----`;
}
