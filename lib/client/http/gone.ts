import type { ErrorCode } from "../../errors";

const restorable: Partial<Record<ErrorCode, string>> = {
  CATEGORY_NOT_FOUND: "category",
  ENTRY_NOT_FOUND: "entry",
  TWO_FACTOR_NOT_FOUND: "two-factor token",
  ENV_PROJECT_NOT_FOUND: "env project",
  ENV_FILE_NOT_FOUND: "env file",
};

/** What to say of something that somebody else deleted meanwhile, by how the vault refused it; undefined for all else. */
export function goneText(code: ErrorCode): string | undefined {
  if (code === "TEAM_NOT_FOUND")
    return "This team is no longer here: it was deleted, or you don’t belong to it any more. Ask one of its owners.";
  const kind = restorable[code];
  return (
    kind &&
    `This ${kind} is no longer here: it was deleted or moved, or your role no longer reaches it. If it is in the trash, restore it there.`
  );
}
