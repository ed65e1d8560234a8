/** What refusals advise their readers to do: on a command line with options, as an agent with a tool's arguments. */
export type Advice = {
  /** What lists the names that there are. */
  lister: string;
  /** What chooses one of several entries. */
  selection: string;
  /** What takes an entry's id; null if nothing does. */
  byId: "--id" | null;
  /** How an env project's values can be had. */
  envProject: (name: string) => string;
  /** What to do about a selection without variables. */
  none: string;
  /** What to do about a variable that fits into no environment, and about too many that do. */
  unfit: string;
  fewer: string;
};

export const ofCommandLine: Advice = {
  lister: "svc ls",
  selection: "--project or --env",
  byId: "--id",
  envProject: (name) => `svc pull --project ${name} writes its files`,
  none: "Add --allow-empty if none is right.",
  unfit: "Leave it out with --except, and read it with svc get where needed.",
  fewer: "leave some out with --except, or choose with --only",
};
