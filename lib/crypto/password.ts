import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { AppError } from "../errors";

/** argon2id, 64 MiB, 3 passes, 1 lane: above the OWASP minimum and RFC 9106's second choice for one lane. */
const parameters = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const satisfies Options;

const atOnceMax = 2;
const waitingMax = 32;

// Registration (the API's bundle) and login (the pages') are two copies of this module in one process: one queue for both.
type Queue = { running: number; waiting: (() => void)[] };
const holder = globalThis as { [key: symbol]: Queue | undefined };
const queue = (holder[Symbol.for("svc.password-queue")] ??= { running: 0, waiting: [] });

/** Two hashes at once bound the memory to 128 MiB; beyond 32 in the queue callers are told to come back. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { waiting } = queue;
  if (queue.running >= atOnceMax) {
    if (waiting.length >= waitingMax) throw new AppError("TOO_MANY_ATTEMPTS", { headers: { "Retry-After": "5" } });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    queue.running += 1;
  }
  try {
    return await work();
  } finally {
    // The place is handed on, not freed and taken again, so that no newcomer slips in between.
    const next = waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

/** Whether a stored hash was made with less work than new ones are. */
export function isOutdatedHash(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored)?.map(Number) ?? [];
  return memory === undefined || time === undefined || memory < parameters.memoryCost || time < parameters.timeCost;
}

/** Whether two passwords are one: their forms count alike. */
export const isSamePassword = (left: string, right: string): boolean => left.normalize("NFKC") === right.normalize("NFKC");

/** A PHC string with its own random salt. Throws TOO_MANY_ATTEMPTS when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), parameters));
}

// Of 32 random bytes that nobody kept. A constant, since one made at the first log-in would cost that one two runs,
// and could itself be refused by a full queue. With the parameters above: an older hash is told from it by its time until
// a sign-in makes it anew (see the decisions in README.md).
const dummyHash = "$argon2id$v=19$m=65536,t=3,p=1$Z7Qx/XkKGNTQ+kzoV/+ewQ$0w6aqwgohu2Va/PaP1XZqMaAQvXnyL/m5HWWGipsgSA";

/**
 * Whether the password matches. Without a stored hash (an unknown user) it works just as long on a dummy,
 * so that the time does not tell who has an account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? dummyHash, password.normalize("NFKC")));
  return stored !== null && matches;
}
