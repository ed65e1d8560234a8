import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hash } from "@node-rs/argon2";
import { flushKeyUses, noteKeyUse } from "@/lib/auth/credentials/last-used";
import type { KeyCaller, SessionCaller } from "@/lib/auth/caller";
import { beginSession } from "@/lib/auth/credentials/session";
import { hashPassword } from "@/lib/crypto/tokens/password";
import { newWebhookSecret } from "@/lib/crypto/macs/webhook-signature";
import { AppError } from "@/lib/errors";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/services/access/access-keys";
import { readNames } from "@/lib/services/ai-extract/names";
import { createCategory, deleteCategory, getCategory, updateCategory } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, listEntries, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile, revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import {
  createEnvProject,
  deleteEnvProject,
  getEnvProject,
  listEnvProjects,
  updateEnvProject,
} from "@/lib/services/envs/envs";
import { exportEntries } from "@/lib/services/export";
import { verifyLogin } from "@/lib/identity/login";
import { resetPassword } from "@/lib/identity/passwords";
import { removeSecondFactor, replaceRecoveryCodes } from "@/lib/identity/second-factor";
import { getStats } from "@/lib/services/stats";
import { sendTest } from "@/lib/webhooks/by-hand";
import { sealTarget } from "@/lib/webhooks/target";
import { openSession } from "../../support/sign-in/open-session";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { keyCaller } from "../../support/callers/key-caller";

// The services themselves, on ten connections: they truly run at once, like requests to several replicas.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime();
});
afterAll(() => vault.close());

const rounds = 25;

const aPerson = (account: { passwordHash?: string; factors?: string }) =>
  vault.db.user.create({
    data: vault.rights.sign("User", {
      id: randomUUID(),
      email: `${randomUUID()}@example.com`,
      passwordHash: null,
      passwordMadeAt: null,
      factors: "",
      ...account,
    }),
  });

async function aCaller(): Promise<KeyCaller> {
  const { id: userId } = await aPerson({});
  return keyCaller({ userId });
}

/** Runs all at once, `rounds` times. Every error must be one that the caller may get. */
async function race(
  allowed: readonly string[],
  begin: (round: number) => Promise<readonly Promise<unknown>[]>,
  check: (round: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = await Promise.allSettled(await begin(round));
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === "rejected"
        ? [outcome.reason instanceof AppError ? outcome.reason.code : String(outcome.reason)]
        : [],
    );
    expect(refusals.filter((code) => !allowed.includes(code))).toEqual([]);
    await check(round);
  }
}

