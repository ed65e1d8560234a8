import type * as reminders from "../../../contracts/access/reminders";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";

const listReminders = endpoint<typeof reminders.listReminders>("GET", "/reminders", "json");
const getCalendar = endpoint<typeof reminders.getCalendar>("GET", "/reminders/token", "json");
export const createCalendar = endpoint<typeof reminders.createCalendar>("POST", "/reminders/token", "json");
export const deleteCalendar = endpoint<typeof reminders.deleteCalendar>("DELETE", "/reminders/token", "none");

// Entries and keys change what is due, so it stands below neither of their keys: it is refetched with each page.
export const remindersQuery = readQuery(["reminders"], listReminders, {});
export const calendarQuery = readQuery(["calendar"], getCalendar, {});
