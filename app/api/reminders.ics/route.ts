import { readCalendar } from "@/lib/contracts/access/reminders";
import { route } from "@/lib/http/route";
import { siteOrigin } from "@/lib/http/site-origin";
import { calendarReader } from "@/lib/identity/accounts/calendar-reader";
import * as calendar from "@/lib/services/reminders/calendar";

export const GET = route(readCalendar, async (_ctx, { query }, header) =>
  calendar.readCalendar(await calendarReader(query.token, header("x-forwarded-for") ?? ""), siteOrigin(header)),
);
