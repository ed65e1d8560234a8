import { createCalendar, deleteCalendar, getCalendar } from "@/lib/contracts/access/reminders";
import { route } from "@/lib/http/route";
import { siteOrigin } from "@/lib/http/site-origin";
import * as calendar from "@/lib/services/reminders/calendar";

export const GET = route(getCalendar, (ctx) => calendar.getCalendar(ctx));
export const POST = route(createCalendar, (ctx, _input, header) => calendar.createCalendar(ctx, siteOrigin(header)));
export const DELETE = route(deleteCalendar, (ctx) => calendar.deleteCalendar(ctx));
