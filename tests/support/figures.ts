import { postgresqlUrlOf } from "./vaults/database";

/**
 * How large the figures' runs are: short among the tests, as the promise is worded with FIGURES=full (npm run figures).
 */
export const sizes =
  process.env.FIGURES === "full"
    ? {
        rotatedValues: 10_000,
        kills: 20,
        backups: 20,
        backupWritesPerSecond: 100,
        canaries: 1_000,
        fuzzRequests: 20_000,
        revocations: 200,
        saveRounds: 1_000,
        deleteRounds: 1_000,
        stops: 50,
        acknowledgedWrites: 10_000,
        writeKills: 20,
        timeoutMs: 1_800_000,
      }
    : {
        rotatedValues: 200,
        kills: 2,
        backups: 2,
        backupWritesPerSecond: 20,
        canaries: 100,
        fuzzRequests: 600,
        revocations: 3,
        saveRounds: 10,
        deleteRounds: 10,
        stops: 5,
        acknowledgedWrites: 200,
        writeKills: 5,
        timeoutMs: 300_000,
      };

/** Prints a figure where somebody asked for the full run. */
export function report(figure: Record<string, number | string>): void {
  if (process.env.FIGURES === "full")
    process.stdout.write(
      `${JSON.stringify({ ...figure, database: postgresqlUrlOf("") === undefined ? "SQLite" : "PostgreSQL" })}\n`,
    );
}
