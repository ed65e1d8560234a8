import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CalendarEvent, escapeText, foldLine, writeCalendar } from "@/lib/services/reminders/ics";

/*
 * A reader of iCalendar that shares nothing with the writer: content lines (RFC 5545, 3.1) and text values (3.3.11).
 */

/** Each line, unfolded. Throws if one is not as RFC 5545 wants it. */
function contentLines(bytes: Buffer): string[] {
  const rows: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf("\r\n", from, "latin1");
    if (end < 0) throw new Error("the last line has no end");
    rows.push(bytes.subarray(from, end));
    from = end + 2;
  }
  const lines: Buffer[] = [];
  for (const row of rows) {
    if (row.length > 75) throw new Error(`a line has ${row.length} octets`);
    if (row[0] === 0x20) lines.push(Buffer.concat([lines.pop() ?? Buffer.alloc(0), row.subarray(1)]));
    else lines.push(row);
    // Each row by itself is UTF-8: no character is cut apart.
    new TextDecoder("utf-8", { fatal: true }).decode(row);
  }
  return lines.map((line) => line.toString("utf8"));
}

function readText(value: string): string {
  let text = "";
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === ";" || character === ",") throw new Error("an unescaped separator");
    if (character !== "\\") text += character;
    else {
      at += 1;
      const escaped = value.charAt(at);
      if (!"\\;,nN".includes(escaped) || escaped === "") throw new Error("an unknown escape");
      text += escaped.toLowerCase() === "n" ? "\n" : escaped;
    }
  }
  return text;
}

const text = fc.string({ unit: "grapheme", maxLength: 300 }).filter((one) => !/\p{Cc}|[\u2028\u2029]/u.test(one));
const nasty = fc
  .array(fc.constantFrom("\\", ";", ",", "\n", "\\n", "BEGIN:VEVENT", "é", "€", "👩‍👩‍👧", " ", "a".repeat(74)), {
    maxLength: 40,
  })
  .map((parts) => parts.join(""));
const event: fc.Arbitrary<CalendarEvent> = fc.record({
  uid: fc.uuid(),
  day: fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
  summary: fc.oneof(text, nasty),
  description: fc.oneof(text, nasty),
  url: fc.webUrl({ withQueryParameters: true }),
});

describe("a calendar", () => {
  test("is read back by another reader as it was written, in lines of at most 75 octets", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const lines = contentLines(Buffer.from(writeCalendar("name", events, new Date(0))));
        const of = (name: string) =>
          lines.filter((line) => line.startsWith(`${name}:`)).map((line) => readText(line.slice(name.length + 1)));
        expect(of("UID")).toEqual(events.map(({ uid }) => uid));
        expect(of("SUMMARY")).toEqual(events.map(({ summary }) => summary));
        expect(lines.filter((line) => line.startsWith("URL:")).map((line) => line.slice(4))).toEqual(
          events.map(({ url }) => url),
        );
        expect(of("DESCRIPTION")).toEqual(events.map(({ description }) => description));
        expect(lines.filter((line) => line.startsWith("DTSTART;VALUE=DATE:")).map((line) => line.slice(19))).toEqual(
          events.map(({ day }) => day.toISOString().slice(0, 10).replaceAll("-", "")),
        );
        expect([lines[0], lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR"]);
        expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(events.length);
      }),
    );
  });

  test("has the properties that a calendar and its events must have", () => {
    const url = "https://vault.example.com/teams/1?rotate=1";
    const one = { uid: "entry-1-rotate", day: new Date("2026-03-01T23:59:59Z"), summary: "A", description: "B", url };
    expect(writeCalendar("Due", [one], new Date("2026-02-03T04:05:06.789Z")).split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Secrets vault//Reminders//EN",
      "METHOD:PUBLISH",
      "X-WR-CALNAME:Due",
      "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
      "X-PUBLISHED-TTL:PT12H",
      "BEGIN:VEVENT",
      "UID:entry-1-rotate",
      "DTSTAMP:20260203T040506Z",
      "DTSTART;VALUE=DATE:20260301",
      "SUMMARY:A",
      "DESCRIPTION:B",
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });
});

test("control characters are left out of a text, and every kind of line break becomes one", () => {
  expect(escapeText("a\u0000b\u0007c\u007fd\te")).toBe("abcd\te");
  expect(escapeText("1\r\n2\n3\r4\u20285\u20296")).toBe(String.raw`1\n2\n3\n4\n5\n6`);
  expect(escapeText("a\\b;c,d")).toBe(String.raw`a\\b\;c\,d`);
});

test("a line is folded at its 75th octet, and counts the space before what follows", () => {
  const pieces = foldLine("a".repeat(75 + 74 + 1)).split("\r\n");
  expect(pieces).toEqual(["a".repeat(75), ` ${"a".repeat(74)}`, " a"]);
  expect(foldLine("a".repeat(75))).toBe("a".repeat(75));
  expect(foldLine(`${"a".repeat(74)}€`).split("\r\n")).toEqual(["a".repeat(74), " €"]);
});
