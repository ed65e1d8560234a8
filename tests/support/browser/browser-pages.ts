import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { createInvitation } from "@/lib/contracts/people/invitations";
import { createTeam } from "@/lib/contracts/people/teams";
import { api } from "./browser-actors";
import { belongingsOf } from "../rows/belongings";

export type VaultPage = {
  name: string;
  path: string;
  /** Seen when the page's lists have arrived. */ arrived: (page: Page) => Locator;
};

/** Gives the signed-in user one of everything, named after `mark`, so that every page has something to show. */
export async function aFullVault(page: Page, mark: string): Promise<VaultPage[]> {
  const { ids } = await belongingsOf(api(page), mark);
  await aDeletedCategory(api(page), mark);
  return [
    {
      name: "overview",
      path: "/",
      arrived: (at) => at.getByRole("list", { name: "Recently changed" }).getByText(`project ${mark}`),
    },
    {
      name: "vault",
      path: "/vault",
      arrived: (at) => at.getByRole("button", { name: `MARK for entry ${mark} (production)`, exact: true }),
    },
    {
      name: "projects",
      path: "/projects",
      arrived: (at) => at.getByRole("list", { name: "Projects" }).getByText(`project ${mark}`),
    },
    {
      name: "project",
      path: `/projects/${encodeURIComponent(`entry ${mark}`)}`,
      arrived: (at) => at.getByRole("grid").getByText("MARK", { exact: true }),
    },
    { name: "two-factor codes", path: "/2fa", arrived: (at) => at.getByRole("heading", { name: `service ${mark}` }) },
    { name: "env projects", path: "/envs", arrived: (at) => at.getByRole("heading", { name: `project ${mark}` }) },
    {
      name: "env project",
      path: `/envs/${ids.ENV_PROJECT_NOT_FOUND?.["id"]}`,
      arrived: (at) => at.getByRole("tab", { name: ".env.local" }),
    },
    { name: "access keys", path: "/access-keys", arrived: (at) => at.getByRole("heading", { name: `key ${mark}` }) },
    {
      name: "activity",
      path: "/activity",
      arrived: (at) => at.getByRole("list", { name: "Activity" }).getByText("Created an access key"),
    },
    {
      name: "trash",
      path: "/trash",
      arrived: (at) => at.getByRole("list", { name: "Trash" }).getByText(`gone ${mark}`),
    },
    { name: "import", path: "/import", arrived: (at) => at.getByRole("textbox", { name: "Text" }) },
    { name: "settings", path: "/settings", arrived: (at) => at.getByRole("main").getByText("@example.com") },
  ];
}

/** Something in the trash. */
async function aDeletedCategory(vault: ReturnType<typeof api>, mark: string): Promise<void> {
  const { id } = await vault.aCategory({ name: `gone ${mark}` });
  await vault.call(deleteCategory, { params: { id } });
}

/** Makes a team of the signed-in user, with one of everything in its vault. Its pages. */
export async function aFullTeam(page: Page, mark: string): Promise<VaultPage[]> {
  const { id } = await api(page).call(createTeam, { body: { name: `team ${mark}` } });
  await api(page).call(createInvitation, {
    params: { id },
    body: { role: "reader", projects: [`project ${mark}`], email: "grace@example.com" },
  });
  const within = api(page, undefined, id);
  await belongingsOf(within, mark);
  await aDeletedCategory(within, mark);
  return [
    {
      name: "team's overview",
      path: `/teams/${id}`,
      arrived: (at) => at.getByRole("list", { name: "Recently changed" }).getByText(`project ${mark}`),
    },
    {
      name: "team's vault",
      path: `/teams/${id}/vault`,
      arrived: (at) => at.getByRole("button", { name: `MARK for entry ${mark} (production)`, exact: true }),
    },
    {
      name: "team's projects",
      path: `/teams/${id}/projects`,
      arrived: (at) => at.getByRole("list", { name: "Projects" }).getByText(`project ${mark}`),
    },
    {
      name: "team's project",
      path: `/teams/${id}/projects/${encodeURIComponent(`entry ${mark}`)}`,
      arrived: (at) => at.getByRole("grid").getByText("MARK", { exact: true }),
    },
    {
      name: "team's access keys",
      path: `/teams/${id}/access-keys`,
      arrived: (at) => at.getByText("Created by"),
    },
    {
      name: "team's activity",
      path: `/teams/${id}/activity`,
      arrived: (at) => at.getByRole("list", { name: "Activity" }).getByText("Created an access key"),
    },
    {
      name: "team's trash",
      path: `/teams/${id}/trash`,
      arrived: (at) => at.getByRole("list", { name: "Trash" }).getByText(`gone ${mark}`),
    },
    {
      name: "team",
      path: `/teams/${id}/settings`,
      arrived: (at) => at.getByRole("list", { name: "Invitations" }).getByText("grace@example.com"),
    },
  ];
}

/** The pages without a session: sign-in, registration, the API reference. */
export const openPages: VaultPage[] = [
  {
    name: "sign-in",
    path: "/login",
    arrived: (at) => at.getByRole("button", { name: "Sign in", exact: true, disabled: false }),
  },
  {
    name: "registration",
    path: "/register",
    arrived: (at) => at.getByRole("button", { name: "Create account", disabled: false }),
  },
  {
    name: "invitation",
    path: "/invitation#not-a-real-token",
    arrived: (at) => at.getByRole("main").getByText("You were invited"),
  },
  { name: "API reference", path: "/docs", arrived: (at) => at.getByRole("heading", { name: "Errors" }) },
];

export const notFoundPage: VaultPage = {
  name: "not found",
  path: "/no-such-page",
  arrived: (at) => at.getByRole("heading", { name: "There is no page at this address" }),
};

/** Opens a page, and waits until its lists have arrived. Returns what the server answered for the page itself. */
export async function open(page: Page, { path, arrived }: VaultPage): Promise<Response | null> {
  const answer = await page.goto(path);
  // Longer than usual: a page's first load fetches all of its scripts and data, which takes a busy machine a while.
  await expect(arrived(page).first()).toBeVisible();
  return answer;
}

/** Every page there is, those of a full vault and a full team with this mark in their names. */
export const everyPage = async (page: Page, mark = "mark") => [
  ...(await aFullVault(page, mark)),
  ...(await aFullTeam(page, mark)),
  notFoundPage,
  ...openPages,
];
