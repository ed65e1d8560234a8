import { countText } from "@/lib/client/words/count-text";
import { longDate } from "@/lib/client/words/dates";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import { isUnboundedOnly } from "@/lib/contracts/people/role-rights";
import type { Scope } from "@/lib/contracts/access/scopes";

type Reach = Pick<AccessKey, "projects" | "environments">;
export type Limits = Reach & Pick<AccessKey, "addresses" | "revealsPerDay">;
/** `expiresAt` is undefined while no date is chosen. */
type Grant = Limits & Pick<AccessKey, "scopes" | "canary"> & { expiresAt: string | null | undefined };

export const isBounded = ({ projects, environments }: Reach): boolean => projects !== null || environments !== null;

/** Those of the scopes that a key with such bounds can use. */
export const usable = (scopes: readonly Scope[], bounded: boolean): Scope[] =>
  scopes.filter((scope) => !bounded || !isUnboundedOnly(scope));

/** A sentence names this many projects or addresses, and counts the rest. */
export const namedMax = 3;
const nameLengthMax = 40;

/** In quotes where its end would not be clear, and shortened where it would fill the sentence. */
function quoted(name: string): string {
  const letters = [...name];
  const short = letters.length > nameLengthMax ? `${letters.slice(0, nameLengthMax - 1).join("")}…` : name;
  return /^[\w./-]+$/.test(short) ? short : `“${short}”`;
}

function listed(items: readonly string[], word: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
}

const andMore = (items: readonly string[], more: string): string[] =>
  items.length > namedMax ? [...items.slice(0, namedMax), `${countText(items.length - namedMax)} ${more}`] : [...items];

/** Where a grant reaches: "the project billing in production". Others’ limits never name a project that the reader can’t reach. */
export function reachOf({ projects, environments }: Reach): string {
  if (!projects && !environments) return "the whole vault";
  const names = projects?.map(quoted);
  const where = !names
    ? "every project"
    : names.length === 0
      ? "none of your projects"
      : `the project${names.length === 1 ? "" : "s"} ${listed(andMore(names, "more"), "and")}`;
  return environments ? `${where} ${placeOf(environments)}` : where;
}

function placeOf(environments: NonNullable<Reach["environments"]>): string {
  const named = environments.filter((environment) => environment !== "none");
  const without = environments.includes("none") ? ["without an environment"] : [];
  if (without.length === 0) return `in ${listed(named, "or")}`;
  return listed([...(named.length > 0 ? [`in ${named.join(", ")}`] : []), ...without], "or");
}

/** Where a key reaches, from where, and how much: "the project billing in production, from 10.0.0.0/8". */
export function limitsOf({ addresses, revealsPerDay, ...reach }: Limits): string {
  return [
    reachOf(reach),
    ...(addresses ? [`from ${listed(andMore(addresses, "more addresses"), "or")}`] : []),
    ...(revealsPerDay === null
      ? []
      : [`at most ${countText(revealsPerDay)} value${revealsPerDay === 1 ? "" : "s"} a day`]),
  ].join(", ");
}

/** The same of a key in the list. In a team it also has the limits of its creator, which are not its own. */
export function reachesText(limits: Limits, maker: Reach | undefined): string {
  if (!maker || !isBounded(maker)) return `Reaches ${limitsOf(limits)}.`;
  return isBounded(limits)
    ? `Reaches ${limitsOf(limits)}, but no more than its creator: ${reachOf(maker)}.`
    : `Reaches ${limitsOf({ ...limits, projects: maker.projects, environments: maker.environments })}, like its creator.`;
}

const things = { entries: "entries", envs: "env files", categories: "categories", "2fa": "two-factor tokens" } as const;
const resources = Object.keys(things) as (keyof typeof things)[];

/** Shorter than the scopes, and never less: "names" may leave out those of tokens or categories. */
function abilitiesOf(scopes: readonly Scope[]): string[] {
  const has = (scope: string) => scopes.some((one) => one === scope);
  const ofAll = (verb: string) => has(`entries:${verb}`) && has(`envs:${verb}`);
  const those = (verb: string, of = resources) =>
    listed(
      of.filter((resource) => has(`${resource}:${verb}`)).map((resource) => things[resource]),
      "and",
    );
  const phrase = (words: string, objects: string) => objects && `${words} ${objects}`;
  return [
    ofAll("read") ? "read names" : phrase("read the names of", those("read")),
    has("stats:read") && "read totals",
    has("activity:read") && "read the activity",
    ofAll("reveal") ? "reveal values" : phrase("reveal the values of", those("reveal", ["entries", "envs"])),
    has("2fa:reveal") && "get two-factor codes",
    has("export:read") && "export every value",
    has("ai:extract") && "plan a .env",
    phrase("change", those("write")),
  ].filter((ability) => typeof ability === "string" && ability !== "") as string[];
}

/** What a key may do, as a sentence: where, from where, how much and until when. */
export function grantText({ scopes, canary, expiresAt, ...limits }: Grant): string {
  const until =
    expiresAt === undefined ? "" : expiresAt === null ? ", until it is revoked" : `, until ${longDate(expiresAt)}`;
  if (canary) return `It is a trap: every use is refused as if the key were unknown, and raises an alarm${until}.`;
  const abilities = abilitiesOf(usable(scopes, isBounded(limits)));
  if (abilities.length === 0) return "This key can’t do anything yet. Choose what it may do.";
  return `It can ${listed(abilities, "and")} in ${limitsOf(limits)}${until}.`;
}
