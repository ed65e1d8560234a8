import { expect, test } from "vitest";
import { exposedBy, otherActorOf } from "@/components/activity/exposed";
import {
  actionText,
  actorIdOf,
  countedText,
  nameOfActor,
  reasonText,
  whoText,
} from "@/components/activity/activity-words";
import { ActivityRecord } from "@/lib/contracts/access/activity";

const me = "0190a0b2-7f1d-7a36-b2c9-15d3a7e6f801";
const record = (given: Partial<ActivityRecord>): ActivityRecord => ({
  ...(ActivityRecord.meta()?.["example"] as ActivityRecord),
  actor: { kind: "session", userId: me, name: "Ada", keyId: null, keyPrefix: null },
  ...given,
});

test("a failed sign-in is nobody's, as nobody has proved to be that person", () => {
  const failed = record({ action: "session.sign-in", outcome: "refused" });
  expect([whoText(failed, me), actorIdOf(failed)]).toEqual(["Somebody unknown", null]);
  for (const own of [record({ action: "session.sign-in" }), record({ action: "session.confirm", outcome: "refused" })])
    expect([whoText(own, me), actorIdOf(own)]).toEqual(["You", me]);
});

test("an actor whom no list has any more is named as the records have it", () => {
  const byKey = record({ actor: { kind: "key", userId: me, name: "CI", keyId: "k", keyPrefix: "svc_AbCdEf" } });
  expect(nameOfActor([byKey, record({})], me)).toBe("Ada");
  expect(nameOfActor([record({}), byKey], "k")).toBe("CI");
  expect(nameOfActor([byKey], me)).toBeUndefined();
});

test("why an ID token was refused is told in words", () => {
  expect(actionText({ action: "trust-rule.issue", outcome: "refused" })).toBe("Refused an ID token");
  expect(reasonText("too-old")).toBe("The token was issued more than an hour ago.");
  expect(reasonText("unheard-of")).toBe("unheard-of");
});

test("a question counts the names that a model gets, and nothing where none is asked", () => {
  const counted = (action: ActivityRecord["action"], count: number | null) => countedText({ action, count });
  expect([0, 1, 2_000].map((count) => counted("vault.ask", count))).toEqual([
    undefined,
    "1 name sent to the model",
    "2,000 names sent to the model",
  ]);
  expect([null, 0, 1].map((count) => counted("vault.export", count))).toEqual([undefined, "0 values", "1 value"]);
});

test("a revoked key's and a former member's record lead to what they have seen, for those who may ask", () => {
  const revoked = record({ action: "access-key.revoke", object: { kind: "access-key", id: "k", name: "CI" } });
  const removed = record({ action: "member.remove", object: { kind: "member", id: "m", name: "Ben" } });
  const titles = (activeVault: string | null, managesTeam: boolean, self?: string) =>
    [revoked, removed].map((one) => exposedBy(one, { self, activeVault, managesTeam })?.title);
  expect(titles(null, false)).toEqual(["CI was revoked", undefined]);
  expect(titles("team", true)).toEqual(["CI was revoked", "Ben was removed"]);
  expect(titles("team", false)).toEqual([undefined, undefined]);
  expect(titles("team", false, me)).toEqual(["CI was revoked", undefined]);
  const left = { ...removed, actor: { ...removed.actor, userId: "m" } };
  expect(exposedBy(left, { self: me, activeVault: "team", managesTeam: true })?.title).toBe("Ben left the team");
  // Their acts are offered once: as those of the actor, or as those of who was removed.
  expect([revoked, removed, left].map(otherActorOf)).toEqual(["k", "m", undefined]);
  expect(exposedBy(record({}), { self: me, activeVault: null, managesTeam: true })).toBeUndefined();
});
