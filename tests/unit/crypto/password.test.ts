import type * as Argon2 from "@node-rs/argon2";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashNewcomersPassword, hashPassword, isOutdatedHash, verifyPassword } from "@/lib/crypto/tokens/password";

/**
 * The real argon2 with counters: how many run now, the most that ever did, and the passwords in the order in which they
 * started.
 */
const work = vi.hoisted(() => ({ now: 0, most: 0, finished: 0, begun: [] as unknown[] }));
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>();
  const counted =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      work.now += 1;
      work.begun.push(args[0]);
      work.most = Math.max(work.most, work.now);
      try {
        return await run(...args);
      } finally {
        work.now -= 1;
        work.finished += 1;
      }
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});
afterEach(() => {
  expect(work.now).toBe(0);
  Object.assign(work, { most: 0, finished: 0, begun: [] });
});

const password = "not-a-real-password";
const placesInQueue = 2 + 32;
const refused = expect.objectContaining({
  code: "TOO_MANY_ATTEMPTS",
  status: 429,
  headers: { "Retry-After": expect.stringMatching(/^[1-9]\d*$/) },
});
/** The module as at the start of a process. */
const freshModule = () => {
  vi.resetModules();
  return import("@/lib/crypto/tokens/password");
};

describe("a password's hash", () => {
  test("is a PHC string of argon2id with 64 MiB, 3 passes and 1 lane, with its own salt and hash", async () => {
    const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
    for (const hash of [one, two])
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one.split("$")[4]).not.toBe(two.split("$")[4]);
    expect(one).not.toContain(password);
  });

  test("matches the password, and nothing similar", async () => {
    const stored = await hashPassword(password);
    expect(await verifyPassword(stored, password)).toBe(true);
    for (const other of [
      "",
      ` ${password}`,
      `${password} `,
      password.toUpperCase(),
      password.slice(0, -1),
      `${password}\0`,
    ])
      expect(await verifyPassword(stored, other)).toBe(false);
  });

  test("from elsewhere with other parameters still verifies, so that parameters can be raised", async () => {
    const stored = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
    expect([await verifyPassword(stored, "password"), await verifyPassword(stored, "Password")]).toEqual([true, false]);
  });

  test("is outdated if new ones take more memory or more passes, or if it is not argon2id", () => {
    const of = (memory: number, passes: number) => `$argon2id$v=19$m=${memory},t=${passes},p=1$c29tZXNhbHQ$aGFzaA`;
    expect([of(65_536, 3), of(65_537, 3), of(65_536, 4), of(131_072, 10)].map(isOutdatedHash)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const older = [
      of(65_535, 3),
      of(65_536, 2),
      of(131_072, 2),
      of(9, 30),
      "",
      "$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA",
      ` ${of(65_536, 3)}`,
    ];
    for (const stored of older) expect([stored, isOutdatedHash(stored)]).toEqual([stored, true]);
  });

  test.each([
    ["composed and decomposed", "Zürich-Öffi", "Zu\u0308rich-O\u0308ffi"],
    ["full width and plain", "ｐａｓｓｗｏｒｄ１", "password1"],
    ["a ligature and its letters", "ﬁrst-oﬃce", "first-office"],
  ])("%s forms of one text are the same password (NFKC), since keyboards differ", async (_, one, other) => {
    expect(await verifyPassword(await hashPassword(one), other)).toBe(true);
    expect(await verifyPassword(await hashPassword(other), one)).toBe(true);
  });

  test("covers all of a password of 200 four-byte characters", async () => {
    const long = "🔑".repeat(200);
    const stored = await hashPassword(long);
    expect([await verifyPassword(stored, long), await verifyPassword(stored, "🔑".repeat(199))]).toEqual([true, false]);
  });
});

describe("an unknown user", () => {
  test("never verifies", async () => {
    for (const guess of [password, ""]) expect(await verifyPassword(null, guess)).toBe(false);
  });

  test("takes one argon2 run, like a known one, from the first sign-in on: the time does not reveal who has an account", async () => {
    const stored = await hashPassword(password);
    for (const references of [
      [null, null, stored],
      [stored, null],
    ]) {
      const { verifyPassword: verify } = await freshModule();
      for (const reference of references) {
        const before = work.finished;
        await verify(reference, "wrong");
        expect(work.finished - before).toBe(1);
      }
    }
  });
});

