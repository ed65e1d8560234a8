/** An instant as Prisma stores it in SQLite: text that sorts by time. */
export const storedInstant = (at: Date): string => at.toISOString().replace("Z", "+00:00");
