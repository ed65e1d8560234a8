import { expect, test } from "@playwright/test";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { api, signUp } from "../../support/browser/browser-actors";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("each key shows when it expires, when it was used and what it may do", async ({ page }) => {
  await signUp(page);
  for (const [name, expiresAt] of [
    ["endless", undefined],
    ["far", inDays(200)],
    ["soon", inDays(3)],
    ["gone", inDays(-3)],
  ] as const) {
    await api(page).call(createAccessKey, {
      body: { name, scopes: ["entries:read", "entries:reveal", "stats:read"], ...(expiresAt && { expiresAt }) },
    });
  }
  await page.goto("/access-keys");
  for (const [name, badge] of [
    ["endless", "No expiry"],
    ["far", /^Expires \d+ \w+ \d{4}$/],
    ["soon", "Expires in 3 days"],
    ["gone", "Expired 3 days ago"],
  ] as const) {
    const row = page
      .getByRole("list", { name: "Access keys" })
      .locator("> li")
      .filter({ has: page.getByRole("heading", { name }) });
    await expect(row.getByText(badge)).toBeVisible();
    await expect(row.getByText("Never used")).toBeVisible();
    await expect(row.getByRole("list", { name: `Scopes of ${name}` })).toContainText("entries: read, reveal");
  }
});

test("a key is revoked after its name is typed, is refused from then on, and the focus moves to the next one @phone", async ({
  page,
  request,
  baseURL,
}) => {
  await signUp(page);
  const laptop = await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["stats:read"] } });
  await api(page).call(createAccessKey, { body: { name: "phone", scopes: ["stats:read"] } });
  const use = async () =>
    (await request.get(`${baseURL}/api/stats`, { headers: { Authorization: `Bearer ${laptop.key}` } })).status();
  expect(await use()).toBe(200);
  await page.goto("/access-keys");
  await page.getByRole("button", { name: /^Revoke laptop, svc_/ }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke the access key laptop?" });
  await expect(dialog).toContainText(laptop.keyPrefix);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: /^Revoke laptop, svc_/ })).toBeFocused();
  expect(await use()).toBe(200);
  await page.getByRole("button", { name: /^Revoke laptop, svc_/ }).click();
  await dialog.getByRole("button", { name: "Revoke access key" }).click();
  await expect(page.getByText(/^The access key laptop \(svc_.{6}…\) was revoked$/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "laptop" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Revoke phone, svc_/ })).toBeFocused();
  expect(await use()).toBe(401);

  await page.getByRole("button", { name: /^Revoke phone, svc_/ }).click();
  await page.getByRole("button", { name: "Revoke access key" }).click();
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create access key" })).toBeFocused();
});

test("a failed revocation is reported in its dialog; a key that is already gone counts as revoked", async ({
  page,
}) => {
  await signUp(page);
  const laptop = await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["stats:read"] } });
  await page.goto("/access-keys");
  await page.route("**/api/access-keys/*", (route) => route.abort());
  await page.getByRole("button", { name: /^Revoke laptop, svc_/ }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke the access key laptop?" });
  await dialog.getByRole("button", { name: "Revoke access key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("can't be reached");
  await page.unroute("**/api/access-keys/*");
  await api(page).call(revokeAccessKey, { params: { id: laptop.id } });
  await dialog.getByRole("button", { name: "Revoke access key" }).click();
  await expect(page.getByText("No access keys yet")).toBeVisible();
});

test("the empty list offers the next step; without a response the page says so and tries again", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/access-keys", (route) => route.abort());
  await page.goto("/access-keys");
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "No answer from the vault" });
  await expect(failure).toBeVisible();
  await expect(page.getByText("No access keys yet")).toHaveCount(0);
  await page.unroute("**/api/access-keys");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No access keys yet")).toBeVisible();
  await page.getByRole("button", { name: "Create access key" }).click();
  await expect(page.getByRole("dialog", { name: "Create access key" })).toBeVisible();
});

test("a row says in words what its key is limited to, and fits a narrow screen with long names and many of them @phone", async ({
  page,
}) => {
  await signUp(page);
  const scopes = ["entries:read" as const];
  const projects = ["x".repeat(200), ...Array.from({ length: 59 }, (_, at) => `project ${at}`)];
  const limited = await api(page).call(createAccessKey, {
    body: { name: "n".repeat(200), scopes, projects, environments: ["production"], addresses: ["10.0.0.0/8"] },
  });
  await api(page).call(rotateAccessKey, { params: { id: limited.id }, body: { overlapHours: 24 } });
  await api(page).call(createAccessKey, { body: { name: "trap", scopes, canary: true } });
  await api(page).call(createAccessKey, { body: { name: "free", scopes } });
  await page.goto("/access-keys");
  const row = (name: string) =>
    page
      .getByRole("list", { name: "Access keys" })
      .locator("> li")
      .filter({ has: page.getByRole("heading", { name }) });
  await expect(row("free")).toContainText("Reaches the whole vault.");
  await expect(row("trap")).toContainText("Canary");
  await expect(row("trap")).toContainText("every use is refused and raises an alarm");
  // Which the vault would refuse.
  const rotations = page.getByRole("button", { name: /^Rotate (trap|free), / });
  expect(await rotations.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
    expect.stringContaining("Rotate free, "),
  ]);
  const long = row(limited.name);
  await expect(long).toContainText("“project 0”, “project 1” and 57 more in production, from 10.0.0.0/8.");
  await expect(long).toContainText(/Previous key works until \d+ \w+ \d{4}, \d\d:\d\d/);
  await long.getByText("All 60 projects").click();
  await expect(long.getByText("project 58", { exact: true })).toBeVisible();
  await expect(long.getByRole("button", { name: /^Revoke / })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
