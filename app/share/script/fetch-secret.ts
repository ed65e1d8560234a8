/** What a link held, still encrypted. */
export type Opened = { ciphertext: string; hint: string | null; viewsLeft: number };

/** `gone` for good; the others may pass. */
export type Refused = { refused: "gone" | "unreachable" } | { refused: "wait"; minutes: number };

/** Spends a view. The link's id stands in this page's own path; cookies stay at home. */
export async function fetchSecret(pathname: string): Promise<Opened | Refused> {
  const id = pathname.split("/").at(-1) ?? "";
  try {
    const answer = await fetch(`/api/links/${encodeURIComponent(id)}/open`, {
      method: "POST",
      credentials: "omit",
      cache: "no-store",
    });
    if (answer.ok) return (await answer.json()) as Opened;
    if (answer.status === 404) return { refused: "gone" };
    const seconds = Number(answer.headers.get("Retry-After"));
    return answer.status === 429 && seconds > 0
      ? { refused: "wait", minutes: Math.ceil(seconds / 60) }
      : { refused: "unreachable" };
  } catch {
    return { refused: "unreachable" };
  }
}
