import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createEntry, deleteEntry, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, deleteEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { createCalendar, listReminders } from "@/lib/contracts/access/reminders";
import { createWebhook } from "@/lib/contracts/access/webhooks";
import { newMasterKeyText } from "@/lib/crypto/sealing/keyring";
import { type Actor, anonymous, tryToSignIn, type User } from "../support/callers/actors";
import { Canaries, strayRequests } from "../support/canaries";
import { doEverything } from "../support/http/every-operation";
import { openAnswers } from "../support/http/open-answers";
import { report, sizes } from "../support/long-runs";
import { aCategory } from "../support/rows/fixtures";
import { aMailServer } from "../support/servers/a-mail-server";
import { type Mail, tokenIn } from "../support/servers/mail-server";
import { operate } from "../support/programs/operator";
import { ownVaults } from "../support/vaults/own-vaults";
import { send } from "../support/http/raw";
import { signsBy } from "../support/sign-in/signing";
import { storedBytes } from "../support/vaults/store";
import { aReceiver } from "../support/servers/webhook-receiver";

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
  // Its links tell where references lead, as they are written.
  await session.call(deleteEnvProject, { params: project.data });
  expect(
    (await send(session, "POST", "/api/ai/extract", { prompt: `deploy with sk_live_${canaries.text()}` })).status,
  ).toBe(400);
  for (const [given, code] of [
    [canaries.text(), canaries.text()],
    [password, canaries.text()],
  ] as const)
    expect((await tryToSignIn(email, given, baseUrl, { code })).response.status).toBe(401);
}

/** Does what webhooks are told of, each with a secret. Resolves once the webhook was told. */
async function tellWebhook({ session }: User, canaries: Canaries, receiver: Awaited<ReturnType<typeof aReceiver>>) {
  const before = receiver.received.length;
  await session.call(createWebhook, { body: { url: receiver.url, events: ["*"] } });
  const category = await aCategory(session);
  const { id } = await session.call(createEntry, {
    body: { categoryId: category.id, name: "plain", value: canaries.text() },
  });
  await session.call(updateEntry, { params: { id }, body: { value: canaries.text() } });
  await session.call(revealEntry, { params: { id } });
  const project = await session.call(createEnvProject, { body: { name: "plain" } });
  const file = await session.call(saveEnvFile, {
    params: project.data,
    body: { fileType: "env", content: `A=${canaries.text()}\n` },
  });
  await session.call(revealEnvFile, { params: { id: project.data.id, fileId: file.data.id } });
  await session.call(deleteEntry, { params: { id } });
  await receiver.got(before + 8);
}

/** What a calendar and the list of reminders tell of entries that are due, each with a secret. */
async function feedOf(session: Actor, canaries: Canaries): Promise<string> {
  const { id: categoryId } = await aCategory(session);
  const dates = { rotateEveryDays: 1, expiresAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString() };
  await session.call(createEntry, { body: { categoryId, name: "plain-due", value: canaries.text(), ...dates } });
  const { url } = await session.call(createCalendar);
  const feed = (await (await fetch(url)).text()).replaceAll("\r\n ", "");
  return [feed, JSON.stringify(await session.call(listReminders))].join("\n");
}

/** Without the links' own tokens, which mails are there to bring. */
const withoutTokens = (mail: Mail): string =>
  [mail.subject, mail.text, mail.html].join("\n").replaceAll(tokenIn(mail) || "\n", "");

test(
  `of ${canaryCount} secrets and more through every operation and error, none is in logs, metrics, database, backup, mails, webhooks, feeds or any answer that reveals no value`,
  async () => {
    const token = "not-a-real-metrics-token";
    const key = newMasterKeyText();
    const mails = await aMailServer();
    const vault = await aVault({
      env: {
        METRICS_TOKEN: token,
        VAULT_MASTER_KEYS: key,
        AUTH_ADDRESS_FAILURES_MAX: "1000000",
        WEBHOOK_PRIVATE_ADDRESSES: "true",
        ...mails.env,
      },
    });
    signsBy(vault.dataDir, key);
    const receiver = await aReceiver();
    const canaries = new Canaries();
    canaries.add(key);
    const answers: string[] = [];
    const feeds: string[] = [];
    do {
      const user = await doEverything(vault, canaries, mails);
      const { session } = user;
      await tellWebhook(user, canaries, receiver);
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
      answers.push(await openAnswers(session));
      feeds.push(await feedOf(session, canaries));
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
      answers: Buffer.from(answers.join("\n")),
      feeds: Buffer.from(feeds.join("\n")),
      mails: Buffer.from(mails.mails.map(withoutTokens).join("\n")),
      webhooks: Buffer.from(receiver.received.map((one) => JSON.stringify(one)).join("\n")),
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
      // Versions and what was resolved are among the answers, and so is the activity's export.
      places.answers.includes('"current":true') && places.answers.includes('"action":"entry.reveal-version"'),
      places.feeds.includes("SUMMARY:Rotate") && places.feeds.includes("plain-due"),
      places.mails.includes("vault"),
      places.webhooks.includes("env-file.reveal"),
    ]).toEqual(Array(9).fill(true));
    const found = Object.fromEntries(Object.entries(places).map(([place, bytes]) => [place, canaries.countIn(bytes)]));
    report({ figure: "canaries", secrets: canaries.all.length, ...found });
    expect(found).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, 0])));
  },
  timeoutMs,
);
