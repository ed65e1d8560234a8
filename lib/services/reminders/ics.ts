/*
 * iCalendar (RFC 5545), as much of it as all-day events need.
 */

/** One event: `day` is a date in UTC. `uid` is the same in every copy of the calendar. `url`: where one deals with it. */
export type CalendarEvent = { uid: string; day: Date; summary: string; description: string; url: string };

/** Octets of a line without its break (RFC 5545, 3.1). */
const lineOctets = 75;

/** A text value (3.3.11): what separates values is escaped, and other control characters are left out, which no text may contain. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, String.raw`\n`)
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");

/** A content line in pieces of at most 75 octets. No character is cut apart. */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > lineOctets) {
      pieces.push(piece);
      // The space that makes it a continuation counts too.
      piece = " ";
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join("\r\n");
}

/** 20260301 */
const dateOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll("-", "");
/** 20260301T093000Z */
const instantOf = (at: Date): string => `${dateOf(at)}T${at.toISOString().slice(11, 19).replaceAll(":", "")}Z`;

const linesOf = (event: CalendarEvent, now: Date): string[] => [
  "BEGIN:VEVENT",
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${instantOf(now)}`,
  `DTSTART;VALUE=DATE:${dateOf(event.day)}`,
  `SUMMARY:${escapeText(event.summary)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  // A URI is written as it is (3.3.13).
  `URL:${event.url}`,
  // Nobody is busy because of it.
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

/** A whole calendar, to be read again twice a day. */
export const writeCalendar = (name: string, events: readonly CalendarEvent[], now: Date): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Secrets vault//Reminders//EN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
    "X-PUBLISHED-TTL:PT12H",
    ...events.flatMap((event) => linesOf(event, now)),
    "END:VCALENDAR",
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join("");
