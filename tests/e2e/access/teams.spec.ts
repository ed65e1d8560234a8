import { expect, test, type Page } from "@playwright/test";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { createInvitation, deleteInvitation, listInvitations } from "@/lib/contracts/people/invitations";
import { listMembers, updateMember } from "@/lib/contracts/people/members";
import { createTeam, deleteTeam, listTeams } from "@/lib/contracts/people/teams";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { holdAnswers, untilIdle } from "../../support/browser/held-answers";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";
import { removeDataDir, startVault } from "../../support/vaults/server";
import { seedUser, sessionCookie } from "../../support/vaults/seeded-user";
import { violationsAtBothSizes } from "../../support/browser/browser-checks";

/** Types into the palette, and waits for what Enter would choose: its search arrives when the page is idle. */
async function find(page: Page, text: string, option: string) {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Find" })).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole("option", { name: option, selected: true })).toBeVisible();
}

const switcher = (page: Page) => page.getByRole("button", { name: /^Vault: / }).filter({ visible: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("a team is made, somebody invited by a link joins it, both see what one adds, and a removed member is out", async ({
  page,
  browser,
}) => {
  await signUp(page);
  await page.goto("/");
  await switcher(page).click();
  await page.getByRole("menuitem", { name: "New team…" }).click();
  await dialog(page, "New team").getByRole("textbox", { name: "Name" }).fill("Payments");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/teams\/[0-9a-f-]+\/settings$/);
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();

  await page.getByRole("button", { name: "Invite…" }).click();
  await dialog(page, "Invite to Payments").getByRole("combobox", { name: "Role" }).selectOption("editor");
  // This vault sends no mail, and says nothing of any.
  await expect(dialog(page, "Invite to Payments")).toContainText("can accept. Without an address,");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  // What was chosen is not lost to a click beside the dialog.
  await page.keyboard.press("Escape");
  await dialog(page, "Discard what you typed?").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Create invitation" }).click();
  const ready = dialog(page, "The invitation is ready");
  const link = (await ready.getByLabel("The link", { exact: true }).textContent()) ?? "";
  await expect(ready.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await ready.getByRole("button", { name: "Done" }).click();
  await ready.getByRole("button", { name: "Close without copying" }).click();
  await expect(page.getByRole("list", { name: "Invitations" }).getByText("Anybody with the link")).toBeVisible();

  const grace = await somebodyElse(browser);
  const { hash } = new URL(link);
  await grace.page.goto(`/invitation${hash}`);
  await grace.page.getByRole("button", { name: "Join the team" }).click();
  await expect(grace.page).toHaveURL(/\/teams\/[0-9a-f-]+$/);
  await expect(switcher(grace.page)).toHaveAccessibleName("Vault: Payments");
  // Whoever comes back starts in their own vault, which has nothing: what is shared is a click away.
  await grace.page.goto("/");
  await grace.page.getByRole("main").getByRole("link", { name: "Payments" }).click();
  await expect(grace.page).toHaveURL(/\/teams\/[0-9a-f-]+$/);
  // A link works once.
  const third = await somebodyElse(browser);
  await third.page.goto(`/invitation${hash}`);
  await third.page.getByRole("button", { name: "Join the team" }).click();
  await expect(third.page.getByText("This invitation does not work")).toBeVisible();
  expect(third.page.url()).not.toContain("#");

  const teamId = new URL(grace.page.url()).pathname.split("/")[2] ?? "";
  await grace.page.clock.install();
  await grace.page.goto(`/teams/${teamId}/vault`);
  await expect(grace.page.getByRole("heading", { level: 1, name: "Vault" })).toBeVisible();
  const shared = api(page, undefined, teamId);
  await shared.anEntry((await shared.aCategory()).id, { name: "checkout" });
  // Without a reload: her page asks again by itself, after a while.
  await grace.page.clock.fastForward(15_000);
  await expect(grace.page.getByRole("button", { name: "STRIPE_SECRET_KEY for checkout", exact: true })).toBeVisible();
  await grace.page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for checkout" }).click();
  await expect(grace.page.getByText("sk_test_not_a_real_key")).toBeVisible();
  await grace.page.goto("/vault");
  await expect(grace.page.getByText("Start with a category")).toBeVisible();

  await api(grace.page, undefined, teamId).call(createAccessKey, {
    body: { name: "her build", scopes: ["entries:read"] },
  });
  const [, her] = await api(page).call(listMembers, { params: { id: teamId } });
  await api(page).call(updateMember, {
    params: { id: teamId, userId: her?.userId ?? "" },
    body: { role: "editor", projects: ["checkout"] },
  });
  await grace.page.goto(`/teams/${teamId}/access-keys`);
  await expect(grace.page.getByRole("listitem").filter({ hasText: "her build" })).toContainText(
    "Reaches the project checkout, like its creator.",
  );
  await page.reload();
  await page
    .getByRole("list", { name: "Members" })
    .getByRole("button", { name: /^Remove / })
    .click();
  const removal = dialog(page, /^Remove /);
  await expect(removal.getByRole("list", { name: /^Access keys and trust rules of / })).toContainText("her build");
  await expect(removal.getByRole("list", { name: "Values that they have seen" })).toContainText("checkout");
  await removal.getByRole("checkbox", { name: "Keep these keys and rules" }).check();
  await removal.getByRole("button", { name: "Remove member" }).click();
  const known = dialog(page, /was removed$/);
  await expect(known.getByText("Must be changed", { exact: true })).toBeVisible();
  await known.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(1);
  await page.goto(`/teams/${teamId}/access-keys`);
  await expect(page.getByRole("listitem").filter({ hasText: "her build" })).toContainText("Created by Ada Lovelace");

  await grace.page.goto(`/teams/${teamId}/vault`);
  await expect(grace.page.getByText("You don’t belong to this team")).toBeVisible();
  await grace.page.getByRole("link", { name: "Go to my vault" }).click();
  await expect(grace.page).toHaveURL("/");
});

test("several addresses are invited from one dialog, which tells of each and keeps those that got none @phone", async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page);
  const team = await aTeam(page);
  const member = await somebodyElse(browser);
  await join(page, team.id, member.page, { role: "reader" });
  await api(page).call(createInvitation, {
    params: { id: team.id },
    body: { role: "reader", email: "waiting@example.com" },
  });
  await page.goto(team.at("/settings"));
  await page.getByRole("button", { name: "Invite…" }).click();
  const inviting = dialog(page, "Invite to Payments");
  const addresses = inviting.getByRole("textbox", { name: "E-mail addresses" });
  await addresses.fill(
    `Grace Hopper <grace@example.com>, linus@example.com; GRACE@example.com\n${member.email} waiting@example.com barbara@example`,
  );
  await inviting.getByRole("combobox", { name: "Role" }).selectOption("editor");
  await inviting.getByRole("button", { name: "Create 5 invitations" }).click();
  const ready = dialog(page, "2 invitations are ready");
  await expect(ready.getByRole("list", { name: "Links" }).getByRole("listitem")).toHaveText([
    "grace@example.com",
    "linus@example.com",
  ]);
  const why = [
    `${member.email}: Already a member`,
    "waiting@example.com: Already invited. Withdraw that invitation to make a new one",
    "barbara@example: Not an e-mail address",
  ];
  await expect(ready.getByRole("list", { name: "Not invited" }).getByRole("listitem")).toHaveText(why);
  expect(await violationsAtBothSizes(page)).toEqual([]);
  // One of two links is not all.
  await ready.getByRole("button", { name: "Copy the link for grace@example.com" }).click();
  await expect(ready.getByText("Copied", { exact: true }).first()).toBeVisible();
  await ready.getByRole("button", { name: "Done" }).click();
  await expect(ready.getByRole("button", { name: "Close without copying" })).toBeVisible();
  await ready.getByRole("button", { name: "Copy the link for linus@example.com" }).click();
  await ready.getByRole("button", { name: "Done" }).click();

  // What failed waits to be corrected, with the role that was chosen.
  await expect(addresses).toHaveValue(`${member.email}\nwaiting@example.com\nbarbara@example`);
  await expect(inviting.getByRole("list", { name: "Not invited" }).getByRole("listitem")).toHaveText(why);
  await expect(inviting.getByRole("combobox", { name: "Role" })).toHaveValue("editor");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await addresses.fill("waiting@example.com");
  await inviting.getByRole("button", { name: "Create invitation" }).click();
  await expect(inviting.getByRole("list", { name: "Not invited" }).getByRole("listitem")).toHaveText([why[1] ?? ""]);
  await addresses.fill("barbara@example.com");
  await inviting.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog(page, "The invitation is ready")).toContainText("barbara@example.com becomes an editor");
  const made = await api(page).call(listInvitations, { params: { id: team.id } });
  expect(made.map(({ email, role }) => [email, role])).toEqual([
    ["barbara@example.com", "editor"],
    ["linus@example.com", "editor"],
    ["grace@example.com", "editor"],
    ["waiting@example.com", "reader"],
  ]);
});