describe("a category", () => {
  test("whose type changes while entries are created ends with entries of its new type only", async () => {
    const caller = await aCaller();
    let id = "";
    await race(
      ["CATEGORY_IN_USE", "VALIDATION_ERROR"],
      async () => {
        ({ id } = await createCategory({ caller }, { name: "DB", keyType: "simple", envVarName: "DB" }));
        const make = () => createEntry({ caller }, { categoryId: id, name: "billing", value: "plain-not-real" });
        return [make(), updateCategory({ caller }, id, { keyType: "group" }), make(), make()];
      },
      async () => {
        const { keyType } = await getCategory({ caller }, id);
        const mine = (await listEntries({ caller })).filter(({ categoryId }) => categoryId === id);
        if (keyType === "group") expect(mine).toEqual([]);
        else expect(mine).toHaveLength(3);
      },
    );
  });

  test("whose rule is broken by two concurrent changes together keeps the rule", async () => {
    const caller = await aCaller();
    let id = "";
    await race(
      ["CATEGORY_SIMPLE_REQUIRES_ENV_VAR"],
      async () => {
        ({ id } = await createCategory({ caller }, { name: "DB", keyType: "group", envVarName: "DB" }));
        return [
          updateCategory({ caller }, id, { envVarName: null }),
          updateCategory({ caller }, id, { keyType: "simple" }),
        ];
      },
      async () => {
        const { keyType, envVarName } = await getCategory({ caller }, id);
        expect([keyType, envVarName]).not.toEqual(["simple", null]);
      },
    );
  });

  test("that is deleted while entries are created and changed takes all of them with it", async () => {
    const caller = await aCaller();
    await race(
      ["CATEGORY_NOT_FOUND", "ENTRY_NOT_FOUND"],
      async () => {
        const { id } = await createCategory({ caller }, { name: "DB", keyType: "json" });
        const { id: entryId } = await createEntry({ caller }, { categoryId: id, name: "billing", value: "1" });
        return [
          createEntry({ caller }, { categoryId: id, name: "a", value: "2" }),
          updateEntry({ caller }, entryId, { value: "3" }),
          deleteCategory({ caller }, id),
          updateEntry({ caller }, entryId, {}),
          createEntry({ caller }, { categoryId: id, name: "b", value: "4" }),
          updateCategory({ caller }, id, { name: "renamed" }),
        ];
      },
      async () => expect(await listEntries({ caller })).toEqual([]),
    );
  });

  test("that is deleted only if nothing is in it takes no entry along that is created meanwhile", async () => {
    const caller = await aCaller();
    const created: string[] = [];
    await race(
      ["CATEGORY_NOT_FOUND", "CHANGED_MEANWHILE"],
      async () => {
        const { id } = await createCategory({ caller }, { name: "DB", keyType: "json" });
        const make = async () =>
          created.push((await createEntry({ caller }, { categoryId: id, name: "a", value: "1" })).id);
        const remove = () => deleteCategory({ caller }, id, {}, new Map());
        return [make(), remove(), make(), remove()];
      },
      async () => expect((await listEntries({ caller })).map(({ id }) => id).sort()).toEqual([...created].sort()),
    );
  });

  test("that is deleted while everything is read breaks no list, export or count", async () => {
    const caller = await aCaller();
    await race([], async () => {
      const ids = await Promise.all(
        ["A", "B", "C"].map(async (name) => {
          const { id } = await createCategory({ caller }, { name, keyType: "simple", envVarName: name });
          await createEntry({ caller }, { categoryId: id, name: "billing", value: "not-real" });
          return id;
        }),
      );
      const reads = () => [
        listEntries({ caller }),
        exportEntries({ caller }, {}, () => Promise.resolve()),
        getStats({ caller }),
        readNames({ caller }),
      ];
      return [...reads(), ...ids.map((id) => deleteCategory({ caller }, id)), ...reads(), ...reads()];
    });
  });

  test("is counted at one moment: the sums of the statistics agree, whatever happens concurrently", async () => {
    const caller = await aCaller();
    const stats: Awaited<ReturnType<typeof getStats>>[] = [];
    await race([], async () => {
      const { id } = await createCategory({ caller }, { name: "A", keyType: "json" });
      const look = async () => void stats.push(await getStats({ caller }));
      return [
        look(),
        createEntry({ caller }, { categoryId: id, name: "billing", value: "1", environment: "production" }),
        look(),
        look(),
      ];
    });
    for (const { totalEntries, byKeyType, byEnvironment } of stats)
      expect([byKeyType.json, byEnvironment.production]).toEqual([totalEntries, totalEntries]);
  });
});

