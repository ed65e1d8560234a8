/** The parameter of an address that opens the card for replacing an entry's value, on any page of the entry's place. */
export const rotationParameter = "rotate";

/** The overview of a place with the card over it. `teamId`: null for the reader's own vault. */
export const rotationPathIn = (teamId: string | null, entryId: string): string =>
  `${teamId === null ? "/" : `/teams/${teamId}`}?${new URLSearchParams({ [rotationParameter]: entryId })}`;

/** The page for dealing with something due: an entry's card, or the list of access keys. */
export const duePath = (teamId: string | null, { kind, id }: { kind: "entry" | "access-key"; id: string }): string =>
  kind === "entry" ? rotationPathIn(teamId, id) : `${teamId === null ? "" : `/teams/${teamId}`}/access-keys`;