test("two people with one env file: without unsaved text the new one is shown, with unsaved text the change is told and nothing overwritten", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const grace = await somebodyElse(browser);
  await join(page, team.id, grace.page, { role: "editor" });
  const { data: project } = await team.call(createEnvProject, { body: { name: "checkout" } });
  const params = { id: project.id };
  const { data: file } = await team.call(saveEnvFile, { params, body: { fileType: "env", content: "PORT=1\n" } });
  const hers = api(grace.page, undefined, team.id);
  const write = (content: string) => hers.call(saveEnvFile, { params, body: { fileType: "env", content } });

  await page.goto(team.at(`/envs/${project.id}`));
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  const editor = page.getByRole("textbox", { name: "Text of .env" });
  await expect(editor).toContainText("PORT=1");
  await write("PORT=2\n");
  // As when she looks at this window again.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(editor).toContainText("PORT=2");

  await editor.press("ControlOrMeta+End");
  await page.keyboard.type("MINE=1");
  await write("PORT=3\n");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const alert = page.getByRole("alert").filter({ hasText: ".env has been changed by somebody else" });
  await expect(alert).toBeVisible();
  await expect(editor).toContainText("MINE=1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(alert).toBeVisible();
  const stored = async () => (await team.call(revealEnvFile, { params: { ...params, fileId: file.id } })).data.content;
  expect(await stored()).toBe("PORT=3\n");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(editor).toContainText("PORT=3");
  await expect(alert).toBeHidden();
});

