import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { flushKeyUses, noteKeyUse } from "@/lib/auth/credentials/last-used";
import { hashToken, newAccessKey } from "@/lib/crypto/tokens/token";
import { log } from "@/lib/log";
import { countWrites, openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let writesOf: (keyId: string) => Promise<number>;
beforeAll(async () => {
  own = await openOwnRuntime();
  writesOf = await countWrites(own, "AccessKey", "lastUsedAt");
});
afterAll(() => own.close());

async function aKeyId(): Promise<string> {
  const { id: userId } = await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  return (
    await own.db.accessKey.create({
      data: {
        userId,
        name: "test",
        keyHash: hashToken(newAccessKey()),
        keyPrefix: "svc_aaaaaa",
        scopes: "entries:read",
      },
    })
  ).id;
}
const lastUsed = async (id: string) =>
  (await own.db.accessKey.findUnique({ where: { id } }))?.lastUsedAt?.getTime() ?? null;
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 9, 0, second));

test("a thousand uses before a flush are one write, of the latest", async () => {
  const id = await aKeyId();
  for (let use = 1; use <= 1000; use += 1) noteKeyUse(id, new Date(at(0).getTime() + use));
  await flushKeyUses();
  expect([await writesOf(id), await lastUsed(id)]).toEqual([1, at(1).getTime()]);
});

test("each key has its own time", async () => {
  const ids = await Promise.all([aKeyId(), aKeyId(), aKeyId()]);
  ids.forEach((id, index) => noteKeyUse(id, at(index)));
  await flushKeyUses();
  expect(await Promise.all(ids.map(lastUsed))).toEqual([at(0), at(1), at(2)].map((time) => time.getTime()));
});

test("a flush without uses writes nothing; a second flush writes nothing twice", async () => {
  const id = await aKeyId();
  await flushKeyUses();
  expect(await lastUsed(id)).toBeNull();
  noteKeyUse(id, at(5));
  await Promise.all([flushKeyUses(), flushKeyUses()]);
  await flushKeyUses();
  expect([await writesOf(id), await lastUsed(id)]).toEqual([1, at(5).getTime()]);
});

test("overlapping flushes write in their order, so that the latest use stays", async () => {
  const id = await aKeyId();
  noteKeyUse(id, at(1));
  const first = flushKeyUses();
  noteKeyUse(id, at(2));
  const second = flushKeyUses();
  await Promise.all([first, second]);
  expect([await writesOf(id), await lastUsed(id)]).toEqual([2, at(2).getTime()]);
});

test("uses are written automatically after a second, once", async () => {
  const id = await aKeyId();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    noteKeyUse(id, at(1));
    vi.advanceTimersByTime(999);
    noteKeyUse(id, at(2));
    expect([await lastUsed(id), vi.getTimerCount()]).toEqual([null, 1]);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(async () => expect(await lastUsed(id)).toBe(at(2).getTime()), { timeout: 5_000, interval: 10 });
  expect(await writesOf(id)).toBe(1);
});

test("a key revoked in the meantime is no error, and the others are still written", async () => {
  const faults = vi.spyOn(log, "error");
  const [revoked, standing] = [await aKeyId(), await aKeyId()];
  noteKeyUse(revoked, at(1));
  noteKeyUse(standing, at(1));
  await own.db.accessKey.delete({ where: { id: revoked } });
  await flushKeyUses();
  expect([await lastUsed(revoked), await lastUsed(standing), faults.mock.calls]).toEqual([null, at(1).getTime(), []]);
  faults.mockRestore();
});

test("a failed write is logged without its message and does not affect later ones", async () => {
  const faults = vi.spyOn(log, "error").mockImplementation(() => {});
  const id = await aKeyId();
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "_refuse" BEFORE UPDATE OF "lastUsedAt" ON "AccessKey" WHEN new.id = '${id}' BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  );
  noteKeyUse(id, at(1));
  await flushKeyUses();
  expect(faults.mock.calls).toEqual([[expect.objectContaining({ event: "last-used-not-written", keys: 1 })]]);
  expect(JSON.stringify(faults.mock.calls)).not.toContain("refused by the test");
  faults.mockRestore();
  await own.db.$executeRawUnsafe('DROP TRIGGER "_refuse"');
  noteKeyUse(id, at(2));
  await flushKeyUses();
  expect(await lastUsed(id)).toBe(at(2).getTime());
});

test("keys are written in a fixed order, whatever the order of their uses: replicas that write the same ones never wait for each other", async () => {
  const ids = (await Promise.all([aKeyId(), aKeyId(), aKeyId(), aKeyId()])).sort();
  const written = vi.spyOn(own.writes, "run");
  for (const id of [ids[2], ids[0], ids[3], ids[1]]) noteKeyUse(id ?? "", at(9));
  await flushKeyUses();
  expect(written.mock.calls.map(([{ values }]) => values[1])).toEqual(ids);
  written.mockClear();
  await flushKeyUses();
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
});
