import { isBounded, reachOf } from "@/components/access-keys/key-words";
import type { Member } from "@/lib/contracts/people/members";
import type { Role } from "@/lib/contracts/people/roles";

/** Each role by its name, by what it may do, and as said to its holder. */
export const roleWords: Record<Role, { label: string; about: string; yours: string }> = {
  owner: {
    label: "Owner",
    about: "Can do everything, sees all activity, and decides who belongs to the team.",
    yours: "You are an owner: you can do everything here, and you decide who belongs to the team.",
  },
  editor: {
    label: "Editor",
    about: "Reads, reveals and changes everything.",
    yours: "You are an editor: you can read, reveal and change what is here.",
  },
  reader: {
    label: "Reader",
    about: "Reads, reveals and exports. Changes nothing.",
    yours: "You are a reader: you can read, reveal and export what is here, but not change it.",
  },
  auditor: {
    label: "Auditor",
    about: "Sees names and the activity, but no values.",
    yours: "You are an auditor: you can see names and the activity, but no values.",
  },
};

/** What a role is limited to, as a sentence; undefined without limits. */
export const limitText = (
  grant: Pick<Member, "projects" | "environments">,
  start: "Reaches" | "Your role reaches" = "Reaches",
): string | undefined => (isBounded(grant) ? `${start} ${reachOf(grant)}.` : undefined);

/** The name people know a member by. */
export const memberName = ({ name, email }: Pick<Member, "name" | "email">): string => name ?? email;
