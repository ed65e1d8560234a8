import { expect, test } from "vitest";
import { CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { CreateInvitation } from "@/lib/contracts/people/invitations";
import { UpdateMember } from "@/lib/contracts/people/members";
import { CreateTrustRule } from "@/lib/contracts/access/trust-rules";

test.each([
  ["an access key", CreateAccessKey],
  ["a member", UpdateMember],
  ["an invitation", CreateInvitation],
  ["a trust rule", CreateTrustRule],
])(
  "the projects of %s are names: one that would mean all of them is refused, and says how to mean that",
  (_, schema) => {
    const faultsOf = (projects: string[]) =>
      (schema.safeParse({ role: "reader", projects }).error?.issues ?? [])
        .filter(({ path }) => path[0] === "projects")
        .map(({ path, message }) => [path, message]);
    expect(faultsOf(["billing", " * "])).toEqual([
      [["projects", 1], "is a project's name, not a pattern: leave it out, or send null, for all"],
    ]);
    // A name may contain one.
    expect(faultsOf(["web*"])).toEqual([]);
  },
);
