import { z } from "zod";
import { contract } from "../contract";
import { Environment, id, timestamp } from "../primitives";

/** How far ahead reminders look. */
export const reminderDays = 30;

/** How long before something stops working it is told. A value that is to be replaced is told on its day. */
export const daysToldAhead = 7;

export const Reminder = z
  .object({
    kind: z.enum(["entry", "access-key"]),
    id: id(),
    name: z.string(),
    reason: z.enum(["expires", "rotate"]).meta({ description: "It stops working, or its value is to be replaced" }),
    dueAt: timestamp(),
    categoryName: z.string().optional().meta({ description: "Of an entry" }),
    environment: Environment.nullable().optional().meta({ description: "Of an entry" }),
  })
  .meta({
    id: "Reminder",
    example: {
      kind: "entry",
      id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
      name: "billing",
      reason: "rotate",
      dueAt: "2026-05-30T09:30:00.000Z",
      categoryName: "Stripe",
      environment: "production",
    },
  });
export type Reminder = z.infer<typeof Reminder>;

export const Reminders = z.object({ data: z.array(Reminder) }).meta({ id: "Reminders" });
export type Reminders = z.infer<typeof Reminders>;

export const CalendarAddress = z
  .object({ url: z.string().meta({ description: "The calendar's whole address, shown only once" }) })
  .meta({
    id: "CalendarAddress",
    example: { url: "https://vault.example.com/api/reminders.ics?token=<TOKEN>" },
  });
export type CalendarAddress = z.infer<typeof CalendarAddress>;

export const CalendarState = z
  .object({
    createdAt: timestamp().nullable().meta({ description: "When the address was created; null if there is none" }),
  })
  .meta({ id: "CalendarState", example: { createdAt: "2026-03-01T09:30:00.000Z" } });
export type CalendarState = z.infer<typeof CalendarState>;

const tag = "Reminders";

export const listReminders = contract({
  id: "listReminders",
  method: "GET",
  path: "/reminders",
  tag,
  summary: "List what is due",
  description: `What expires or is to be rotated within ${reminderDays} days, and what is overdue; what is due first comes first. An entry that does both is listed twice. Sessions see access keys that expire, too.`,
  access: { scope: "entries:read" },
  reply: { status: 200, json: Reminders },
});

export const readCalendar = contract({
  id: "readCalendar",
  method: "GET",
  path: "/reminders.ics",
  tag,
  summary: "Read what is due as a calendar",
  description:
    "iCalendar (RFC 5545), for programs that subscribe to an address: an event on each day, in UTC, on which something is due within a year or was due. It has names and no values, and shows what the token's creator may see at the time.",
  access: "public",
  query: z.strictObject({ token: z.string().max(200, "must have at most 200 characters") }),
  reply: {
    status: 200,
    text: "text/calendar; charset=utf-8",
    headers: { "Content-Disposition": 'attachment; filename="reminders.ics"' },
  },
  errors: ["CALENDAR_NOT_FOUND", "TOO_MANY_ATTEMPTS", "TOO_MANY_REQUESTS"],
});

export const getCalendar = contract({
  id: "getCalendar",
  method: "GET",
  path: "/reminders/token",
  tag,
  summary: "Read whether a calendar address exists",
  access: "session",
  inVault: true,
  reply: { status: 200, json: CalendarState },
});

export const createCalendar = contract({
  id: "createCalendar",
  method: "POST",
  path: "/reminders/token",
  tag,
  summary: "Create the calendar's address",
  description:
    "One for each person and vault: a previous one no longer works. It is shown only in this response: the vault stores a hash of its token.",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  reply: { status: 201, json: CalendarAddress },
  plaintext: true,
});

export const deleteCalendar = contract({
  id: "deleteCalendar",
  method: "DELETE",
  path: "/reminders/token",
  tag,
  summary: "Revoke the calendar's address",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  reply: { status: 204 },
  errors: ["CALENDAR_NOT_FOUND"],
});
