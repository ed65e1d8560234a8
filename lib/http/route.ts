import { randomUUID } from "node:crypto";
import { assertKeyStands } from "../auth/access-key";
import { authenticate, authorize } from "../auth/authenticate";
import type { Caller, SessionCaller } from "../auth/caller";
import { noteKeyUse } from "../auth/last-used";
import { requireRecentProof } from "../auth/step-up";
import type { ContractSpec, HandlerOutput, Input } from "../contracts/contract";
import { runtime } from "../runtime";
import { apiHeaders, asAppError, failureResponse } from "./failure";
import { type Observation, observe } from "./observation";
import { readBody, readParams, readQuery } from "./request";
import { assertNotCrossOrigin, assertSameOrigin } from "./same-origin";

type CallerOf<C extends ContractSpec> = C["access"] extends "public" ? null : C["access"] extends "session" ? SessionCaller : Caller;
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Serves one contract: authenticate → authorise → same origin → recent proof → path, query and body → handler → reply.
 * The refusals come in that order, so that nobody without rights learns what a valid request looks like.
 */
export function route<const C extends ContractSpec>(
  contract: C,
  handler: (caller: CallerOf<C>, input: Input<C>) => Promise<HandlerOutput<C>> | HandlerOutput<C>,
): RouteHandler {
  return async (request, context) => {
    const seen: Observation = { requestId: randomUUID(), contract: contract.id };
    let response: Response;
    let caller: Caller | null = null;
    try {
      caller = await admit(contract, request);
      if (caller) Object.assign(seen, { caller: caller.kind }, caller.kind === "key" ? { keyPrefix: caller.keyPrefix } : {});
      // On a static route Next passes no params.
      const params = readParams(contract, (await context.params) ?? {});
      const query = readQuery(contract, request.url);
      const body = await readBody(contract, request);
      // A key revoked while its body was still arriving must not write.
      if (caller?.kind === "key" && contract.body) await assertKeyStands(caller);
      const output = await handler(caller as CallerOf<C>, { params, query, body } as Input<C>);
      // Nor may a reply leave after the revocation ended.
      if (caller?.kind === "key") await assertKeyStands(caller);
      response = reply(contract, output);
    } catch (thrown) {
      const error = asAppError(thrown, { requestId: seen.requestId, contract: contract.id });
      seen.code = error.code;
      response = failureResponse(error);
    }
    // A use is any request that the key was good for, a 404 or 400 included; not one that it was refused for.
    if (caller?.kind === "key" && response.status !== 401) noteKeyUse(caller.keyId);
    response.headers.set("X-Request-Id", seen.requestId);
    return observe(response, seen);
  };
}

async function admit(contract: ContractSpec, request: Request): Promise<Caller | null> {
  const publicOrigin = runtime().settings.NEXTAUTH_URL;
  if (contract.access === "public") {
    assertNotCrossOrigin(request, publicOrigin);
    return null;
  }
  const caller = await authenticate(request);
  authorize(caller, contract.access);
  if (caller.kind === "session") assertSameOrigin(request, publicOrigin);
  if (contract.recentProof) requireRecentProof(caller);
  return caller;
}

/** The reply through the contract's schema, which strips what it does not name. */
function reply(contract: ContractSpec, output: unknown): Response {
  const spec = contract.reply;
  if ("text" in spec) {
    const { text, headers } = output as { text: string; headers?: Record<string, string> };
    return new Response(text, { status: spec.status, headers: { ...apiHeaders, "Content-Type": spec.text, ...spec.headers, ...headers } });
  }
  if (!("json" in spec)) return new Response(null, { status: spec.status, headers: apiHeaders });
  const chosen = typeof spec.status === "number" ? { status: spec.status, json: output } : (output as { status: number; json: unknown });
  const json = JSON.stringify(spec.json.parse(chosen.json));
  return new Response(json, { status: chosen.status, headers: { ...apiHeaders, "Content-Type": "application/json" } });
}
