import type { ErrorCode } from "../../errors";
import { documentVault } from "../vaults/active-vault";

const restorable = /^(CATEGORY|ENTRY|TWO_FACTOR|ENV_PROJECT|ENV_FILE)_NOT_FOUND$/;

/** What to say of something that somebody else deleted meanwhile, by how the vault refused it; undefined for all else. */
export function goneText(code: ErrorCode): string | undefined {
  if (code === "TEAM_NOT_FOUND")
    return "This team is no longer here: it was deleted, or you don’t belong to it any more. Ask one of its owners.";
  const kind = restorable.exec(code)?.[1]?.toLowerCase();
  return (
    kind &&
    `This ${kind === "two_factor" ? "two-factor token" : kind.replace("_", " ")} is no longer here: it was deleted or moved${documentVault === null ? "" : ", or your role no longer reaches it"}. If it is in the trash, restore it there.`
  );
}