describe("an entry", () => {
  test("that is deleted while it is changed is gone: its changes are refused", async () => {
    const caller = await aCaller();
    const { id: categoryId } = await createCategory({ caller }, { name: "A", keyType: "json" });
    await race(["ENTRY_NOT_FOUND"], async () => {
      const { id } = await createEntry({ caller }, { categoryId, name: "billing", value: "1" });
      return [
        updateEntry({ caller }, id, { notes: "x" }),
        deleteEntry({ caller }, id),
        updateEntry({ caller }, id, { value: "2" }),
        revealEntry({ caller }, id),
      ];
    });
    expect(await listEntries({ caller })).toEqual([]);
  });

  test("whose fields are changed concurrently keeps every change", async () => {
    const caller = await aCaller();
    const { id: categoryId } = await createCategory({ caller }, { name: "A", keyType: "json" });
    const { id } = await createEntry({ caller }, { categoryId, name: "billing", value: "1" });
    await race(
      [],
      async (round) => [
        updateEntry({ caller }, id, { notes: `n${round}` }),
        updateEntry({ caller }, id, { name: `m${round}` }),
        updateEntry({ caller }, id, { value: `${round}` }),
      ],
      async (round) => {
        expect((await listEntries({ caller }))[0]).toMatchObject({ name: `m${round}`, notes: `n${round}` });
        expect((await revealEntry({ caller }, id)).value).toBe(`${round}`);
      },
    );
  });
});

describe("an env project", () => {
  test("has one file of a type, however many concurrent saves there are", async () => {
    const caller = await aCaller();
    const { id } = await createEnvProject({ caller }, { name: "billing" });
    await race(
      [],
      async () =>
        Array.from({ length: 8 }, (_, index) =>
          saveEnvFile({ caller }, id, { fileType: "env", content: `A=${index}` }),
        ),
      async () => {
        const { files } = await getEnvProject({ caller }, id);
        expect(files).toHaveLength(1);
        const fileId = files[0]?.id ?? "";
        expect((await revealEnvFile({ caller }, id, fileId)).content).toMatch(/^A=[0-7]$/);
        await deleteEnvFile({ caller }, id, fileId);
      },
    );
  });

  test("that is deleted while files are saved is gone with its files", async () => {
    const caller = await aCaller();
    await race(["ENV_PROJECT_NOT_FOUND"], async () => {
      const { id } = await createEnvProject({ caller }, { name: "billing" });
      return [
        saveEnvFile({ caller }, id, { fileType: "env", content: "A=1" }),
        updateEnvProject({ caller }, id, { name: "x" }),
        deleteEnvProject({ caller }, id),
        saveEnvFile({ caller }, id, { fileType: "env", content: "A=2" }),
        getEnvProject({ caller }, id),
        listEnvProjects({ caller }),
      ];
    });
    // In the trash, each is with its project: none is in use, and none would be left when the project goes for good.
    const { userId } = caller;
    expect(await vault.db.envFile.count({ where: { userId, trashId: null } })).toBe(0);
    expect(await vault.db.envFile.count({ where: { userId, project: { trashId: null } } })).toBe(0);
  });
});

describe("an access key", () => {
  test("that is revoked while it is rotated is gone: its rotations are refused", async () => {
    const { userId } = await aCaller();
    const caller: SessionCaller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
    await race(["ACCESS_KEY_NOT_FOUND"], async () => {
      const { id } = await createAccessKey({ caller }, { name: "CI", scopes: ["entries:read"] });
      // With a former key, which goes with it too.
      await rotateAccessKey({ caller }, id, { overlapHours: 24 });
      return [
        rotateAccessKey({ caller }, id, { overlapHours: 24 }),
        revokeAccessKey({ caller }, id),
        rotateAccessKey({ caller }, id, { overlapHours: 24 }),
      ];
    });
    expect(await vault.db.accessKey.count({ where: { userId } })).toBe(0);
    expect(await vault.db.previousAccessKey.count({ where: { userId } })).toBe(0);
  });
});

describe("a webhook", () => {
  test("that is deleted while it is tested is gone: its tests are not found", async () => {
    const { userId } = await aCaller();
    // Refused without a request: nothing of this machine is asked.
    const target = { url: "https://127.0.0.1/", events: ["*"], secret: newWebhookSecret() };
    await race([], async () => {
      const id = randomUUID();
      await vault.db.webhook.create({
        data: { id, userId, position: 0, sealedTarget: sealTarget({ id, userId }, target) },
      });
      const test = () => sendTest({ id, userId }, target);
      return [test(), test(), vault.db.webhook.delete({ where: { id } }), test(), test()];
    });
    expect(await vault.db.webhookDelivery.count({ where: { userId } })).toBe(0);
  });
});

