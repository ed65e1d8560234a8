import type { PageFacts } from "@/lib/contracts/page-facts";
import { pageMissingFactor } from "@/lib/http/gate/page-missing-factor";
import { signInMethods } from "@/lib/identity/sign-in-methods";

/** For the pages' process, which asks lib/server for it over a socket of its own; under `next dev`, this page answers. */
export const GET = async (request: Request): Promise<Response> =>
  Response.json({
    ...signInMethods(),
    missingFactor: await pageMissingFactor(request.headers.get("cookie")),
  } satisfies PageFacts);
