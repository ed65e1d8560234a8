import { exchangeToken } from "@/lib/contracts/access/trust-rules";
import { route } from "@/lib/http/route";
import { countedExchange } from "@/lib/identity/throttle/guess-count";
import * as tokens from "@/lib/services/access/token-exchange";

export const POST = route(exchangeToken, ({ request }, { body }, header) =>
  countedExchange(header("x-forwarded-for") ?? "", (noGuess) => tokens.exchangeToken(body, request, noGuess)),
);
