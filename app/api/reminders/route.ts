import { listReminders } from "@/lib/contracts/access/reminders";
import { route } from "@/lib/http/route";
import * as reminders from "@/lib/services/reminders/reminders";

export const GET = route(listReminders, (ctx) => reminders.listReminders(ctx));
