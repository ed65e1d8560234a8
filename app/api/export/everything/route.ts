import { exportEverything } from "@/lib/contracts/vault/everything";
import { route } from "@/lib/http/route";
import * as everything from "@/lib/services/everything/export";

export const POST = route(exportEverything, async (ctx) => ({ pieces: await everything.exportEverything(ctx) }));
