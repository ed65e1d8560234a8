import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { factsOf } from "../auth/activity/activity";
import { type Caller, ownerOf, type RequestFacts, type SessionCaller } from "../auth/caller";
import type { RequestContext } from "../auth/context";
import { noteKeyUse } from "../auth/credentials/last-used";
import { assertCallerStillValid } from "../auth/credentials/caller-still-valid";
import { type ContractSpec, type HandlerOutput, type Input } from "../contracts/contract";
import { AppError } from "../errors";
import { isUnavailable } from "../runtime";
import { admit } from "./gate/admit";
import { loggingFaults, whileStanding } from "./answer/pieces";
import { type ApiResponse, type LoggedResponse, type ApiRequest, isInPieces, toWebResponse } from "./types";
import { asAppError, errorResponse } from "./answer/error-response";
import { findCached, cacheResponse, type CachedResponse, etagMatches, type CacheKey } from "./answer/response-cache";
import { type RequestLogFields } from "./request/request-log";
import { readPrecondition, versionTag } from "./request/precondition";
import { type PathParams, readParams } from "./request/path-params";
import { readBody, readQuery } from "./request/request";
import { type Moment, revalidateCaller } from "./gate/revalidate";
import { yieldToEventLoop } from "../event-loop";
import { currentTick } from "./gate/tick";

type CallerOf<C extends ContractSpec> = C["access"] extends "public"
  ? null
  : C["access"] extends "session"
    ? SessionCaller
    : Caller;
type HandlerContext<C extends ContractSpec> = RequestContext<CallerOf<C>> & {
  readonly request: RequestFacts;
  /** For a handler whose turn comes late: throws if the caller may not go on, or has gone. */
  stillWanted(): Promise<void>;
};
type WebHandler = (request: Request, context: { params: Promise<PathParams> }) => Promise<Response>;
/**
 * A route handler as Next calls it. Production's server calls `serve` instead, which does the same without Web objects:
 * creating those costs more than a whole response.
 */
export type RouteHandler = WebHandler & { serve(request: ApiRequest, params: PathParams): Promise<LoggedResponse> };

/**
 * Serves one contract: authenticate → count → authorise → same origin → second factor → recent authentication → owners
 * only → path, query, body and preconditions → handler → reply. Errors come in this order, so that nobody without
 * permission learns what a valid request looks like.
 */
export function route<const C extends ContractSpec>(
  contract: C,
  handler: (
    ctx: HandlerContext<C>,
    input: Input<C>,
    header: (name: string) => string | null,
  ) => Promise<HandlerOutput<C>> | HandlerOutput<C>,
): RouteHandler {
  const serve = async (request: ApiRequest, pathParams: PathParams): Promise<LoggedResponse> => {
    const logFields: RequestLogFields = { requestId: randomUUID(), contract: contract.id };
    const told = { requestId: logFields.requestId, contract: contract.id };
    let answer: ApiResponse;
    let caller: Caller | null = null;
    try {
      const facts = factsOf(logFields.requestId, (name) => request.headers.get(name));
      caller = await admit(contract, { request, pathParams, facts }, logFields);
      let seenAt = currentTick();
      // A revoked key or an ended session must neither read nor write anything more. Within one event-loop tick nothing
      // can have changed, so the caller is not checked twice.
      const isDue = () => caller !== null && currentTick() !== seenAt;
      const lookAgain = async (moment: Moment) => {
        caller = caller && (await revalidateCaller(contract, caller, moment));
        seenAt = currentTick();
      };
      const params = readParams(contract, pathParams);
      const query = readQuery(contract, request.url);
      const body = contract.body && (await readBody(contract, request));
      const precondition = readPrecondition(contract, request);
      // The key may have been revoked, or the session ended, while the body was still arriving.
      if (isDue()) await lookAgain("before");
      const stillWanted = async () => {
        if (request.signal.aborted) throw new AppError("VALIDATION_ERROR", { message: "The client disconnected" });
        if (isDue()) await lookAgain("after");
      };
      const assertStands: RequestContext["assertStands"] = (tx) =>
        assertCallerStillValid(tx, caller as Caller, contract.access);
      const make = async () =>
        reply(
          contract,
          await handler(
            { caller: caller as CallerOf<C>, request: facts, stillWanted, ...(caller && { assertStands }) },
            { params, query, body, precondition } as Input<C>,
            (name) => request.headers.get(name),
          ),
        );
      // A public endpoint has no caller, so its response is the same for everybody until the process ends.
      const cacheable = contract.cacheable && {
        key: { contract, userId: caller ? ownerOf(caller) : "", params, reach: caller?.bounds?.text ?? "" },
        revision: caller ? caller.revision : 0,
      };
      answer = await (cacheable ? cachedReply(cacheable.key, cacheable.revision, request, make) : make()).catch(
        async (thrown: unknown) => {
          // If the request failed because its caller is gone, report that rather than a server error.
          if (!(thrown instanceof AppError) && !isUnavailable(thrown) && isDue()) await lookAgain("failed");
          throw thrown;
        },
      );
      if (isDue())
        await lookAgain("after").catch((thrown: unknown) => {
          // What was written stays written: a 503 would say that it was not, and whoever repeats it would do it twice.
          if (!(isUnavailable(thrown) && isWritten(contract, answer))) throw thrown;
        });
      if (isInPieces(answer.body))
        answer.body = loggingFaults(
          whileStanding(answer.body, () => lookAgain("after")),
          told,
        );
    } catch (thrown) {
      const error = asAppError(thrown, told);
      logFields.code = error.code;
      answer = errorResponse(error);
    }
    // Every request that is let in counts as a use, even if it ends in a 400 or 404.
    if (caller?.kind === "key" && answer.status !== 401 && answer.status !== 403) noteKeyUse(caller.keyId);
    answer.headers["X-Request-Id"] = logFields.requestId;
    return { status: answer.status, headers: answer.headers, body: answer.body, logFields };
  };
  // Next passes no params to a static route.
  const web: WebHandler = async (request, context) =>
    toWebResponse(await serve(request as ApiRequest, (await context.params) ?? {}));
  return Object.assign(web, { serve });
}

