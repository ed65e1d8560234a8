import { rotationParameter as parameter, rotationPathIn } from "../../contracts/access/rotation-path";

/** The entry that an address asks to rotate; null if none. */
export const rotationIn = (query: Pick<URLSearchParams, "get">): string | null => query.get(parameter);

/** The overview with the card over it. */
export const rotationPath = (entryId: string): string => rotationPathIn(null, entryId);

function leadTo(how: "push" | "replace", change: (query: URLSearchParams) => void): void {
  const query = new URLSearchParams(window.location.search);
  change(query);
  window.history[`${how}State`](null, "", window.location.pathname + (query.size > 0 ? `?${query}` : ""));
}

/** Opens the card over this page, in place of the entry's details. Back closes it. */
export const openRotation = (entryId: string): void =>
  leadTo("push", (query) => {
    query.delete("entry");
    query.set(parameter, entryId);
  });

export const closeRotation = (): void => leadTo("replace", (query) => query.delete(parameter));
