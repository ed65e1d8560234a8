import { transfer } from "@/lib/contracts/vault/transfer";
import { route } from "@/lib/http/route";
import * as transfers from "@/lib/services/transfer";

export const POST = route(transfer, (ctx, { body }) => transfers.transfer(ctx, body));
