import type { CallInput, CallOutput, ContractSpec } from "../../contracts/contract";
import type { CurrentState, ErrorCode, ErrorDetail } from "../../errors";
import { documentVault, type ActiveVault } from "../vaults/active-vault";
import { pageUser } from "../session/page-user";
import { ApiError, signedOut, unavailable } from "./api-error";

/** Whether an answer came when the vault was last asked for something. */
export const lastAnswer = { came: true };

let heard: ((refusal: ApiError) => void) | undefined;

/** From now on this is told each refusal, whoever deals with it. */
export const onRefusal = (listener: typeof heard): void => void (heard = listener);

/** The server could not be reached at all: offline, stopped, or the connection broke; or something else answered. */
export class NetworkError extends Error {
  constructor(cause: unknown, message = "The vault can't be reached: check the connection, then try again") {
    super(message, { cause });
    this.name = "NetworkError";
    lastAnswer.came = false;
  }
}

export type CallOptions = {
  baseUrl?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Another vault than this page's. */ activeVault?: ActiveVault;
  fetch?: typeof fetch;
  /** For what an answer tells by its headers. */ onAnswer?: (response: Response) => void;
};

/**
 * Calls an endpoint by its contract, with types from its schemas, in this page's vault: a team's or one's own.
 * Throws `ApiError` for a refusal (its code and field details), `NetworkError` when there was no answer.
 */
export async function call<const C extends ContractSpec>(
  contract: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<CallOutput<C>> {
  const {
    params = {},
    query = {},
    body,
  } = input as { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown };
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const { activeVault = documentVault } = options;
  const url = `${options.baseUrl ?? ""}/api${path}${search.size > 0 ? `?${search}` : ""}`;
  const request: RequestInit = {
    method: contract.method,
    headers: {
      ...(activeVault !== null && { "X-Team-Id": activeVault }),
      ...pageUser,
      ...options.headers,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    cache: "no-store",
    credentials: "same-origin",
    redirect: "error",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  let response: Response;
  let text: string;
  try {
    response = await (options.fetch ?? fetch)(url, request);
    text = await response.text();
    lastAnswer.came = true;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
  if (!response.ok) {
    const refused = refusal(response, text);
    heard?.(refused);
    throw refused;
  }
  options.onAnswer?.(response);
  if (!("json" in contract.reply)) return ("text" in contract.reply ? text : undefined) as CallOutput<C>;
  try {
    return JSON.parse(text) as CallOutput<C>;
  } catch (cause) {
    // Such as the page on which a network asks people to sign in.
    throw new NetworkError(cause, "Something else answered in the vault's place: check the network, then try again");
  }
}

function refusal(response: Response, text: string): ApiError {
  const retryAfter = response.headers.get("Retry-After");
  const headers: Record<string, string> = retryAfter ? { "Retry-After": retryAfter } : {};
  try {
    const body = JSON.parse(text) as { error?: unknown; code?: unknown; details?: ErrorDetail[] | CurrentState };
    if (typeof body.code === "string" && typeof body.error === "string") {
      return new ApiError(body.code as ErrorCode, response.status, {
        message: body.error,
        headers,
        ...(Array.isArray(body.details) ? { details: body.details } : body.details ? { current: body.details } : {}),
      });
    }
  } catch {
    // Not the API's own answer: a proxy in between, most likely.
  }
  return (response.status === 401 ? signedOut : unavailable)({
    message: `The vault answered with status ${response.status}`,
    headers,
  });
}
