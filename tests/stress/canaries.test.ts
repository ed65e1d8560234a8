import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/envs";
import { newMasterKeyText } from "@/lib/crypto/keyring";
import { anonymous, tryToSignIn, type User } from "../support/actors";
import { Canaries, strayRequests } from "../support/canaries";
import { doEverything } from "../support/http/every-operation";
import { report, sizes } from "../support/long-runs";
import { aCategory } from "../support/fixtures";
import { aMailServer } from "../support/a-mail-server";
import { operate } from "../support/programs/operator";
import { ownVaults } from "../support/vaults/own-vaults";
import { send } from "../support/http/raw";
import { signsBy } from "../support/signing";
import { storedBytes } from "../support/vaults/store";

const { aFolder, aVault } = ownVaults();
const { canaries: canaryCount, timeoutMs } = sizes;

/** Refused by a service, not by a schema: the service has the secret by then. */
async function refuseLate({ email, password, session }: User, canaries: Canaries, baseUrl: string): Promise<void> {
  for (const [keyType, value] of [
    ["json", `{"a":"${canaries.text()}`],
    ["group", canaries.text()],
    ["ssh", canaries.text()],
  ] as const) {
    const category = await aCategory(session, { keyType, envVarName: null });
    expect(
      (await send(session, "POST", "/api/entries", { categoryId: category.id, name: "plain", value })).status,
    ).toBe(400);
  }
  for (const secret of [canaries.text(), `otpauth://totp/plain?secret=${canaries.text()}`])
    expect((await send(session, "POST", "/api/2fa", { service: "plain", accountName: "plain", secret })).status).toBe(
      400,
    );
  for (const proof of [{ password: canaries.text() }, { password, code: canaries.text() }])
    expect((await send(session, "POST", "/api/account/reauthentication", proof)).status).toBe(400);
  const project = await session.call(createEnvProject, { body: { name: "plain" } });
  const content = `A=svc://${canaries.text()}/plain/-\n`;
  const file = await session.call(saveEnvFile, { params: project.data, body: { fileType: "env", content } });
  for (const path of [`files/${file.data.id}/reveal?resolve=true`, "resolve"])
    expect((await send(session, "POST", `/api/envs/${project.data.id}/${path}`, { environment: null })).status).toBe(
      409,
    );
  expect(
    (await send(session, "POST", "/api/ai/extract", { prompt: `deploy with sk_live_${canaries.text()}` })).status,
  ).toBe(400);
  for (const [given, code] of [
    [canaries.text(), canaries.text()],
    [password, canaries.text()],
  ] as const)
    expect((await tryToSignIn(email, given, baseUrl, { code })).response.status).toBe(401);
}

test(
  `of ${canaryCount} secrets and more through every operation and error, none is in logs, metrics, database or backup`,
  async () => {
    const token = "not-a-real-metrics-token";
    const key = newMasterKeyText();
    const mails = await aMailServer();
    const vault = await aVault({
      env: { METRICS_TOKEN: token, VAULT_MASTER_KEYS: key, AUTH_ADDRESS_FAILURES_MAX: "1000000", ...mails.env },
    });
    signsBy(vault.dataDir, key);
    const canaries = new Canaries();
    canaries.add(key);
    do {
      const user = await doEverything(vault, canaries, mails);
      const { session } = user;
      await refuseLate(user, canaries, vault.baseUrl);
      for (const contract of contracts) {
        for (const { path: address, init } of strayRequests(contract, canaries)) {
          const who = "Authorization" in init.headers || "Cookie" in init.headers ? anonymous(vault.baseUrl) : session;
          const { status } = await who.fetch(address, init);
          expect([contract.id, status, status < 500]).toEqual([contract.id, status, true]);
        }
      }
      await session.fetch(`/vault/${canaries.text()}`);
      await session.fetch(`/api/${canaries.text()}`, { method: "POST", body: canaries.text() });
    } while (canaries.all.length < canaryCount);
    const live = storedBytes(vault);

    const [typed, argument] = [canaries.text(), canaries.text()];
    const file = path.join(aFolder(), "vault.backup");
    const env = { VAULT_MASTER_KEYS: key };
    const added = await operate(vault.dataDir, ["user", "add", "operator@example.com"], { input: `${typed}\n`, env });
    const commands = [
      added,
      await operate(vault.dataDir, ["backup", file], { env }),
      await operate(vault.dataDir, ["verify"], { env }),
      await operate(vault.dataDir, ["rotate"], { env }),
      await operate(vault.dataDir, ["doctor"], { env }),
      await operate(vault.dataDir, ["user", "add", argument], { input: canaries.text(), env }),
    ];
    expect(commands.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 2]);
    const metrics = await (
      await fetch(`${vault.baseUrl}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
    ).text();
    // The vault's own count shows that no operation was forgotten: each has succeeded, and each that can fail has
    // failed.
    const answered = new Set(
      [...metrics.matchAll(/^svc_http_requests_total\{contract="(\w+)",status="(\d)\d\d"\}/gm)].map(
        ([, id, status]) => `${id} ${status}`,
      ),
    );
    const due = contracts.flatMap(({ id, access, body }) => [
      `${id} 2`,
      ...(access !== "public" || body ? [`${id} 4`] : []),
    ]);
    expect(due.filter((answer) => !answered.has(answer))).toEqual([]);
    expect(await vault.stop()).toBe(0);

    const places = {
      log: Buffer.from(vault.output()),
      metrics: Buffer.from(metrics),
      live,
      database: storedBytes(vault),
      backup: readFileSync(file),
      commands: Buffer.from(
        commands
          .slice(0, 5)
          .map(({ out, err }) => out + err)
          .join(),
      ),
    };
    // Text that is meant to be readable shows that the right bytes were searched.
    expect([
      places.log.includes("revealEntry"),
      places.metrics.includes("revealEntry"),
      places.live.includes("plain-name"),
      places.database.includes("plain-name"),
      places.commands.includes("values open"),
    ]).toEqual([true, true, true, true, true]);
    const found = Object.fromEntries(Object.entries(places).map(([place, bytes]) => [place, canaries.countIn(bytes)]));
    report({ figure: "canaries", secrets: canaries.all.length, ...found });
    expect(found).toEqual({ log: 0, metrics: 0, live: 0, database: 0, backup: 0, commands: 0 });
  },
  timeoutMs,
);
