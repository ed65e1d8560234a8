import { errorSchemas } from "@/lib/http/error-schemas";

/** Throws if an error of the API is not as the OpenAPI document says. Sign-in has answers of its own. */
export async function assertErrorBody(response: Response): Promise<void> {
  const { pathname } = new URL(response.url);
  if (response.ok || !pathname.startsWith("/api/") || pathname.startsWith("/api/auth/")) return;
  if (response.headers.get("Content-Type") !== "application/json") return;
  const text = await response.clone().text();
  // Of a HEAD request.
  if (text === "") return;
  const body = JSON.parse(text) as { code?: unknown };
  const { code } = body;
  if (typeof code !== "string" || !Object.hasOwn(errorSchemas, code)) throw new Error(`unknown error: ${String(code)}`);
  errorSchemas[code as keyof typeof errorSchemas].parse(body);
}