test("a reader and an auditor are offered what their role may do, and a limited one no two-factor codes", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  await team.anEntry((await team.aCategory()).id);
  await team.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
  const [reader, auditor, limited] = [
    await somebodyElse(browser),
    await somebodyElse(browser),
    await somebodyElse(browser),
  ];
  await join(page, team.id, reader.page, { role: "reader" });
  await join(page, team.id, auditor.page, { role: "auditor" });
  await join(page, team.id, limited.page, { role: "editor", projects: ["billing"] });
  const main = (of: Page) => of.getByRole("main");

  await reader.page.goto(team.at("/vault"));
  await expect(main(reader.page).getByRole("button", { name: "Copy STRIPE_SECRET_KEY for billing" })).toBeVisible();
  await expect(main(reader.page).getByRole("button", { name: /New|Edit|Delete/ })).toHaveCount(0);
  await auditor.page.goto(team.at("/vault"));
  await expect(
    main(auditor.page).getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true }),
  ).toBeVisible();
  await expect(main(auditor.page).getByRole("button", { name: /New|Edit|Delete|Copy|Show/ })).toHaveCount(0);
  await auditor.page.goto(team.at("/2fa"));
  await expect(main(auditor.page).getByRole("heading", { name: "GitHub" })).toBeVisible();
  await expect(main(auditor.page).getByRole("button")).toHaveCount(0);
  await auditor.page.goto(team.at("/access-keys?new=key"));
  const form = dialog(auditor.page, "Create access key");
  await expect(form.getByRole("checkbox", { name: "entries:read" })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: /:(reveal|write)$/ })).toHaveCount(0);
  await auditor.page.goto(team.at("/settings"));
  await expect(main(auditor.page).getByRole("button")).toHaveText(["Leave…"]);

  await limited.page.goto(team.at());
  await expect(main(limited.page).getByRole("list", { name: "Recently changed" }).getByText("billing")).toBeVisible();
  await expect(limited.page.getByRole("link", { name: "Two-factor codes" })).toHaveCount(0);
  await limited.page.goto(team.at("/vault"));
  await expect(main(limited.page).getByRole("button", { name: "New entry" })).toBeVisible();
  await expect(limited.page.getByRole("button", { name: /category/ })).toHaveCount(0);
});

