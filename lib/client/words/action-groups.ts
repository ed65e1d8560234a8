import { type Action, actionNames } from "../../contracts/access/actions";

const kinds: Record<string, string> = {
  account: "Account",
  session: "Sessions",
  category: "Categories",
  entry: "Entries",
  "two-factor-token": "Two-factor tokens",
  "env-project": "Env projects",
  "env-file": "Env files",
  project: "Projects",
  trash: "Trash",
  vault: "Vault",
  link: "Links",
  calendar: "Calendars",
  webhook: "Webhooks",
  "access-key": "Access keys",
  "trust-rule": "Trust rules",
  team: "Team",
  member: "Members",
  invitation: "Invitations",
  operator: "Operator",
};

const kindOf = (action: Action): string => action.split(".")[0] ?? "";

/** All actions that the activity knows, by what they are about. */
export const actionGroups = Object.entries(kinds).map(([kind, label]) => ({
  kind,
  label,
  actions: actionNames.filter((action) => kindOf(action) === kind),
}));
