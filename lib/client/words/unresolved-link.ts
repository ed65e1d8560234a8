import type { VariableLink } from "../../contracts/vault/references";

/** A link that leads to no entry, or to several: the file can't be resolved. */
export const isUnresolved = ({ state, entryId }: VariableLink): boolean => state === "linked" && entryId === null;
