import { postgresqlUrlOf } from "./vaults/database";

/**
 * The sizes of the long runs: small within the test suite, the promised ones with LONG_RUNS=full (npm run long-runs).
 */
export const sizes =
  process.env.LONG_RUNS === "full"
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
        revealKills: 20,
        revealsPerKill: 500,
        webhookEvents: 10_000,
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
        revealKills: 3,
        revealsPerKill: 120,
        webhookEvents: 120,
        timeoutMs: 300_000,
      };

/** Prints a measurement of a full run. */
export function report(measurement: Record<string, number | string>): void {
  if (process.env.LONG_RUNS === "full")
    process.stdout.write(
      `${JSON.stringify({ ...measurement, on: postgresqlUrlOf("") === undefined ? "SQLite" : "PostgreSQL" })}\n`,
    );
}
