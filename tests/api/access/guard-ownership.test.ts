import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { createEntry } from "@/lib/contracts/vault/entries";
import { type Actor, aUser, aUserWithKey, sharedBaseUrl, type UserWithKey } from "../../support/callers/actors";
import { allBelongingsOf, type Belongings } from "../../support/rows/belongings";
import { operation, pathIdsOf } from "../../support/http/operations";
import { exchange, requestBytes } from "../../support/http/raw-http";

/**
 * Every operation on a single resource that belongs to somebody: a link is opened by whoever has its id. Path and code come
 * from the contracts, so a new one is tested automatically.
 */
const onOneThing = contracts.flatMap((contract) =>
  contract.notFound && contract.access !== "public" ? [{ id: contract.id, contract, code: contract.notFound }] : [],
);

/** A response exactly as sent, except for parts that differ between requests. */
async function answerTo(caller: Actor, contract: ContractSpec, ids: Record<string, string>): Promise<string> {
  const { path, init } = operation(contract, { ids });
  const { head, body } = await exchange(
    sharedBaseUrl(),
    requestBytes(
      init.method,
      path,
      { ...caller.headers, Host: new URL(sharedBaseUrl()).host, ...init.headers },
      init.body,
    ),
  );
  return `${head.replace(/^(x-request-id|date): .*$/gim, "$1")}\n\n${body}`;
}

type Owner = Belongings & { session: Actor };

/**
 * Whose things a test at most changes, at its end. Those that delete something have an owner of their own. So have those
 * of webhooks: one that was changed would be told of all that other tests do, and show what came of it.
 */
let lasting: Owner;
/** Somebody with one of everything too, of which no test changes anything. */
let intruder: UserWithKey & { ids: Belongings["ids"] };

async function anOwner(): Promise<Owner> {
  const { session } = await aUser();
  return { session, ...(await allBelongingsOf(session, "owner")) };
}

beforeAll(async () => {
  const user = await aUserWithKey();
  intruder = { ...user, ids: (await allBelongingsOf(user.session, "intruder")).ids };
  lasting = await anOwner();
});

test.for(onOneThing)(
  "$id: another user's id gets byte for byte the same reply as a missing or malformed one, and nothing of theirs changes",
  async ({ contract, code }) => {
    const owner = contract.method === "DELETE" || contract.tag === "Webhooks" ? await anOwner() : lasting;
    const before = await owner.look();
    const inPath = (ids: Record<string, string> = {}) =>
      Object.fromEntries(pathIdsOf(contract).flatMap((name) => (ids[name] ? [[name, ids[name]]] : [])));
    const foreign = inPath(owner.ids[code]);
    const own = inPath(intruder.ids[code]);
    expect(Object.keys(foreign)).toEqual(pathIdsOf(contract));

    // A key can't reach operations that are for sessions only.
    for (const caller of contract.access === "session" ? [intruder.session] : [intruder.session, intruder.key]) {
      const missingBy = async (ids: Record<string, string>, code: string) => {
        const missing = await answerTo(caller, contract, ids);
        expect(missing).toMatch(/^HTTP\/1\.1 404 /);
        expect(JSON.parse(missing.split("\n\n")[1] ?? "")).toEqual({ error: expect.any(String), code });
        return missing;
      };
      expect(await answerTo(caller, contract, foreign)).toBe(await missingBy({}, code));
      for (const name of pathIdsOf(contract)) {
        // Each id in the path separately, with the caller's own for the others: a foreign file in an own project, and
        // the reverse.
        const ways = [
          foreign[name] ?? "",
          "x",
          "%ff",
          "%00",
          "..%2f..",
          (foreign[name] ?? "").toUpperCase(),
          `${own[name]}%20`,
          "0".repeat(2000),
        ];
        const missing = await missingBy({ ...own, [name]: randomUUID() }, contract.notFoundBy?.[name] ?? code);
        for (const value of ways) {
          const ids = { ...own, [name]: value };
          expect({ ids, answer: await answerTo(caller, contract, ids) }).toEqual({ ids, answer: missing });
        }
      }
    }
    expect(await owner.look()).toEqual(before);
    // The same request finds the resource if its owner sends it.
    expect(await answerTo(owner.session, contract, foreign)).toMatch(/^HTTP\/1\.1 20[014] /);
  },
);

test("an entry can't be put into another user's category, which is reported as missing", async () => {
  const { ids, look } = lasting;
  const before = await look();
  const put = async (categoryId: string) => {
    const { init } = operation(createEntry, {
      body: JSON.stringify({ categoryId, name: "intruder", value: "not-a-secret" }),
    });
    const response = await intruder.session.fetch("/api/entries", init);
    return [response.status, await response.text()];
  };
  const [status, body] = await put(ids.CATEGORY_NOT_FOUND?.id ?? "");
  expect([status, body]).toEqual(await put(randomUUID()));
  expect([status, JSON.parse(String(body))]).toEqual([404, { error: expect.any(String), code: "CATEGORY_NOT_FOUND" }]);
  expect(await look()).toEqual(before);
});
