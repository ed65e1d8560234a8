import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { AppError } from "../errors";

/** argon2id, 64 MiB, 3 passes, 1 lane: above the OWASP minimum and RFC 9106's second choice for one lane. */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
} as const satisfies Options;

const atOnceMax = 2;
/** Newcomers cost as much as people who have an account, and prove nothing: one at a time, so that a place is always left. */
const linesMax = { known: { atOnce: atOnceMax, waiting: 32 }, newcomers: { atOnce: 1, waiting: 16 } } as const;
type Kind = keyof typeof linesMax;

// Registration (the API's bundle) and login (the pages') are two copies of this module in one process: one queue for both.
type Queue = Record<Kind, { running: number; waiting: (() => void)[] }>;
const holder = globalThis as { [key: symbol]: Queue | undefined };
const queue = (holder[Symbol.for("svc.password-queue")] ??= {
  known: { running: 0, waiting: [] },
  newcomers: { running: 0, waiting: [] },
});

const hasPlace = (kind: Kind) =>
  queue.known.running + queue.newcomers.running < atOnceMax && queue[kind].running < linesMax[kind].atOnce;

/** Two hashes at once bound the memory to 128 MiB; beyond 32 in the queue, or 16 newcomers, callers are told to come back. */
async function inTurn<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  const line = queue[kind];
  if (hasPlace(kind)) {
    line.running += 1;
  } else {
    if (line.waiting.length >= linesMax[kind].waiting)
      throw new AppError("TOO_MANY_ATTEMPTS", { headers: { "Retry-After": "5" } });
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    line.running -= 1;
    handOn();
  }
}

/** A place that was left is taken here for whoever waits, newcomers last, so that nobody slips in between. */
function handOn(): void {
  for (const kind of ["known", "newcomers"] as const) {
    const next = hasPlace(kind) ? queue[kind].waiting.shift() : undefined;
    if (!next) continue;
    queue[kind].running += 1;
    next();
    return;
  }
}

/** Whether a stored hash was made with less work than new ones are. */
export function isOutdatedHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored)?.map(Number) ?? [];
  return memory === undefined || time === undefined || memory < parameters.memoryCost || time < parameters.timeCost;
}

/** Whether two passwords are one: their forms count alike. */
export const isSamePassword = (left: string, right: string): boolean =>
  left.normalize("NFKC") === right.normalize("NFKC");

/** A PHC string with its own random salt. Throws TOO_MANY_ATTEMPTS when too many wait. */
export const hashPassword = (password: string): Promise<string> => hashAs("known", password);

/** The same for somebody who has no account yet: it never takes the place of somebody who signs in. */
export const hashNewcomersPassword = (password: string): Promise<string> => hashAs("newcomers", password);

const hashAs = (kind: Kind, password: string) => inTurn(kind, () => hash(password.normalize("NFKC"), parameters));

// Of 32 random bytes that nobody kept. A constant, since one made at the first log-in would cost that one two runs,
// and could itself be refused by a full queue. With the parameters above: an older hash is told from it by its time until
// a sign-in makes it anew (docs/decisions/sign-in.md says why).
const dummyHash = "$argon2id$v=19$m=65536,t=3,p=1$Z7Qx/XkKGNTQ+kzoV/+ewQ$0w6aqwgohu2Va/PaP1XZqMaAQvXnyL/m5HWWGipsgSA";

/**
 * Whether the password matches. Without a stored hash (an unknown user) it works just as long on a dummy,
 * so that the time does not tell who has an account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn("known", () => verify(stored ?? dummyHash, password.normalize("NFKC")));
  return stored !== null && matches;
}
