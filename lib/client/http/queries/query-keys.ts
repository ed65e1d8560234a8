/**
 * The one place for cache keys of what pages show at first (`history-keys.ts` has the others): features don't import
 * each other, yet a write in one changes what another shows.
 * Invalidate by the shortest key: `invalidateQueries({ queryKey: queryKeys.entries })`.
 */
export const queryKeys = {
  session: ["session"],
  account: ["account"],
  sessions: ["account", "sessions"],
  categories: ["categories"],
  entries: ["entries"],
  twoFactor: ["two-factor"],
  envProjects: ["env-projects"],
  envProject: (id: string) => ["env-projects", id],
  accessKeys: ["access-keys"],
  stats: ["stats"],
  mailChoice: ["mail-choice"],
  identities: ["identities"],
  passkeys: ["passkeys"],
  teams: ["teams"],
  history: ["history"],
  members: (teamId: string) => ["teams", teamId, "members"],
  invitations: (teamId: string) => ["teams", teamId, "invitations"],
} as const;
