import { vi } from "vitest";

/** A request as the page sent it: `POST /entries`. */
export type Sent = { what: string; headers: Headers; body: unknown };

/** What the vault says to a request; `lost` if nothing comes back. */
export type Answer = Response | "lost";

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });

export const refused = (status: number, code: string, error = code): Response => json({ error, code }, status);

/** Stands for the vault until the globals are given back, and notes what it is asked for. */
export function vaultThat(answer: (sent: Sent) => Answer): Sent[] {
  const asked: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", headers, body }: RequestInit) => {
    const sent = {
      what: `${method} ${url.replace("/api", "")}`,
      headers: new Headers(headers),
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
    };
    asked.push(sent);
    const said = answer(sent);
    return said === "lost" ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(said);
  });
  return asked;
}
