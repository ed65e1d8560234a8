import { expect, test } from "vitest";
import { createAccessKey, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { listEntries } from "@/lib/contracts/vault/entries";
import { createEnvProject, deleteEnvFile, getEnvProject, revealEnvFile } from "@/lib/contracts/vault/envs";
import { scopes } from "@/lib/contracts/access/scopes";
import { type Actor, aUser, withKey } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { send } from "../support/http/raw";
import { readSharedStore } from "../support/vaults/shared-store";

const { revocations, saveRounds, deleteRounds, timeoutMs } = sizes;
const clients = 64;
const writers = 16;

test(
  `with ${clients} clients and ${revocations} revocations, no request that begins after the 204 succeeds`,
  async () => {
    const { session } = await aUser();
    let [late, asked, odd] = [0, 0, 0];
    for (let round = 0; round < revocations; round += 1) {
      const { id, key } = await session.call(createAccessKey, { body: { name: "race", scopes: [...scopes] } });
      let revokedAt = Number.POSITIVE_INFINITY;
      const askUntilRefused = async (who: Actor) => {
        for (;;) {
          const beganAt = performance.now();
          const { status } = await send(who, "GET", "/api/stats");
          asked += 1;
          if (status !== 200 && status !== 401) odd += 1;
          if (status === 200 && beganAt > revokedAt) late += 1;
          if (status !== 200) return;
        }
      };
      const asking = Array.from({ length: clients }, () => askUntilRefused(withKey(key)));
      await session.call(revokeAccessKey, { params: { id } });
      revokedAt = performance.now();
      await Promise.all(asking);
    }
    report({ figure: "revocations", clients, revocations, asked, late, odd });
    expect({ late, odd }).toEqual({ late: 0, odd: 0 });
  },
  timeoutMs,
);

test(
  `in ${saveRounds} rounds of ${writers} concurrent saves of one file type there is one row with one writer's content, and no 5xx`,
  async () => {
    const { session } = await aUser();
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    let [faults, created] = [0, 0];
    for (let round = 0; round < saveRounds; round += 1) {
      // Long enough for many pages of the database, so that a mix of two writers' contents would show.
      const contents = Array.from(
        { length: writers },
        (_, writer) => `WRITER=${writer}\n${`# ${writer} `.repeat(2_000)}\n`,
      );
      const answers = await Promise.all(
        contents.map((content) => send(session, "POST", `/api/envs/${project.id}/files`, { fileType: "env", content })),
      );
      faults += answers.filter(({ status }) => status !== 200 && status !== 201).length;
      created += answers.filter(({ status }) => status === 201).length;
      const { files } = (await session.call(getEnvProject, { params: { id: project.id } })).data;
      expect(files).toHaveLength(1);
      const params = { id: project.id, fileId: files[0]?.id ?? "" };
      expect(contents.includes((await session.call(revealEnvFile, { params })).data.content)).toBe(true);
      await session.call(deleteEnvFile, { params });
    }
    report({ figure: "saves", rounds: saveRounds, writers, faults });
    expect({ faults, created }).toEqual({ faults: 0, created: saveRounds });
  },
  timeoutMs,
);

test(
  `in ${deleteRounds} rounds a category that is deleted while entries are created leaves none of them behind`,
  async () => {
    const { session } = await aUser();
    let made = 0;
    for (let round = 0; round < deleteRounds; round += 1) {
      const { id } = await session.call(createCategory, { body: { name: "DB", keyType: "json" } });
      const create = () => send(session, "POST", "/api/entries", { categoryId: id, name: "billing", value: "1" });
      // The deletion is sent once the first entry exists, amid the others.
      const first = create();
      const answers = await Promise.all([
        first,
        create(),
        create(),
        first.then(() => send(session, "DELETE", `/api/categories/${id}`)),
        first.then(create),
        create(),
        create(),
      ]);
      made += answers.filter(({ status }) => status === 201).length;
      expect(answers.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
    }
    const orphans = readSharedStore(
      'SELECT "id" FROM "KeyEntry" WHERE "categoryId" NOT IN (SELECT "id" FROM "KeyCategory")',
    ).length;
    report({ figure: "deletes", rounds: deleteRounds, made, orphans });
    expect({ orphans, left: await session.call(listEntries) }).toEqual({ orphans: 0, left: [] });
    // Some were created and deleted again; otherwise nothing raced.
    expect(made).toBeGreaterThan(0);
  },
  timeoutMs,
);
