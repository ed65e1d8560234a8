import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { extractNames } from "@/lib/contracts/transfer/ai-extract";
import { contracts } from "@/lib/contracts";
import { aUser, aUserWithKey } from "../../../support/callers/actors";
import { belongingsOf } from "../../../support/rows/belongings";
import { operation } from "../../../support/http/operations";
import { operate } from "../../../support/programs/operator";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { projectRoot } from "../../../support/vaults/server";

const { aFolder, aVault } = ownVaults();

/** A vault without outside connections, and the connections that it tried. */
async function aVaultWithin(more: Record<string, string> = {}) {
  const file = path.join(aFolder(), "attempts");
  const env = {
    // As a URL, since a space in the path would end the option.
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(projectRoot, "tests/support/no-outside.mjs")).href}`,
    OUTSIDE_ATTEMPTS_FILE: file,
    ...more,
  };
  return {
    vault: await aVault({ env }),
    env,
    /** The hosts that it tried to reach, each once. */
    hosts: () => {
      const attempts = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
      return new Set(attempts.map((attempt) => attempt.split(" ")[1]));
    },
  };
}

/** The host of the webhooks that `belongingsOf` and the operations make: an address that a person gave. */
const ofWebhooks = "hooks.example.com";

test("without outside connections each operation, page and command works as usual, and none tries to connect to any but a webhook's address", async () => {
  const { vault, env, hosts } = await aVaultWithin();
  const { session, key } = await aUserWithKey({ baseUrl: vault.baseUrl });
  const { ids } = await belongingsOf(session, "home");
  for (const contract of contracts.filter(({ method }) => method !== "DELETE")) {
    const { path: address, init } = operation(contract, { ids: contract.notFound && ids[contract.notFound] });
    expect((await (contract.access === "session" ? session : key).fetch(address, init)).status).toBeLessThan(500);
  }
  for (const page of [
    "/",
    "/vault",
    "/projects",
    "/projects/billing",
    "/2fa",
    "/envs",
    "/access-keys",
    "/import",
    "/settings",
    "/login",
    "/register",
    "/docs",
    "/icons",
    "/icons/stripe",
    "/api/auth/providers",
    "/api/auth/csrf",
    "/healthz",
    "/readyz",
    "/no-such-page",
  ]) {
    expect((await session.fetch(page)).status).toBeLessThan(500);
  }
  for (const command of [["verify"], ["doctor"], ["backup", path.join(aFolder(), "vault.backup")]])
    expect((await operate(vault.dataDir, command, { env })).code).toBe(0);
  expect(await vault.stop()).toBe(0);
  expect(hosts()).toEqual(new Set([ofWebhooks]));
});

test("an attempt to connect is noticed: by the model that an operator configured and the webhooks that a person added, and by nothing else", async () => {
  const { vault, hosts } = await aVaultWithin({ AI_BASE_URL: "https://model.example/v1", AI_MODEL: "not-real" });
  const { session } = await aUser(vault.baseUrl);
  await belongingsOf(session, "home");
  expect(hosts()).toEqual(new Set([ofWebhooks]));
  await session.call(extractNames, { body: { prompt: "Stripe for billing" } });
  expect(hosts()).toEqual(new Set([ofWebhooks, "model.example"]));
});
