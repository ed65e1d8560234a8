import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { CreateAccessKey } from "@/lib/contracts/access-keys";
import type { Scope } from "@/lib/contracts/scopes";
import { dayFromNow, endOfDay } from "./dates";
import { presets } from "./scope-presets";

/** Days, or a day of one's own, or none. */
export const lifetimes = { 30: "30 days", 90: "90 days", 365: "1 year", day: "A day you choose", never: "No expiry" } as const;
export type Lifetime = `${keyof typeof lifetimes}`;

/** `lastDay` is a day here, as the date field has it; the key works until it ends. */
export type CreateKeyFields = { name: string; scopes: Scope[]; lifetime: Lifetime; lastDay: string };

export const newKeyFields = (): CreateKeyFields => ({ name: "", scopes: [...presets[0].scopes], lifetime: "90", lastDay: dayFromNow(90) });

const contractResolver = zodResolver(CreateAccessKey) as unknown as Resolver<CreateAccessKey, unknown, CreateAccessKey>;

function lastDayFault({ lifetime, lastDay }: CreateKeyFields): string | undefined {
  if (lifetime === "never") return undefined;
  const end = endOfDay(lastDay);
  if (!end) return "choose a whole date, or no expiry";
  return end.getTime() <= Date.now() ? "must not be in the past" : undefined;
}

/** The form's own question, what day, becomes the contract's instant; everything else is the contract's to judge. */
export const createKeyResolver: Resolver<CreateKeyFields, unknown, CreateAccessKey> = async (fields, context, options) => {
  const { name, scopes, lifetime, lastDay } = fields;
  const fault = lastDayFault(fields);
  const body: CreateAccessKey = { name, scopes, expiresAt: lifetime === "never" || fault ? null : (endOfDay(lastDay)?.toISOString() ?? null) };
  const { values, errors } = await contractResolver(body, context, options as unknown as Parameters<typeof contractResolver>[2]);
  const { expiresAt, ...others } = errors as FieldErrors<CreateAccessKey>;
  const lastDayError = fault ? { type: "past", message: fault } : expiresAt;
  const all = { ...others, ...(lastDayError && { lastDay: lastDayError }) } as FieldErrors<CreateKeyFields>;
  return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values: values as CreateAccessKey, errors: {} };
};
