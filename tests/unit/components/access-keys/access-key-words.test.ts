import { expect, test } from "vitest";
import { grantText, limitsOf, reachesText } from "@/components/access-keys/key-words";
import { limitText } from "@/components/teams/members/role-words";
import { scopes, type Scope } from "@/lib/contracts/access/scopes";

const unlimited = { projects: null, environments: null, addresses: null, revealsPerDay: null };
const ci: Scope[] = ["entries:read", "entries:reveal", "envs:read", "envs:reveal"];
const endOfJanuary = new Date(2027, 0, 31, 23, 59, 59).toISOString();

const text = (changes: Partial<Parameters<typeof grantText>[0]>) =>
  grantText({ ...unlimited, scopes: ci, canary: false, expiresAt: null, ...changes });

test("what a key may do is one sentence: what, where, from where, how much and until when", () => {
  expect(
    text({
      projects: ["billing"],
      environments: ["production"],
      addresses: ["10.0.0.0/8"],
      revealsPerDay: 100,
      expiresAt: endOfJanuary,
    }),
  ).toBe(
    "It can read names and reveal values in the project billing in production, from 10.0.0.0/8, at most 100 values a day, until 31 Jan 2027.",
  );
});

test("a key without limits reaches the whole vault until it is revoked", () => {
  expect(text({})).toBe("It can read names and reveal values in the whole vault, until it is revoked.");
  expect(limitsOf(unlimited)).toBe("the whole vault");
});

test("a key in the list of a team reaches no more than its maker, whose limits are not its own", () => {
  const maker = { projects: ["billing"], environments: ["production" as const] };
  const everything = { projects: null, environments: null };
  for (const who of [undefined, everything]) expect(reachesText(unlimited, who)).toBe("Reaches the whole vault.");
  expect(reachesText({ ...unlimited, revealsPerDay: 1 }, maker)).toBe(
    "Reaches the project billing in production, at most 1 value a day, like its creator.",
  );
  expect(reachesText({ ...unlimited, projects: ["web"] }, maker)).toBe(
    "Reaches the project web, but no more than its creator: the project billing in production.",
  );
});

test("a member whose limits name no project that one reaches oneself is said to reach none of those", () => {
  expect(limitText({ projects: [], environments: null })).toBe("Reaches none of your projects.");
  expect(limitText({ projects: [], environments: ["production"] })).toBe(
    "Reaches none of your projects in production.",
  );
});

test("while no date is chosen the sentence names none", () => {
  expect(text({ expiresAt: undefined })).toBe("It can read names and reveal values in the whole vault.");
});

test.each<[scopes: Scope[], text: string]>([
  [["entries:read"], "read the names of entries"],
  [["categories:read", "2fa:read"], "read the names of categories and two-factor tokens"],
  [["envs:reveal"], "reveal the values of env files"],
  [["2fa:reveal", "stats:read"], "read totals and get two-factor codes"],
  [["export:read"], "export every value"],
  [["activity:read"], "read the activity"],
  [["ai:extract", "entries:write"], "plan a .env and change entries"],
  [
    [...scopes],
    "read names, read totals, read the activity, reveal values, get two-factor codes, export every value, plan a .env and change entries, env files, categories and two-factor tokens",
  ],
])("%j is told as: %s", (chosen, abilities) => {
  expect(text({ scopes: chosen })).toBe(`It can ${abilities} in the whole vault, until it is revoked.`);
});

test("scopes that a limited key can't use are not promised", () => {
  expect(text({ scopes: [...scopes], environments: ["staging"] })).toBe(
    "It can read names, read totals, read the activity, reveal values, export every value, plan a .env and change entries and env files in every project in staging, until it is revoked.",
  );
  expect(text({ scopes: ["2fa:reveal"], projects: ["billing"] })).toBe(
    "This key can’t do anything yet. Choose what it may do.",
  );
});

test("a key without scopes can do nothing", () => {
  expect(text({ scopes: [] })).toBe("This key can’t do anything yet. Choose what it may do.");
});

test("a canary is a trap, whatever else was chosen", () => {
  expect(text({ canary: true, projects: ["billing"], expiresAt: endOfJanuary })).toBe(
    "It is a trap: every use is refused as if the key were unknown, and raises an alarm, until 31 Jan 2027.",
  );
});

test.each([
  [{ projects: ["billing", "shop"] }, "the projects billing and shop"],
  [{ projects: ["a", "b", "c"] }, "the projects a, b and c"],
  [{ projects: Array.from({ length: 60 }, (_, at) => `p${at}`) }, "the projects p0, p1, p2 and 57 more"],
  [{ projects: ["billing in production"] }, "the project “billing in production”"],
  [{ projects: ["x".repeat(200)] }, `the project “${"x".repeat(39)}…”`],
  [{ environments: ["development", "staging"] as const }, "every project in development or staging"],
  [{ environments: ["none"] as const }, "every project without an environment"],
  [{ environments: ["production", "none"] as const }, "every project in production or without an environment"],
  [{ addresses: ["10.0.0.0/8", "::1"] }, "the whole vault, from 10.0.0.0/8 or ::1"],
  [
    { addresses: Array.from({ length: 5 }, (_, at) => `10.0.0.${at}`) },
    "the whole vault, from 10.0.0.0, 10.0.0.1, 10.0.0.2 or 2 more addresses",
  ],
  [{ revealsPerDay: 1 }, "the whole vault, at most 1 value a day"],
  [{ revealsPerDay: 1_000_000 }, "the whole vault, at most 1,000,000 values a day"],
])("%j is told as: %s", (limits, words) => {
  expect(limitsOf({ ...unlimited, ...limits } as Parameters<typeof limitsOf>[0])).toBe(words);
});
