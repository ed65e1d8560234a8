import { transfer } from "@/lib/contracts/transfer/transfer";
import { route } from "@/lib/http/route";
import * as transfers from "@/lib/services/transfer";

export const POST = route(transfer, (ctx, { body }) => transfers.transfer(ctx, body));
