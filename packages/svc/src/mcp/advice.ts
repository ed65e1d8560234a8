import type { Advice } from "../variables/advice";

/** For agents, who have neither svc's options nor its commands. */
export const ofTools: Advice = {
  lister: "find_names",
  selection: "project or env",
  byId: null,
  envProject: () => "with files, a command gets its values",
  none: ".svc.json says whose values a command gets.",
  unfit: "Leave it out: name the others in only.",
  fewer: "name fewer in only",
};

/** The same where an agent can't choose the project. */
export const chooseOnly = "name the others in only, or ask a person to set environment in .svc.json";
