import type { Resolver } from "react-hook-form";
import { faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateAccessKey } from "@/lib/contracts/access-keys";
import type { Scope } from "@/lib/contracts/scopes";
import { dayFromNow, endOfDay } from "./expiry";
import { presets } from "./scope-presets";

/** A number of days, a chosen date, or none. */
export const lifetimes = {
  30: "30 days",
  90: "90 days",
  365: "1 year",
  day: "Custom date",
  never: "No expiry",
} as const;
type Lifetime = `${keyof typeof lifetimes}`;

/** `lastDay` is a local date as in the date field; the key works until it ends. */
export type CreateKeyFields = { name: string; scopes: Scope[]; lifetime: Lifetime; lastDay: string };

export const newKeyFields = (): CreateKeyFields => ({
  name: "",
  scopes: [...presets[0].scopes],
  lifetime: "90",
  lastDay: dayFromNow(90),
});

function lastDayFault({ lifetime, lastDay }: CreateKeyFields): string | undefined {
  if (lifetime === "never") return undefined;
  const end = endOfDay(lastDay);
  if (!end) return "Enter a full date, or choose no expiry";
  return end.getTime() <= Date.now() ? "Choose a day that is not in the past" : undefined;
}

/** Converts the form's last day into the contract's instant; the contract validates the rest. */
export const createKeyResolver: Resolver<CreateKeyFields, unknown, CreateAccessKey> = (fields) => {
  const { name, scopes, lifetime, lastDay } = fields;
  const fault = lastDayFault(fields);
  const parsed = CreateAccessKey.safeParse({
    name,
    scopes,
    expiresAt: lifetime === "never" || fault ? null : (endOfDay(lastDay)?.toISOString() ?? null),
  });
  const { expiresAt, ...errors } = faultsByField(parsed.error);
  if (name.trim() === "") errors.name = { type: "validate", message: "Enter a name" };
  const lastDayError = fault ? { type: "past", message: fault } : expiresAt;
  if (parsed.success && !lastDayError) return { values: parsed.data, errors: {} };
  return { values: {}, errors: { ...errors, ...(lastDayError && { lastDay: lastDayError }) } };
};
