// What benches share that compare the times of two kinds of requests.
import { startThrowawayVault } from "../../../scripts/sample/throwaway-vault.mjs";

/** A vault of its own on this machine, with further settings. `end` stops it and deletes its data. */
export async function startVault(settings) {
  const { origin, stop } = await startThrowawayVault(settings);
  return { baseUrl: origin.replace("localhost", "127.0.0.1"), end: stop };
}

/** Sends e-mail and password as the sign-in page does, with the token against forged forms that it got before. */
export async function signInForm(baseUrl) {
  const start = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = await start.json();
  const Cookie = cookiesOf(start);
  return (email, password) =>
    fetch(`${baseUrl}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { Cookie },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
      redirect: "manual",
    });
}

/** The cookies that an answer sets, as a request sends them. */
export const cookiesOf = (response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** How far the sum of ranks of the first ones lies from what chance would give, in standard deviations (Mann and Whitney). */
export function rankDistance(first, second) {
  const all = [...first.map((value) => [value, 1]), ...second.map((value) => [value, 0])];
  all.sort(([left], [right]) => left - right);
  const sum = all.reduce((total, [, isFirst], at) => total + isFirst * (at + 1), 0);
  const [m, n] = [first.length, second.length];
  return (sum - (m * (m + n + 1)) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}

export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