describe("the dummy hash", () => {
  test("has the parameters of a real one, so that it takes the same time", async () => {
    await verifyPassword(null, password);
    const parametersOf = (hash: unknown) => String(hash).split("$").slice(0, 4);
    expect(parametersOf(work.begun[0])).toEqual(parametersOf(await hashPassword(password)));
  });
});

describe("the queue", () => {
  test("two hashes run at once, never three, and waiting ones run in order", async () => {
    const passwords = Array.from({ length: 9 }, (_, index) => `${password}-${index}`);
    await Promise.all(passwords.map(hashPassword));
    expect([work.most, work.begun]).toEqual([2, passwords]);
  });

  test("verifying counts like hashing, for known and unknown users", async () => {
    const stored = await hashPassword(password);
    await Promise.all([
      hashPassword(password),
      verifyPassword(stored, password),
      verifyPassword(null, password),
      hashPassword(password),
      verifyPassword(stored, "wrong"),
    ]);
    expect(work.most).toBe(2);
  });

  test("two at once in the whole process, though the pages' and the API's bundle each have a copy of this module", async () => {
    const copies = [await freshModule(), await freshModule(), await import("@/lib/crypto/tokens/password")];
    await Promise.all([0, 1, 2, 3].flatMap(() => copies.map((copy) => copy.hashPassword(password))));
    expect(work.most).toBe(2);
  });

  test("beyond 32 waiting, callers are told at once to come back, and those before them are served", async () => {
    const served = Array.from({ length: placesInQueue }, () => hashPassword(password));
    await expect(hashPassword(password)).rejects.toEqual(refused);
    await expect(verifyPassword(null, password)).rejects.toEqual(refused);
    expect(work.finished).toBe(0);
    expect(await Promise.all(served)).toHaveLength(placesInQueue);
    expect(work.most).toBe(2);
    expect(await hashPassword(password)).toMatch(/^\$argon2id\$/);
  });

  test("newcomers have one of the two slots, and waiting users come before waiting newcomers", async () => {
    const [newcomers, known] = [
      [1, 2, 3],
      [1, 2, 3],
    ].map((each, kind) => each.map((index) => `${password}-${kind === 0 ? "newcomer" : "known"}-${index}`)) as [
      string[],
      string[],
    ];
    await Promise.all([...newcomers.map(hashNewcomersPassword), ...known.map(hashPassword)]);
    expect([work.most, work.begun.slice(0, 4)]).toEqual([2, [newcomers[0], ...known]]);
    expect(work.begun.slice(4)).toEqual(newcomers.slice(1));
    Object.assign(work, { most: 0 });
    await Promise.all(newcomers.map(hashNewcomersPassword));
    expect(work.most).toBe(1);
  });

  test("beyond 16 waiting newcomers, newcomers are told to come back, and nobody else", async () => {
    const newcomers = Array.from({ length: 1 + 16 }, () => hashNewcomersPassword(password));
    await expect(hashNewcomersPassword(password)).rejects.toEqual(refused);
    await expect(verifyPassword(null, password)).resolves.toBe(false);
    expect(await Promise.all(newcomers)).toHaveLength(17);
    const known = Array.from({ length: placesInQueue }, () => hashPassword(password));
    const newcomer = hashNewcomersPassword(password);
    expect(await Promise.all([...known, newcomer])).toHaveLength(placesInQueue + 1);
  });

  test("a full queue at a process's first sign-in does not affect later ones, for unknown or known users", async () => {
    const { hashPassword: hash, verifyPassword: verify } = await freshModule();
    const stored = await hash(password);
    const served = Array.from({ length: placesInQueue }, () => hash(password));
    await expect(verify(stored, password)).rejects.toEqual(refused);
    await expect(verify(null, password)).rejects.toEqual(refused);
    await Promise.all(served);
    expect([await verify(null, password), await verify(stored, password)]).toEqual([false, true]);
  });

  test("a failed run frees its slot", async () => {
    for (let tries = 0; tries < 5; tries += 1)
      await expect(verifyPassword("not a PHC string", password)).rejects.toThrow();
    await Promise.all([hashPassword(password), hashPassword(password), hashPassword(password)]);
    expect(work.most).toBe(2);
  });
});
