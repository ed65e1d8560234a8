import { expect } from "vitest";

const token = "not-a-real-metrics-token";

/** The setting with which a vault reports `lastBackup`. */
export const metricsOn = { METRICS_TOKEN: token };

/** The time of the last backup in /metrics; undefined if only this metric is missing. */
export async function lastBackup({ baseUrl }: { baseUrl: string }): Promise<number | undefined> {
  const response = await fetch(`${baseUrl}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  expect([response.status, text.match(/^svc_build_info\{.*\} 1$/gm)?.length]).toEqual([200, 1]);
  const told = [...text.matchAll(/^svc_last_backup_timestamp_seconds (\S+)$/gm)].map(([, seconds]) => Number(seconds));
  expect(told.length).toBeLessThan(2);
  return told[0];
}