test("every way through the pages keeps the place, and what is moved is there @phone", async ({ page }) => {
  await signUp(page);
  const team = await aTeam(page);
  await api(page).anEntry((await api(page).aCategory()).id, { name: "private" });
  const { data: linking } = await api(page).call(createEnvProject, { body: { name: "linking" } });
  await api(page).call(saveEnvFile, {
    params: { id: linking.id },
    body: { fileType: "env", content: "KEY=svc://Stripe/private/-\n" },
  });
  await page.goto(team.at());
  await page
    .getByRole("navigation", { name: "Pages" })
    .filter({ visible: true })
    .getByRole("link", { name: "Vault" })
    .click();
  await expect(page).toHaveURL(team.at("/vault"));
  await expect(page.getByText("Start with a category")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(team.at("/envs"));
  await find(page, "new category", "New category");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "New category")).toBeVisible();
  await expect(page).toHaveURL(team.at("/vault"));
  await page.keyboard.press("Escape");

  await find(page, "my vault", "My vault");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await page.goto("/vault");
  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for private", exact: true }).click();
  // The panel stays open if nothing is moved.
  const move = () => page.getByRole("button", { name: "Move to…" }).click();
  await move();
  const moving = dialog(page, "Move STRIPE_SECRET_KEY for private?");
  await expect(moving.getByText("linking’s .env links to it. Its link will be broken until")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Move to…" })).toBeFocused();
  // The other vault may have such an entry, which nobody could tell from this one.
  const twin = await team.anEntry((await team.aCategory()).id, { name: "private" });
  await move();
  await expect(moving.getByText("Payments has Stripe for private already.")).toBeVisible();
  await page.keyboard.press("Escape");
  await team.call(deleteEntry, { params: { id: twin.id } });
  await move();
  await moving.getByRole("button", { name: "Move entry" }).click();
  await expect(page.getByText("STRIPE_SECRET_KEY for private was moved to Payments").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "STRIPE_SECRET_KEY for private", exact: true })).toHaveCount(0);
  await switcher(page).click();
  await page.getByRole("menuitem", { name: "Payments" }).click();
  await expect(page).toHaveURL(team.at());
  await page.goto(team.at("/vault"));
  await page.getByRole("button", { name: "Show STRIPE_SECRET_KEY for private" }).click();
  await expect(page.getByText("sk_test_not_a_real_key")).toBeVisible();
});