test("a key's last use never goes back, whichever replica writes last", async () => {
  const { userId } = await aCaller();
  const key = await vault.db.accessKey.create({
    data: { userId, name: "CI", keyHash: randomUUID(), keyPrefix: "svc_abcdef", scopes: "" },
  });
  noteKeyUse(key.id, new Date("2026-11-21T12:00:01Z"));
  await flushKeyUses();
  noteKeyUse(key.id, new Date("2026-11-21T12:00:00Z"));
  await flushKeyUses();
  expect((await vault.db.accessKey.findUniqueOrThrow({ where: { id: key.id } })).lastUsedAt).toEqual(
    new Date("2026-11-21T12:00:01Z"),
  );
});

describe("recovery codes", () => {
  const codesOf = (userId: string) => vault.db.recoveryCode.count({ where: { userId } });

  test("are one set, however many are created at once, and none survives the factor", async () => {
    const { id: userId, ...account } = await aPerson({ factors: "code" });
    const caller = await openSession(userId);
    const on = vault.rights.sign("User", {
      id: userId,
      email: account.email,
      passwordHash: null,
      passwordMadeAt: null,
      factors: "code",
    });
    const turnOn = async () => {
      await vault.db.user.update({ where: { id: userId }, data: on });
      await vault.db.accountTotp.create({
        data: { userId, encryptedSecret: Buffer.from("not-real"), confirmedAt: new Date() },
      });
    };
    await race(
      ["SECOND_FACTOR_OFF"],
      async () => {
        await turnOn();
        await Promise.all([replaceRecoveryCodes(caller), replaceRecoveryCodes(caller), replaceRecoveryCodes(caller)]);
        expect(await codesOf(userId)).toBe(10);
        return [replaceRecoveryCodes(caller), removeSecondFactor(caller), replaceRecoveryCodes(caller)];
      },
      async () => expect(await codesOf(userId)).toBe(0),
    );
  });
});

describe("a password that is reset", () => {
  const [old, current] = ["not-a-real-password", "another-fake-password"];
  const verify = async (email: string) =>
    (await verifyLogin({ email, password: old, request: requestFacts() }))?.passwordHash ?? "";
  const sessionsOf = (userId: string) => vault.db.session.count({ where: { userId } });

  test("leaves no session to a sign-in that matched the old one before", async () => {
    const { id, email } = await aPerson({ passwordHash: await hashPassword(old) });
    const passwordHash = await verify(email);
    await resetPassword(id, current);
    await expect(beginSession(id, { method: "password", proof: { passwordHash } })).rejects.toMatchObject({
      code: "AUTH_REQUIRED",
    });
    expect(await sessionsOf(id)).toBe(0);
  });

  test("ends every session of the old one, however many start at the same moment", async () => {
    const passwordHash = await hashPassword(old);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await aPerson({ passwordHash });
      let begun = 0;
      const begin = async (): Promise<unknown> => {
        try {
          for (;;) {
            await beginSession(id, { method: "password", proof: { passwordHash } });
            begun += 1;
          }
        } catch (error) {
          return error;
        }
      };
      const [, ...refusals] = await Promise.all([resetPassword(id, current), begin(), begin(), begin(), begin()]);
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: "AUTH_REQUIRED" });
      expect(begun).toBeGreaterThan(0);
      expect(await sessionsOf(id)).toBe(0);
    }
  });

  test("is not a rehash during a sign-in: that sign-in succeeds", async () => {
    const { id, email } = await aPerson({
      passwordHash: await hash(old, { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
    });
    await beginSession(id, { method: "password", proof: { passwordHash: await verify(email) } });
    expect(await sessionsOf(id)).toBe(1);
  });
});
