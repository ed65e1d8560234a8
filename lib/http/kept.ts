import type { ContractSpec } from "../contracts/contract";
import { digest } from "../crypto/digest";

/** An answer's bytes as they were sent, with the user's revision that they were made for. */
export type Kept = { revision: number; etag: string; body: Buffer<ArrayBuffer> };

export type Question = { contract: ContractSpec; userId: string; params: Readonly<Record<string, string>> };

const bytesMax = 32 * 1024 * 1024;
const oneBytesMax = 8 * 1024 * 1024;
const kept = new Map<string, Kept>();
let bytes = 0;

/** Whose answer to what: the path's ids have a fixed form, without blanks. */
const nameOf = ({ contract, userId, params }: Question) => [userId, contract.id, ...Object.values(params)].join(" ");

/**
 * The answer made earlier for this user, if nothing that they own was written since. The revision comes from the same
 * query as the caller's rights, on any number of replicas, so an old answer is never served; and an answer that holds
 * secrets is never kept (a guard test says so of every contract).
 */
export function findKept(question: Question, revision: number): Kept | undefined {
  const name = nameOf(question);
  const found = kept.get(name);
  if (found?.revision !== revision) return undefined;
  // To the end, so that what was not asked for longest goes first.
  kept.delete(name);
  kept.set(name, found);
  return found;
}

/** Without an ETag of its own, the answer gets one made of its bytes. */
export function keep(question: Question, revision: number, json: string, etag?: string): Kept {
  const name = nameOf(question);
  const body = Buffer.from(json);
  const answer: Kept = { revision, etag: etag ?? `"${digest(body)}"`, body };
  forget(name);
  if (body.length <= oneBytesMax) {
    kept.set(name, answer);
    bytes += body.length;
  }
  for (const [oldest] of kept) {
    if (bytes <= bytesMax) break;
    forget(oldest);
  }
  return answer;
}

function forget(name: string): void {
  bytes -= kept.get(name)?.body.length ?? 0;
  kept.delete(name);
}

/** Whether the client says that it has this very answer (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null &&
    ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
