import { acceptInvitation, createInvitation } from "@/lib/contracts/people/invitations";
import type { CreateInvitation } from "@/lib/contracts/people/invitations";
import { createTeam } from "@/lib/contracts/people/teams";
import { type Actor, actor, aUser, sharedBaseUrl, type User } from "./actors";

/** The same session, in a team's vault. */
export const within = (session: Actor, teamId: string, baseUrl = sharedBaseUrl()): Actor =>
  actor({ ...session.headers, "X-Team-Id": teamId }, baseUrl);

/** A member: `session` acts in their own vault, `at` in the team's. */
export type TestMember = User & { at: Actor };
export type TestTeam = { id: string; name: string; owner: TestMember };
type Grant = Partial<Omit<CreateInvitation, "email" | "expiresInHours">>;

/** A new team with one owner. */
export async function aTeam(baseUrl = sharedBaseUrl(), name = "Payments"): Promise<TestTeam> {
  const owner = await aUser(baseUrl);
  const { id } = await owner.session.call(createTeam, { body: { name } });
  return { id, name, owner: { ...owner, at: within(owner.session, id, baseUrl) } };
}

/** The token behind the # of an invitation's link. */
export const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1);

export async function invite({ id, owner }: TestTeam, grant: Grant & { email?: string } = {}): Promise<string> {
  const body = { role: "editor", ...grant } as const;
  return tokenOf(await owner.session.call(createInvitation, { params: { id }, body }));
}

/** A new user who has accepted an invitation. */
export async function aMember(team: TestTeam, grant: Grant = {}, baseUrl = sharedBaseUrl()): Promise<TestMember> {
  const user = await aUser(baseUrl);
  await user.session.call(acceptInvitation, { body: { token: await invite(team, grant) } });
  return { ...user, at: within(user.session, team.id, baseUrl) };
}
