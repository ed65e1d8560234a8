import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { createWebhook } from "@/lib/contracts/access/webhooks";
import { aTeam, join, somebodyElse } from "../../support/browser/team-actors";
import { api, signUp } from "../../support/browser/browser-actors";
import { holdWrites, ledTo, untilIdle } from "../../support/browser/held-answers";
import { find, ready } from "../../support/browser/palette";
import { traces, violationsAtBothSizes, violationsInBothThemes } from "../../support/browser/browser-checks";

/** A receiver that answers as `answers` says, and then 204. */
async function aReceiver(answers: number[]) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => outgoing.writeHead(answers.shift() ?? 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, host: `127.0.0.1:${port}`, stop: () => void server.close() };
}

test("a webhook is added, tried, told, changed and deleted; its secret is shown once @phone", async ({ page }) => {
  await signUp(page);
  const receiver = await aReceiver([500]);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add webhook…" }).click();
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  await form.getByLabel("Address").fill("ftp://hooks.example.com/");
  await form.getByLabel("All events").uncheck();
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("Choose at least one kind of event.")).toBeVisible();
  await form.getByLabel("Categories", { exact: true }).check();
  await form.getByLabel("Entries that are due").check();
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("must be an https address")).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByRole("button", { name: "Add webhook" }).click();
  const added = page.getByRole("dialog", { name: `${receiver.host} now gets messages` });
  const secret = await added.getByLabel("The secret").innerText();
  expect(secret).toMatch(/^whsec_.{44}$/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await added.getByRole("button", { name: "Done" }).click();
  await added.getByRole("button", { name: "Close without copying" }).click();
  await expect(added).toHaveCount(0);
  expect(await traces(page, secret)).toEqual([]);

  await page.getByRole("list", { name: "Webhooks" }).getByRole("link", { name: receiver.host }).click();
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  await expect(page.getByText("Categories, Entries that are due", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  const messages = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  await expect(messages).toContainText(["Test"]);
  await expect(messages.first()).toContainText("Failed");
  await messages.first().getByRole("button", { name: "Send again: Test" }).click();
  await expect(messages.first()).toContainText("2 attempts");
  await expect(messages.first()).toContainText("Delivered");
  await api(page).aCategory();
  await expect(async () => {
    await page.reload();
    await expect(messages.first()).toContainText("Created a category", { timeout: 1_000 });
  }).toPass();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Change…" }).click();
  const change = page.getByRole("dialog", { name: "Change the webhook" });
  await expect(change.getByLabel("Address")).toHaveValue(receiver.url);
  await change.getByLabel("All events").check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("All events", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole("button", { name: "Add webhook…" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Webhooks" })).toHaveCount(0);
  receiver.stop();
});

test("a webhook that fails is shown as such, one that is gone as off and turned on again, one that never was as missing", async ({
  page,
}) => {
  await signUp(page);
  const down = await api(page).call(createWebhook, {
    body: { url: "http://127.0.0.1:1/not-real", events: ["category.*"] },
  });
  const receiver = await aReceiver([410]);
  const { id } = await api(page).call(createWebhook, { body: { url: receiver.url, events: ["category.*"] } });
  await api(page).aCategory();
  await expect(async () => {
    await page.goto(`/webhooks/${id}`);
    await expect(page.getByText("Off: the receiver is gone")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await violationsAtBothSizes(page)).toEqual([]);
  // The server renders it at once, without what may be a secret.
  const rendered = await (await page.request.get(`/webhooks/${down.id}`)).text();
  expect(rendered).toContain("A message could not be delivered");
  expect(rendered).not.toContain("not-real");
  await page.goto(`/webhooks/${down.id}`);
  await expect(page.locator('aside a[href="/settings"]')).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveTitle(/^127\.0\.0\.1:1/);
  await expect(page.getByText("First tried")).toContainText(/just now|ago/);
  await expect(page.getByRole("listitem").filter({ hasText: "no connection" })).toContainText("next attempt");
  expect(await violationsAtBothSizes(page)).toEqual([]);
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Turn on…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Change…" })).toBeVisible();
  await expect(page.getByText("Off: the receiver is gone")).toHaveCount(0);
  await page.goto("/webhooks/00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("There is no such webhook")).toBeVisible();
  receiver.stop();
});

test("in a team, its owners have webhooks, and other members see none of it", async ({ page, browser }) => {
  await signUp(page);
  const team = await aTeam(page);
  const member = await somebodyElse(browser);
  await join(page, team.id, member.page, { role: "editor" });
  await page.goto(`/teams/${team.id}/settings`);
  await expect(page.getByRole("button", { name: "Add webhook…" })).toBeVisible();
  await member.page.goto(`/teams/${team.id}/settings`);
  await expect(member.page.getByRole("heading", { name: "Links that open once" })).toBeVisible();
  await expect(member.page.getByRole("heading", { name: "Webhooks" })).toHaveCount(0);
});

test("whoever leaves a webhook while it is deleted stays where they went", async ({ page }) => {
  await signUp(page);
  const { id } = await api(page).call(createWebhook, {
    body: { url: "https://hooks.example.com/", events: ["category.*"] },
  });
  const answer = await holdWrites(page, `**/api/webhooks/${id}`);
  await ready(page, `/webhooks/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await find(page, "activity");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/activity");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const led = ledTo(page, "/settings");
  answer();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "The webhook hooks.example.com was deleted",
  );
  await untilIdle(page);
  expect(led).toEqual([]);
  await expect(page).toHaveURL("/activity");
});
