import { setImmediate } from "node:timers/promises";
import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import { describe, expect, test } from "vitest";
import { groupCommit, groupCommitBy, type Join } from "@/lib/db/transactions/group-commit";

const away = () => new DriverAdapterError({ kind: "DatabaseNotReachable" });

/**
 * Commits by calling `each` for what it begins with, and then for all with those that join. Results are the items in
 * capitals.
 */
function committing(each: (items: readonly string[]) => void, fits: (item: string) => boolean = () => true) {
  const commits: (readonly string[])[] = [];
  const commit = async (items: readonly string[], join: Join<string>) => {
    each(items);
    // While it waits, others arrive.
    await setImmediate();
    const all = [...items, ...join(fits)];
    commits.push(all);
    if (all.includes("bad")) throw new Error("bad");
    if (all.includes("away")) throw away();
    return all.map((item) => item.toUpperCase());
  };
  return { commit, commits };
}

const outcomes = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => (call.status === "fulfilled" ? call.value : "failed"));

describe("calls that are committed in groups", () => {
  test("get each its own result, also those that join while the others are being committed", async () => {
    const late: Promise<unknown>[] = [];
    const { commit, commits } = committing(
      ([first]) => {
        if (first === "a") late.push(...["c", "other", "d"].map(call));
      },
      (item) => item !== "other",
    );
    const call = groupCommit(commit);
    expect(await outcomes(["a", "b"].map(call))).toEqual(["A", "B"]);
    expect(await outcomes(late)).toEqual(["C", "OTHER", "D"]);
    expect(commits).toEqual([["a", "b", "c", "d"], ["other"]]);
  });

  test("are tried one by one if they fail together, and then nobody joins one that may fail again", async () => {
    const late: Promise<unknown>[] = [];
    const { commit, commits } = committing((items) => {
      if (items.length === 1 && items[0] === "bad") late.push(call("late"));
    });
    const call = groupCommit(commit);
    expect(await outcomes(["a", "bad", "b"].map(call))).toEqual(["A", "failed", "B"]);
    expect(commits.slice(0, 4)).toEqual([["a", "bad", "b"], ["a"], ["bad"], ["b"]]);
    expect(await outcomes(late)).toEqual(["LATE"]);
  });

  test("fail together, those that joined too, and are not tried again if the database is away", async () => {
    const late: Promise<unknown>[] = [];
    const { commit, commits } = committing((items) => {
      if (items.includes("away")) late.push(call("joined"));
    });
    const call = groupCommit(commit);
    expect(await outcomes(["a", "away"].map(call))).toEqual(["failed", "failed"]);
    expect(await outcomes(late)).toEqual(["failed"]);
    expect(commits).toEqual([["a", "away", "joined"]]);
    expect(await call("later")).toBe("LATER");
  });

  test("are at most 500 to a commit, with those that join", async () => {
    const { commit, commits } = committing(() => {});
    const call = groupCommit(commit);
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => call(`${index}`)));
    const more: Promise<unknown>[] = [];
    const joining = committing(([first]) => {
      if (first === "first") more.push(...Array.from({ length: 600 }, (_, index) => joiner(`${index}`)));
    });
    const joiner = groupCommit(joining.commit);
    await joiner("first");
    await Promise.all(more);
    const sizes = [commits, joining.commits].map((all) => all.map(({ length }) => length));
    expect(sizes).toEqual([
      [500, 500, 1],
      [500, 101],
    ]);
  });
});

test("only calls with the same key share a commit, and one without a key is committed at once", async () => {
  const { commit, commits } = committing(() => {});
  const call = groupCommitBy((item: string) => (item.startsWith("-") ? null : item.charAt(0)), commit);
  expect(await outcomes(["a1", "-1", "b1", "a2", "-2"].map(call))).toEqual(["A1", "-1", "B1", "A2", "-2"]);
  expect(commits).toEqual([["-1"], ["-2"], ["a1", "a2"], ["b1"]]);
});
