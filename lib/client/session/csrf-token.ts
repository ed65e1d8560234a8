import { unavailable } from "../http/api-error";
import { json, request } from "./session";

/** What next-auth wants to see in each form. */
export async function csrfToken(signal?: AbortSignal): Promise<string> {
  const response = await request("csrf", undefined, signal);
  if (!response.ok) throw unavailable();
  return (await json<{ csrfToken: string }>(response)).csrfToken;
}
