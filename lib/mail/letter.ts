import { plainLine } from "../plain-text";

/**
 * What an e-mail says. Its text and its HTML are both made from this, so they can't differ. Everything is plain text: names
 * come from people, and no mail client may take a part of one for anything else.
 */
export type Letter = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** What it is about: a label and what stands beside it. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Something in each line, below it what is said of it, and where one deals with it. */
  list?: readonly { title: string; about: string; url?: string | undefined }[];
  action?: { label: string; url: string };
  /** What to do if one did not expect the e-mail, and why one gets it. */
  closing: readonly string[];
};

const nameLengthMax = 120;

/** A name as an e-mail may show it: one line, and not too long a one. */
export function shown(name: string): string {
  const line = plainLine(name).trim();
  const characters = [...line];
  return characters.length <= nameLengthMax ? line : `${characters.slice(0, nameLengthMax).join("")}…`;
}

const instantFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});
const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** E-mails don't know where their reader is, so times are in UTC and say so. */
export const instantText = (at: Date | string): string => `${instantFormat.format(new Date(at))} UTC`;
export const dayText = (at: Date | string): string => dayFormat.format(new Date(at));
