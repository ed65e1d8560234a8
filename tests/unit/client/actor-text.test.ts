import { expect, test } from "vitest";
import { actorText, byActor } from "@/lib/client/words/actor-text";
import type { Actor } from "@/lib/contracts/access/activity";

const actor = (given: Partial<Actor>): Actor => ({
  kind: "session",
  userId: "a",
  name: null,
  keyId: null,
  keyPrefix: null,
  ...given,
});

test.each([
  [actor({ name: "Ada" }), "Ada", "Ada"],
  [actor({ userId: "me", name: "Ada" }), "You", "you"],
  [actor({}), "Somebody", "somebody"],
  [actor({ kind: "key", name: "CI", keyPrefix: "svc_AbCdEf" }), "CI (svc_AbCdEf…)", "CI (svc_AbCdEf…)"],
  [actor({ kind: "operator", userId: null }), "The operator", "the operator"],
  [actor({ kind: "system", userId: null }), "The vault itself", "the vault itself"],
  [
    actor({ kind: "system", userId: null, name: "whoever had the link" }),
    "Whoever had the link",
    "whoever had the link",
  ],
  [
    actor({ kind: "system", userId: null, name: "repo:acme/web:ref:refs/heads/main", keyId: "k" }),
    "repo:acme/web:ref:refs/heads/main",
    "repo:acme/web:ref:refs/heads/main",
  ],
])("%j is told alone and inside a sentence", (who, alone, inside) => {
  expect([actorText(who, "me"), byActor(who, "me")]).toEqual([alone, inside]);
});
