import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import type { Action } from "@/lib/contracts/access/actions";
import { type ActivityRecord } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { scopes } from "@/lib/contracts/access/scopes";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listEntryVersions, listEnvFileVersions } from "@/lib/contracts/vault/versions";
import { aRegisteredUser, type Actor, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";

const { aVault } = ownVaults();
const { revealKills: rounds, revealsPerKill: answersPerRound, timeoutMs } = sizes;
const clients = 16;

async function allRecords(by: Actor): Promise<ActivityRecord[]> {
  const text = await (await by.fetch("/api/activity", { headers: { Accept: "application/x-ndjson" } })).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ActivityRecord);
}

type Things = { entries: readonly string[]; projectId: string; fileId: string };
type Answered = { requestId: string; action: Action };

const withBody = (method: string, body: object) => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** What a client asks in this turn, and how the activity calls it. Values and texts are new each time: others change nothing. */
function nextFor(index: number, turn: number, { entries, projectId }: Things): [Action, string, RequestInit] {
  const entry = `/api/entries/${entries[turn % entries.length] ?? ""}`;
  if (index % 4 !== 0) return ["entry.reveal", `${entry}/reveal`, { method: "POST" }];
  if (index % 8 === 0) return ["entry.value", entry, withBody("PUT", { value: `not-real-${randomUUID()}` })];
  const body = { fileType: "env", content: `KEY=not-real-${randomUUID()}\n` };
  return ["env-file.update", `/api/envs/${projectId}/files`, withBody("POST", body)];
}

/** Reveals and changes from many clients at once, until enough is answered, and kills the vault then. */
async function loadUntilKilled(by: Actor, things: Things, kill: () => Promise<unknown>): Promise<Answered[]> {
  const answered: Answered[] = [];
  let killed: Promise<unknown> | undefined;
  const client = async (index: number) => {
    for (let turn = index; killed === undefined; turn += 1) {
      const [action, path, request] = nextFor(index, turn, things);
      const answer = await by
        .fetch(path, request)
        .then(async (response) => ((await response.text()) === "" ? undefined : response))
        // The vault is gone.
        .catch(() => undefined);
      if (answer?.status !== 200) continue;
      answered.push({ requestId: answer.headers.get("X-Request-Id") ?? "", action });
      if (answered.length >= answersPerRound) killed ??= kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  await killed;
  return answered;
}

test(
  "a vault that is killed again and again has a record of every answered reveal, and a version and a record of every change",
  async () => {
    let vault = await aVault({ env: { VERSIONS_KEPT: "10000" } });
    const { dataDir } = vault;
    const { session } = await aRegisteredUser(vault.baseUrl);
    const { id: categoryId } = await session.call(createCategory, {
      body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
    });
    const entries: string[] = [];
    for (let made = 0; made < 4; made += 1)
      entries.push((await session.call(createEntry, { body: { categoryId, name: "billing", value: "first" } })).id);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const first = { params: { id: project.id }, body: { fileType: "env", content: "KEY=first" } } as const;
    const { data: file } = await session.call(saveEnvFile, first);
    const things = { entries, projectId: project.id, fileId: file.id };
    const { key } = await session.call(createAccessKey, { body: { name: "load", scopes } });

    const answered: Answered[] = [];
    for (let round = 0; round < rounds; round += 1) {
      answered.push(...(await loadUntilKilled(withKey(key, vault.baseUrl), things, () => vault.stop("SIGKILL"))));
      vault = await aVault({ dataDir, env: { VERSIONS_KEPT: "10000" } });
    }

    const by = withKey(key, vault.baseUrl);
    const records = await allRecords(by);
    expect(records.map(({ number }) => number)).toEqual(records.map((_, index) => records.length - index));
    const told = new Map(records.map((record) => [record.requestId, record.action]));
    const untold = answered.filter(({ requestId, action }) => told.get(requestId) !== action);
    expect(untold).toEqual([]);
    const count = (action: Action) => answered.filter((one) => one.action === action).length;
    expect(Math.min(count("entry.value"), count("env-file.update"))).toBeGreaterThan(rounds / 2);
    // The first value, and one for each change, answered or not.
    const versions = (id: string) =>
      1 +
      records.filter(
        ({ action, object }) => (action === "entry.value" || action === "env-file.update") && object?.id === id,
      ).length;
    for (const id of entries) expect(await by.call(listEntryVersions, { params: { id } })).toHaveLength(versions(id));
    const ofFile = await by.call(listEnvFileVersions, { params: { id: project.id, fileId: file.id } });
    expect(ofFile.data).toHaveLength(versions(file.id));
    report({
      figure: "records through kills",
      kills: rounds,
      reveals: count("entry.reveal"),
      changes: count("entry.value"),
      saves: count("env-file.update"),
      records: records.length,
      withoutRecord: untold.length,
    });
  },
  timeoutMs,
);
