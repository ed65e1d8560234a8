// A vault to look at: the production server on its own data folder, with one account and made-up data.
import { build } from "../build.mjs";
import { fillVault } from "./screenshot-data.mjs";
import { startThrowawayVault } from "./throwaway-vault.mjs";

export const account = { email: "ada@example.com", password: "not-a-real-password", name: "Ada Lovelace" };

/**
 * Resolves with the vault's address; `stop` ends the vault and deletes its data. `request` is Playwright's and keeps
 * the session afterwards.
 */
export async function openSampleVault(request, settings = {}) {
  await build({ tools: true });
  const vault = await startThrowawayVault(settings);
  try {
    const headers = { Origin: vault.origin };
    await json(await request.post(`${vault.origin}/api/auth/register`, { data: account, headers }));
    await signIn(request, vault.origin);
    await fillVault(
      async (address, data) => json(await request.post(`${vault.origin}/api${address}`, { data, headers })),
      async (key) =>
        json(
          await request.get(`${vault.origin}/api/stats`, { headers: { Authorization: `Bearer ${key}`, Cookie: "" } }),
        ),
    );
  } catch (error) {
    await vault.stop();
    throw error;
  }
  return vault;
}

export async function signIn(request, origin) {
  const { csrfToken } = await json(await request.get(`${origin}/api/auth/csrf`));
  await json(
    await request.post(`${origin}/api/auth/callback/credentials`, {
      form: { ...account, csrfToken, json: "true" },
      headers: { Origin: origin },
    }),
  );
}

export async function json(answer) {
  if (!answer.ok()) throw new Error(`${answer.url()} answered with status ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}
