import type { Resolver } from "react-hook-form";
import { faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { revealsPerDayMax, type BoundEnvironment } from "@/lib/contracts/access/grants";
import type { Scope } from "@/lib/contracts/access/scopes";
import { countText } from "@/lib/client/words/count-text";
import { dayFromNow, endOfDay } from "../limits/expiry";
import { isBounded, usable } from "../key-words";
import { presets } from "../limits/scope-presets";

/** A number of days, a chosen date, or none. */
export const lifetimes = {
  30: "30 days",
  90: "90 days",
  365: "1 year",
  day: "Custom date",
  never: "No expiry",
} as const;
type Lifetime = `${keyof typeof lifetimes}`;

/** How far something reaches. */
export type ReachFieldValues = {
  /** None for all. */ projects: string[];
  /** Typed, and not added to the projects. */ projectText: string;
  /** None for all. */ environments: BoundEnvironment[];
};

export type CreateKeyFields = ReachFieldValues & {
  name: string;
  scopes: Scope[];
  lifetime: Lifetime;
  /** A local date as in the date field; the key works until it ends. */ lastDay: string;
  /** One a line, or with commas between. */ addresses: string;
  revealsPerDay: string;
  canary: boolean;
};

/**
 * `may`: the scopes that its creator has here. A key that is asked for on a project's page is for its deployments, which
 * need its values and change nothing; any other one starts with the least.
 */
export const newKeyFields = (may: (scope: Scope) => boolean = () => true, project?: string): CreateKeyFields => ({
  name: "",
  scopes: presets[project === undefined ? 0 : 1].scopes.filter(may),
  lifetime: "90",
  lastDay: dayFromNow(90),
  projects: project === undefined ? [] : [project],
  projectText: "",
  environments: [],
  addresses: "",
  revealsPerDay: "",
  canary: false,
});

const orNull = <T>(items: T[]): T[] | null => (items.length > 0 ? items : null);

/** The same in the contract's terms. */
export const reachOfFields = ({ projects, environments }: ReachFieldValues) => ({
  projects: orNull(projects),
  environments: orNull(environments),
});

/** The key as chosen so far, in the contract's terms. `expiresAt` is undefined while the last day is not a date. */
export function grantOf(fields: CreateKeyFields) {
  const { scopes, lifetime, lastDay, addresses, revealsPerDay, canary } = fields;
  const reach = reachOfFields(fields);
  return {
    ...reach,
    scopes: usable(scopes, isBounded(reach)),
    addresses: orNull(addresses.split(/[\s,;]+/).filter(Boolean)),
    revealsPerDay: /^\d+$/.test(revealsPerDay.trim()) ? Number(revealsPerDay) : null,
    canary,
    expiresAt: lifetime === "never" ? null : endOfDay(lastDay)?.toISOString(),
  };
}

function lastDayFault({ lifetime, lastDay }: CreateKeyFields): string | undefined {
  if (lifetime === "never") return undefined;
  const end = endOfDay(lastDay);
  if (!end) return "Enter a full date, or choose no expiry";
  return end.getTime() <= Date.now() ? "Choose a day that is not in the past" : undefined;
}

/** Text left in the field would look like a limit that the key does not have. What found a chosen project may stay. */
export function projectTextFault({ projectText, projects }: ReachFieldValues): string | undefined {
  const text = projectText.trim().toLowerCase();
  if (text === "" || projects.some((name) => name.toLowerCase().includes(text))) return undefined;
  return "Add this project, or clear the field";
}

function revealsPerDayFault({ revealsPerDay }: CreateKeyFields): string | undefined {
  const { revealsPerDay: count } = CreateAccessKey.shape;
  const text = revealsPerDay.trim();
  if (text === "" || (/^\d+$/.test(text) && count.safeParse(Number(text)).success)) return undefined;
  return `Enter a whole number from 1 to ${countText(revealsPerDayMax)}`;
}

/** The contract tells the place of the first one; a person looks for its text. */
function addressesFault(grant: ReturnType<typeof grantOf>): string | undefined {
  const issue = CreateAccessKey.shape.addresses.safeParse(grant.addresses).error?.issues[0];
  const address = grant.addresses?.[Number(issue?.path[0])];
  return issue && (address ? `${address} ${issue.message}` : issue.message);
}

/** Converts the fields into the contract's body; the contract validates them, in words for programs where no field is meant. */
export const createKeyResolver: Resolver<CreateKeyFields, unknown, CreateAccessKey> = (fields) => {
  const grant = grantOf(fields);
  const own = {
    lastDay: lastDayFault(fields),
    projectText: projectTextFault(fields),
    revealsPerDay: revealsPerDayFault(fields),
    addresses: addressesFault(grant),
    ...(fields.name.trim() === "" && { name: "Enter a name" }),
  };
  const parsed = CreateAccessKey.safeParse({ name: fields.name, ...grant });
  const { expiresAt, ...faults } = faultsByField(parsed.error);
  const errors: Record<string, { type: string; message?: string | undefined }> = {
    ...faults,
    ...(expiresAt && { lastDay: expiresAt }),
  };
  for (const [field, message] of Object.entries(own)) if (message) errors[field] = { type: "validate", message };
  if (parsed.success && Object.keys(errors).length === 0) return { values: parsed.data, errors: {} };
  return { values: {}, errors };
};