/** Whether this answer says of a write that it is done. Such a one brings no stored value. */
const isWritten = ({ method, access }: ContractSpec, { status }: ApiResponse): boolean =>
  method === "PUT" ||
  method === "DELETE" ||
  (method === "POST" && (status !== 200 || (typeof access === "object" && access.scope.endsWith(":write"))));

/**
 * The bytes cached since the vault's last write; if there are none, makes and caches them. 304 if the client has them
 * already.
 */
async function cachedReply(
  key: CacheKey,
  revision: number | undefined,
  request: ApiRequest,
  make: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (revision === undefined) return make();
  const { etag, body } = findCached(key, revision) ?? (await makeCached(key, revision, make));
  if (etagMatches(request.headers.get("if-none-match"), etag))
    return { status: 304, headers: { ETag: etag }, body: null };
  return { status: 200, headers: { "Content-Type": "application/json", ETag: etag }, body };
}

async function makeCached(key: CacheKey, revision: number, make: () => Promise<ApiResponse>): Promise<CachedResponse> {
  const { body, headers } = await make();
  return cacheResponse(key, revision, String(body), headers.ETag);
}

/** One line of JSON for each item. */
async function* linesOf(list: z.ZodArray, pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield (list.parse(page) as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join("");
    await yieldToEventLoop();
  }
}

/** Builds the response. The contract's schema removes every field that it does not name. */
function reply(contract: ContractSpec, output: unknown): ApiResponse {
  const spec = contract.reply;
  if ("text" in spec) {
    const { text, headers } = output as { text: string; headers?: Record<string, string> };
    return { status: spec.status, headers: { "Content-Type": spec.text, ...spec.headers, ...headers }, body: text };
  }
  if (!("json" in spec)) {
    const renewed = contract.renewsSession && { "Set-Cookie": (output as { sessionCookie: string }).sessionCookie };
    return { status: spec.status, headers: { ...renewed }, body: null };
  }
  if (contract.runInSlices)
    return {
      status: 200,
      headers: { "Content-Type": "application/json" },
      body: (output as { pieces: AsyncIterable<string> }).pieces,
    };
  if (contract.streamed && "pages" in (output as object))
    return {
      status: 200,
      headers: { "Content-Type": "application/x-ndjson" },
      body: linesOf(spec.json as z.ZodArray, (output as { pages: AsyncIterable<unknown[]> }).pages),
    };
  const chosen =
    typeof spec.status === "number"
      ? { status: spec.status, json: output }
      : (output as { status: number; json: unknown });
  const headers = { "Content-Type": "application/json", ...(contract.versioned && { ETag: tagOf(chosen.json) }) };
  return { status: chosen.status, headers, body: JSON.stringify(spec.json.parse(chosen.json)) };
}

/** Takes the version from the handler's output, since the reply's schema may leave it out. */
function tagOf(output: unknown): string {
  const { version, data } = output as { version?: number; data: { version: number } };
  return versionTag(version ?? data.version);
}
