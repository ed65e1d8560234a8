import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { hearing } from "../../support/callers/actors";
import { Canaries } from "../../support/canaries";
import { doEverything } from "../../support/http/every-operation";
import { aMailServer } from "../../support/servers/a-mail-server";
import { ownVaults } from "../../support/vaults/own-vaults";
import { readStore } from "../../support/vaults/store";

const { aVault } = ownVaults();

/** What changes something or returns a secret, as its contract says. */
const isTold = ({ method, plaintext }: ContractSpec): boolean => method !== "GET" || plaintext === true;

/** What of that is on no record, and why. A new operation needs a record or a reason. */
const untold: Record<string, string> = {
  beginPasskey: "it makes a challenge, which means nothing until the passkey is created",
  beginPasskeyReauthentication: "it makes a challenge, and whoever answers it is told of",
  beginPasskeySignIn: "it makes a challenge, and whoever answers it is told of",
  beginSecondFactor: "its secret means nothing until it is confirmed",
  deleteAccount: "its activity goes with the account; the teams that live on are told",
  forgotPassword: "anybody can ask for any account, and nothing changes until the link is used",
  previewExtraction: "it sends and keeps nothing, and returns names, which are no secrets",
  redeliver: "its result is kept as a delivery, and a record would be sent to the same webhooks",
  testWebhook: "its result is kept as a delivery, and a record would be sent to the same webhooks",
};

test("every operation that changes something or returns a secret is on record by its request when it is answered", async () => {
  const mails = await aMailServer();
  const vault = await aVault({ env: { AUTH_ADDRESS_FAILURES_MAX: "1000000", ...mails.env } });
  const done = new Set<string>();
  const withoutRecord = new Set<string>();
  await hearing(
    (contract, { headers }) => {
      done.add(contract.id);
      if (!isTold(contract)) return;
      const requestId = headers.get("X-Request-Id");
      const told = readStore(vault, 'SELECT "id" FROM "Activity" WHERE "requestId" = ?', [requestId]);
      if (told.length === 0) withoutRecord.add(contract.id);
    },
    () => doEverything(vault, new Canaries(), mails),
  );
  const due = contracts.filter(isTold).map(({ id }) => id);
  expect(due.filter((id) => !done.has(id))).toEqual([]);
  expect(due.filter((id) => withoutRecord.has(id)).sort()).toEqual(Object.keys(untold).sort());
});
