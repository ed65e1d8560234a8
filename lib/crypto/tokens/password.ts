import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { AppError } from "../../errors";

/** argon2id, 64 MiB, 3 passes, 1 lane: above the OWASP minimum and RFC 9106's second recommendation for one lane. */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
} as const satisfies Options;

const atOnceMax = 2;
/**
 * A newcomer's hash costs as much as a user's, and anybody can ask for one. Only one runs at a time, so that a slot
 * always remains.
 */
const linesMax = { known: { atOnce: atOnceMax, waiting: 32 }, newcomers: { atOnce: 1, waiting: 16 } } as const;
type Kind = keyof typeof linesMax;

// Shared by the copies of this module that `next dev` loads, one with every change.
type Queue = Record<Kind, { running: number; waiting: (() => void)[] }>;
const holder = globalThis as { [key: symbol]: Queue | undefined };
const queue = (holder[Symbol.for("svc.password-queue")] ??= {
  known: { running: 0, waiting: [] },
  newcomers: { running: 0, waiting: [] },
});

const hasPlace = (kind: Kind) =>
  queue.known.running + queue.newcomers.running < atOnceMax && queue[kind].running < linesMax[kind].atOnce;

/**
 * Two hashes at once limit the memory to 128 MiB. With 32 users or 16 newcomers waiting, callers are told to come back
 * later.
 */
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

/** Gives a free slot to whoever waits, newcomers last. It is taken at once, so that nobody can slip in between. */
function handOn(): void {
  for (const kind of ["known", "newcomers"] as const) {
    const next = hasPlace(kind) ? queue[kind].waiting.shift() : undefined;
    if (!next) continue;
    queue[kind].running += 1;
    next();
    return;
  }
}

/** Whether a stored hash took less work than new ones do. */
export function isOutdatedHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored)?.map(Number) ?? [];
  return memory === undefined || time === undefined || memory < parameters.memoryCost || time < parameters.timeCost;
}

/** Whether two passwords are the same, in any Unicode normalisation. */
export const isSamePassword = (left: string, right: string): boolean =>
  left.normalize("NFKC") === right.normalize("NFKC");

/** Returns a PHC string with a new random salt. Throws TOO_MANY_ATTEMPTS if too many callers wait. */
export const hashPassword = (password: string): Promise<string> => hashAs("known", password);

/** The same for somebody who has no account yet. It never takes the slot of somebody who signs in. */
export const hashNewcomersPassword = (password: string): Promise<string> => hashAs("newcomers", password);

const hashAs = (kind: Kind, password: string) => inTurn(kind, () => hash(password.normalize("NFKC"), parameters));

// The hash of 32 random bytes that nobody kept. It is a constant, since making one at the first sign-in would take
// twice as long, and a full queue could refuse it. It has the parameters above: until its owner signs in again, an
// older hash takes a different time (docs/decisions/sign-in.md explains why).
const dummyHash = "$argon2id$v=19$m=65536,t=3,p=1$Z7Qx/XkKGNTQ+kzoV/+ewQ$0w6aqwgohu2Va/PaP1XZqMaAQvXnyL/m5HWWGipsgSA";

/**
 * Whether the password matches. Without a stored hash (an unknown user), it does the same work on a dummy hash, so that
 * the time does not reveal who has an account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn("known", () => verify(stored ?? dummyHash, password.normalize("NFKC")));
  return stored !== null && matches;
}
