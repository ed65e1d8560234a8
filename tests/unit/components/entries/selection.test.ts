import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubled, planned } from "@/components/entries/selection/change-plan";
import { noneChosen, toggled, type Chosen } from "@/components/entries/selection/chosen";
import { inTurn } from "@/lib/client/in-turn";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

const shown = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const chosen = (clicks: [id: string, range?: boolean][]): string[] =>
  [...clicks.reduce<Chosen>((last, [id, range = false]) => toggled(last, shown, id, range), noneChosen).ids].sort();

describe("selecting entries", () => {
  it("selects one, and no longer", () => {
    expect(chosen([["b"]])).toEqual(["b"]);
    expect(chosen([["b"], ["d"], ["b"]])).toEqual(["d"]);
  });

  it("with Shift selects all from the one touched last, in either direction", () => {
    expect(chosen([["b"], ["d", true]])).toEqual(["b", "c", "d"]);
    expect(chosen([["d"], ["a", true]])).toEqual(["a", "b", "c", "d"]);
  });

  it("with Shift takes away from where one was taken away", () => {
    expect(chosen([["a"], ["e", true], ["b"], ["d", true]])).toEqual(["a", "e"]);
  });

  it("with Shift selects one alone if nothing was touched before, or what was touched is hidden now", () => {
    expect(chosen([["c", true]])).toEqual(["c"]);
    expect([...toggled({ ids: new Set(["gone"]), from: "gone" }, shown, "c", true).ids]).toEqual(["gone", "c"]);
  });
});

const entry = (id: string, place: Partial<ListedEntry>): ListedEntry =>
  ({ id, categoryId: "stripe", name: "billing", environment: null, ...place }) as ListedEntry;

describe("changing selected entries", () => {
  const entries = [
    entry("1", { environment: "development" }),
    entry("2", { environment: "production" }),
    entry("3", { environment: "production", name: "shop" }),
  ];
  const leave = { name: undefined, categoryId: undefined, environment: undefined };

  it("sends each entry only what differs, and nothing to one that has it all", () => {
    expect(
      planned(entries, { ...leave, name: "shop", environment: "production" }).map(({ entry, body }) => [
        entry.id,
        body,
      ]),
    ).toEqual([
      ["1", { name: "shop", environment: "production" }],
      ["2", { name: "shop" }],
    ]);
    expect(planned(entries, { ...leave, environment: null })).toHaveLength(3);
    expect(planned(entries, leave)).toEqual([]);
  });

  it("counts those that would stand where another entry is, or comes to be", () => {
    const counted = (change: Parameters<typeof planned>[1], of = entries) => doubled(entries, planned(of, change));
    expect(counted({ ...leave, name: "shop" })).toBe(1);
    expect(counted({ ...leave, environment: "staging" })).toBe(2);
    expect(counted({ ...leave, environment: "staging" }, entries.slice(1))).toBe(0);
    expect(counted({ ...leave, categoryId: "other" })).toBe(0);
  });
});

describe("work in turn", () => {
  it("does all of it, at most four at a time, and says how far it is", async () => {
    let running = 0;
    let most = 0;
    const told: number[] = [];
    const outcome = await inTurn(
      Array.from({ length: 21 }, (_, index) => index),
      async () => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      },
      ({ done, of }) => told.push(done / of),
    );
    expect([...outcome.done].sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, index) => index));
    expect(most).toBe(4);
    expect(told).toEqual(Array.from({ length: 22 }, (_, done) => done / 21));
  });

  it("begins nothing after a failure, and loses nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (fails) => {
        const items = fails.map((fail, index) => ({ fail, index }));
        const begun: number[] = [];
        let firstFailure: number | undefined;
        const { done, failed, reason } = await inTurn(items, async ({ fail, index }) => {
          expect(firstFailure).toBeUndefined();
          begun.push(index);
          await Promise.resolve();
          if (!fail) return;
          // Those that run beside it end by themselves.
          queueMicrotask(() => queueMicrotask(() => (firstFailure = index)));
          throw new Error(`${index}`);
        });
        expect([...done, ...failed].map(({ index }) => index).sort((a, b) => a - b)).toEqual(
          items.map(({ index }) => index),
        );
        expect(done.every(({ fail, index }) => !fail && begun.includes(index))).toBe(true);
        expect(failed.length > 0).toBe(fails.includes(true));
        expect(reason !== undefined).toBe(fails.includes(true));
      }),
    );
  });
});
