import type { Environment, KeyType } from "@/lib/contracts/primitives";

export const entrySorts = {
  name: "By name",
  project: "By project",
  category: "By category",
  changed: "Last changed",
  created: "Newest",
} as const;
export type EntrySort = keyof typeof entrySorts;

export const entryGroupings = { "": "Ungrouped", project: "Group by project", category: "Group by category" } as const;
export type EntryGrouping = keyof typeof entryGroupings;

/** By how long ago the value changed or when it is due. */
export const entryAges = { "": "Age", due: "Due", old: "Older than a year", unchanged: "Never changed" } as const;
export type EntryAge = keyof typeof entryAges;

/** An empty string matches everything; "none" matches entries without an environment. */
export type EntryFilter = {
  search: string;
  project: string;
  environment: Environment | "none" | "";
  keyType: KeyType | "";
  age: EntryAge;
};

/** What an open entry's panel shows of it. */
const entryParts = ["details", "history", "uses", "activity", "edit"] as const;
export type EntryPart = (typeof entryParts)[number];

/** What the panel beside the list shows: an entry or a new one's form. */
export type PanelSight = {
  /** The open entry's id. */ entry: string;
  /** Of that one. */ part: EntryPart;
  /** A new one's form. */ create: "entry" | "";
  /** The id of the entry that it starts with. */ like: string;
};
export const noPanel: PanelSight = { entry: "", part: "details", create: "", like: "" };

/** As a page's address has them. */
export const panelParameters = { entry: "entry", part: "show", create: "new", like: "like" } as const;
export const panelChoices = { part: entryParts, create: ["entry"] };

/** Which entries the list shows, and how. */
export type EntrySight = EntryFilter & { sort: EntrySort; group: EntryGrouping };

export const noFilter: EntryFilter = { search: "", project: "", environment: "", keyType: "", age: "" };
export const firstSight: EntrySight = { ...noFilter, sort: "name", group: "" };
