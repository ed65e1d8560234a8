/** The documented order of every list: name, then creation, then id. The id makes it unambiguous. */
export const byName = [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const satisfies object[];
