import type { Browser, Page } from "@playwright/test";
import { acceptInvitation, createInvitation, type CreateInvitation } from "@/lib/contracts/people/invitations";
import { createTeam } from "@/lib/contracts/people/teams";
import { api, signUp } from "./browser-actors";

/** Another person, with a browser of their own. */
export async function somebodyElse(browser: Browser): Promise<{ page: Page; email: string; id: string }> {
  const page = await (await browser.newContext()).newPage();
  return { page, ...(await signUp(page)) };
}

/** A team of the page's user. */
export async function aTeam(page: Page, name = "Payments") {
  const { id } = await api(page).call(createTeam, { body: { name } });
  return { id, at: (path = "") => `/teams/${id}${path}`, ...api(page, undefined, id) };
}

/** Makes another page's user a member. */
export async function join(owner: Page, teamId: string, member: Page, body: Omit<CreateInvitation, "expiresInHours">) {
  const { url } = await api(owner).call(createInvitation, { params: { id: teamId }, body });
  await api(member).call(acceptInvitation, { body: { token: new URL(url).hash.slice(1) } });
}