test("what is to be moved to a team that is gone goes to no other one @phone", async ({ page }) => {
  await signUp(page);
  const gone = await aTeam(page, "Accounting");
  await aTeam(page);
  await api(page).anEntry((await api(page).aCategory()).id);
  await page.goto("/vault");
  await page.getByRole("button", { name: "STRIPE_SECRET_KEY for billing", exact: true }).click();
  await api(page).call(deleteTeam, { params: { id: gone.id }, body: { name: "Accounting" } });
  await page.getByRole("button", { name: "Move to…" }).click();
  const moving = dialog(page, "Move STRIPE_SECRET_KEY for billing?");
  await expect(moving.getByText("Nothing can be moved to the chosen team any more.")).toBeVisible();
  await expect(moving.getByLabel("Move to")).toHaveValue("");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await moving.getByRole("button", { name: "Move entry" }).click();
  await expect(moving.getByLabel("Move to")).toBeFocused();
  await moving.getByLabel("Move to").selectOption("Payments");
  await moving.getByRole("button", { name: "Move entry" }).click();
  await expect(page.getByText("STRIPE_SECRET_KEY for billing was moved to Payments").first()).toBeVisible();
});

test("a project moves to a team in one step, its entries and env project, whose links go on @phone", async ({
  page,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const { id } = await api(page).aCategory();
  for (const environment of ["development", "production"] as const) await api(page).anEntry(id, { environment });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const params = { id: project.id };
  const content = "KEY=svc://Stripe/billing/production\n";
  const { data: file } = await api(page).call(saveEnvFile, { params, body: { fileType: "env", content } });
  // Who starts with its env files is led to where all of it moves at once.
  await page.goto(`/envs/${project.id}`);
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const moving = dialog(page, "Move billing?");
  await expect(moving).toContainText("The 2 entries of billing stay in your own vault.");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await moving.getByRole("link", { name: "The project’s page" }).click();
  await expect(page).toHaveURL("/projects/billing");
  await expect(moving).toHaveCount(0);

  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await expect(moving).toContainText("2 entries and 1 env project move in one step");
  // Its own file goes along.
  await page.waitForLoadState("networkidle");
  await expect(moving.getByText("links to")).toHaveCount(0);
  // Of links and of twins: there before there is anything to say, so that a screen reader is told of what appears in them.
  await expect(moving.locator("div[role=status]")).toHaveText(["", ""]);
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await moving.getByRole("button", { name: "Move project" }).click();
  await expect(page).toHaveURL("/projects");
  await expect(page.getByText("billing was moved to Payments").first()).toBeVisible();
  await page.goto(team.at("/projects/billing"));
  await expect(page.getByRole("grid").getByText("STRIPE_SECRET_KEY", { exact: true })).toBeVisible();
  const { data: resolved } = await team.call(revealEnvFile, {
    params: { ...params, fileId: file.id },
    query: { resolve: "true" },
  });
  expect(resolved.content).toBe("KEY=sk_test_not_a_real_key\n");
});

test("of a project that has no entries, nothing is said of links between them", async ({ page }) => {
  await signUp(page);
  await aTeam(page);
  await api(page).call(createEnvProject, { body: { name: "billing" } });
  await page.goto("/projects/billing");
  await page.getByRole("button", { name: "Actions for billing" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await expect(dialog(page, "Move billing?")).toContainText("1 env project moves. Links in its files will break");
});

test("an env project and a two-factor token move from a team to one's own vault", async ({ page }) => {
  await signUp(page);
  const team = await aTeam(page);
  const { data: project } = await team.call(createEnvProject, { body: { name: "checkout" } });
  await team.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
  await page.goto(team.at(`/envs/${project.id}`));
  await page.getByRole("button", { name: "Actions for checkout" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await dialog(page, "Move checkout?").getByRole("button", { name: "Move env project" }).click();
  await expect(page).toHaveURL(team.at("/envs"));
  await expect(page.getByText("No env projects yet")).toBeVisible();
  await page.goto(team.at("/2fa"));
  await page.getByRole("button", { name: /^Actions for GitHub/ }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await dialog(page, /^Move GitHub/)
    .getByRole("button", { name: "Move two-factor token" })
    .click();
  await expect(page.getByText("No two-factor tokens yet")).toBeVisible();
  await page.goto("/envs");
  await expect(page.getByRole("link", { name: "checkout" })).toBeVisible();
  await page.goto("/2fa");
  await page.getByRole("button", { name: /^Show the code of GitHub/ }).click();
  await expect(page.getByTestId("code")).toHaveText(/^\d{3} \d{3}$/);
});

test("whoever goes elsewhere while an env project is moved, or is on their way, is told and stays or arrives there", async ({
  page,
}) => {
  await signUp(page);
  await aTeam(page);
  const arrive = await holdAnswers(page, "**/activity?_rsc=*");
  for (const isLeftFirst of [false, true]) {
    const { data: project } = await api(page).call(createEnvProject, { body: { name: "checkout" } });
    const answer = await holdAnswers(page, "**/api/transfer");
    await page.goto(`/envs/${project.id}`);
    await page.getByRole("button", { name: "Actions for checkout" }).click();
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await dialog(page, "Move checkout?").getByRole("button", { name: "Move env project" }).click();
    await expect(dialog(page, "Move checkout?").getByRole("button", { name: "Cancel" })).toBeDisabled();
    await find(page, "activity", "Activity");
    const isAskedFor = page.waitForRequest("**/activity?_rsc=*");
    await page.keyboard.press("Enter");
    await isAskedFor;
    if (isLeftFirst) await expect(page).toHaveURL("/activity");
    answer();
    await expect(page.getByText("checkout was moved to Payments").first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await untilIdle(page);
    arrive();
    await expect(page).toHaveURL("/activity");
    await page.unroute("**/api/transfer");
  }
});

test("an invitation leads somebody without an account through registration into the team", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const { url } = await api(page).call(createInvitation, { params: { id: team.id }, body: { role: "reader" } });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/invitation${new URL(url).hash}`);
  await guest.getByRole("link", { name: "Create an account" }).click();
  expect(guest.url()).not.toContain(new URL(url).hash.slice(1));
  await guest.getByRole("textbox", { name: "E-mail address" }).fill(`guest-${team.id}@example.com`);
  await guest.getByRole("textbox", { name: "Password" }).fill("four unrelated words here");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest).toHaveURL(team.at());
});

test("an invitation that no longer works is told at registration, which goes on without it", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const { id: invitationId, url } = await api(page).call(createInvitation, {
    params: { id: team.id },
    body: { role: "reader" },
  });
  await api(page).call(deleteInvitation, { params: { id: team.id, invitationId } });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/invitation${new URL(url).hash}`);
  await guest.getByRole("link", { name: "Create an account" }).click();
  await guest.getByRole("textbox", { name: "E-mail address" }).fill(`late-${team.id}@example.com`);
  await guest.getByRole("textbox", { name: "Password" }).fill("four unrelated words here");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("alert").filter({ hasText: "This invitation does not work" })).toContainText(
    "is for another e-mail address. Ask for a new link.",
  );
  await guest.getByRole("button", { name: "Create an account without joining" }).click();
  await expect(guest.getByRole("heading", { name: /Your vault is empty/ })).toBeVisible();
  await expect(guest).toHaveURL("/");
});

test("where registration is closed, an invitation still lets somebody in", async ({ page, browser }) => {
  const vault = await startVault({ env: { AUTH_REGISTRATION: "closed" } });
  try {
    const at = `http://localhost:${vault.port}`;
    const { session } = await seedUser(vault.dataDir, { password: "not-a-real-password", name: "Ada", userAgent: "" });
    await page
      .context()
      .addCookies([{ name: sessionCookie, value: session, url: at, httpOnly: true, sameSite: "Lax" }]);
    const { id } = await api(page, at).call(createTeam, { body: { name: "Payments" } });
    const { url } = await api(page, at).call(createInvitation, { params: { id }, body: { role: "reader" } });
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${at}/register?from=/invitation`);
    await expect(guest.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
    await guest.goto(`${at}/invitation${new URL(url).hash}`);
    await guest.getByRole("link", { name: "Sign in" }).click();
    await guest.getByRole("link", { name: "Create one" }).click();
    await expect(guest.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await guest.getByRole("textbox", { name: "E-mail address" }).fill("grace@example.com");
    await guest.getByRole("textbox", { name: "Password" }).fill("four unrelated words here");
    await guest.getByRole("button", { name: "Create account" }).click();
    await expect(guest).toHaveURL(`${at}/teams/${id}`);
  } finally {
    await vault.stop();
    removeDataDir(vault.dataDir);
  }
});

test("an account whose teams would end names them and asks, before they are deleted with it", async ({ page }) => {
  const { email } = await signUp(page);
  const team = await aTeam(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete account…" }).click();
  const asking = dialog(page, "Delete your account?");
  await asking.getByRole("textbox").fill(email);
  await asking.getByRole("button", { name: "Delete account" }).click();
  await expect(asking.getByRole("list", { name: "Teams that are deleted too" })).toHaveText("Payments");
  expect(await api(page).call(listTeams)).toHaveLength(1);
  await asking.getByRole("checkbox", { name: "Delete this team as well" }).check();
  await asking.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(team.id).toBeTruthy();
});

test("the only owner of a team with other members is told how to leave, and may once there is another owner", async ({
  page,
  browser,
}) => {
  await signUp(page);
  const team = await aTeam(page);
  const member = await somebodyElse(browser);
  await join(page, team.id, member.page, { role: "reader" });
  await page.goto(team.at("/settings"));
  await page.getByRole("button", { name: "Leave the team…" }).click();
  const notYet = dialog(page, "You can’t leave Payments yet");
  await expect(notYet).toContainText("Choose “Change role…” beside another member");
  await expect(notYet).not.toContainText("Invite somebody");
  await notYet.getByRole("button", { name: "Close" }).last().click();
  // Of the other one nothing holds that.
  await page
    .getByRole("list", { name: "Members" })
    .getByRole("listitem")
    .filter({ hasText: member.email })
    .getByRole("button", { name: /Change role/ })
    .click();
  const role = page.getByRole("dialog");
  await expect(role).toContainText("Takes effect with the next request");
  await expect(role).not.toContainText("only owner");
  await page.keyboard.press("Escape");
  await expect(role).toHaveCount(0);

  const members = await api(page).call(listMembers, { params: { id: team.id } });
  const { userId = "" } = members.find(({ email }) => email === member.email) ?? {};
  await api(page).call(updateMember, { params: { id: team.id, userId }, body: { role: "owner" } });
  await page.reload();
  await page.getByRole("button", { name: "Leave the team…" }).click();
  await expect(dialog(page, "Leave Payments?")).toBeVisible();
  await expect(notYet).toHaveCount(0);
});

test("a team is renamed, left alone by its last owner, and deleted by its name", async ({ page }) => {
  await signUp(page);
  const team = await aTeam(page);
  await page.goto(team.at("/settings"));
  await page.getByRole("button", { name: "Rename team…" }).click();
  await dialog(page, "Rename team").getByRole("textbox", { name: "Name" }).fill("Billing");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  // A role that was chosen is not lost to a key.
  await page.getByRole("button", { name: "Change role of" }).click();
  await dialog(page, "Change your role").getByRole("combobox", { name: "Role" }).selectOption("reader");
  await expect(dialog(page, "Change your role")).toContainText("for your access keys");
  await expect(dialog(page, "Change your role")).toContainText(
    "You are the only owner: another member must become one",
  );
  await page.keyboard.press("Escape");
  await dialog(page, "Discard what you typed?").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Leave the team…" }).click();
  // Told before it is asked, with what to do.
  const notYet = dialog(page, "You can’t leave Billing yet");
  await expect(notYet).toContainText("You are its only owner");
  await expect(notYet).toContainText("Invite somebody as an owner");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await notYet.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Delete team…" }).click();
  await dialog(page, "Delete the team Billing?").getByRole("textbox").fill("Billing");
  await dialog(page, "Delete the team Billing?").getByRole("button", { name: "Delete team" }).click();
  await expect(page).toHaveURL("/");
  expect(await api(page).call(listTeams)).toEqual([]);
});
