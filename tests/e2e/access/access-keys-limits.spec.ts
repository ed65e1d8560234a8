import { expect, test, type Page } from "@playwright/test";
import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { api, proofGrowsOld, signUp } from "../../support/browser/browser-actors";

const form = (page: Page) => page.getByRole("dialog", { name: "Create access key" });
const submit = (page: Page) => form(page).getByRole("button", { name: "Create access key" }).click();
const shownKey = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `${name} is ready` }).getByLabel("The key", { exact: true });

test("a key for one project in production reveals there, and finds nothing elsewhere", async ({
  page,
  request,
  baseURL,
}) => {
  await signUp(page);
  const category = await api(page).aCategory();
  const inside = await api(page).anEntry(category.id, { environment: "production" });
  const staging = await api(page).anEntry(category.id, { environment: "staging" });
  const shop = await api(page).anEntry(category.id, { name: "shop", environment: "production" });
  await api(page).call(createEnvProject, { body: { name: "storefront", description: "" } });

  await page.goto("/access-keys?new=key");
  await form(page).getByRole("textbox", { name: "Name" }).fill("deploy");
  await expect(form(page).getByRole("list", { name: "Projects to choose from" }).getByRole("checkbox")).toHaveCount(3);
  const tokens = form(page).getByRole("checkbox", { name: "2fa:read" });
  await expect(tokens).toBeChecked();
  await form(page).getByRole("checkbox", { name: "billing" }).check();
  await form(page).getByRole("checkbox", { name: "Production" }).check();
  await form(page).getByText("CI", { exact: true }).click();
  await expect(tokens).toHaveCount(0);
  await expect(form(page).getByText("Two-factor tokens and changes to categories are not offered")).toBeVisible();
  await form(page).getByText("More limits").click();
  await form(page).getByLabel("Values a day").fill("100");
  await expect(
    form(page).getByText(
      /^It can read names, reveal values and export every value in the project billing in production, at most 100 values a day, until \d+ \w+ \d{4}\.$/,
    ),
  ).toBeVisible();
  await submit(page);

  const key = await shownKey(page, "deploy").innerText();
  const reveal = async (id: string) =>
    (
      await request.post(`${baseURL}/api/entries/${id}/reveal`, { headers: { Authorization: `Bearer ${key}` } })
    ).status();
  expect(await reveal(inside.id)).toBe(200);
  expect(await reveal(staging.id)).toBe(404);
  expect(await reveal(shop.id)).toBe(404);
  expect(await api(page).call(listAccessKeys)).toMatchObject([
    { projects: ["billing"], environments: ["production"], addresses: null, revealsPerDay: 100, canary: false },
  ]);
});

test("what is typed and not added, and what is no address or number, is told at its field", async ({ page }) => {
  await signUp(page);
  await page.goto("/access-keys?new=key");
  await form(page).getByRole("textbox", { name: "Name" }).fill("deploy");
  const projects = form(page).getByRole("textbox", { name: "Projects" });
  await projects.fill("billing");
  await form(page).getByText("More limits").click();
  await form(page).getByLabel("IP addresses").fill("10.0.0.0/8\n10.0.0");
  await form(page).getByLabel("Values a day").fill("0");
  await submit(page);
  await expect(projects).toBeFocused();
  await expect(projects).toHaveAccessibleDescription(/Add this project, or clear the field/);
  await expect(form(page).getByLabel("IP addresses")).toHaveAccessibleDescription(/10\.0\.0 must be an IP address/);
  await expect(form(page).getByLabel("Values a day")).toHaveAccessibleDescription(/from 1 to 1,000,000/);
  expect(await api(page).call(listAccessKeys)).toEqual([]);

  await form(page).getByRole("button", { name: "Add “billing”" }).click();
  await expect(form(page).getByRole("checkbox", { name: "billing" })).toBeChecked();
  await form(page).getByLabel("IP addresses").fill("10.0.0.0/8");
  await form(page).getByLabel("Values a day").fill("");
  await expect(form(page).getByRole("alert")).toHaveCount(0);
  await submit(page);
  await expect(shownKey(page, "deploy")).toBeVisible();
  expect(await api(page).call(listAccessKeys)).toMatchObject([{ projects: ["billing"], addresses: ["10.0.0.0/8"] }]);
});

test("a rotation asks for the password, shows the new key once, and both keys work until the overlap ends", async ({
  page,
  request,
  baseURL,
}) => {
  const user = await signUp(page);
  const former = await api(page).call(createAccessKey, { body: { name: "laptop", scopes: ["stats:read"] } });
  proofGrowsOld(user);
  await page.goto("/access-keys");
  await page.getByRole("button", { name: /^Rotate laptop, svc_/ }).click();
  const rotation = page.getByRole("dialog", { name: "Rotate the access key laptop?" });
  await expect(rotation.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await rotation.getByRole("button", { name: "Rotate access key" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");

  const key = await shownKey(page, "laptop").innerText();
  await expect(page.getByText(/^The previous key works until /)).toBeVisible();
  const use = async (one: string) =>
    (await request.get(`${baseURL}/api/stats`, { headers: { Authorization: `Bearer ${one}` } })).status();
  expect(key).not.toBe(former.key);
  expect([await use(key), await use(former.key)]).toEqual([200, 200]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const button = page.getByRole("button", { name: `Rotate laptop, ${key.slice(0, 10)}…` });
  await expect(button).toBeFocused();
  await expect(page.getByText(/^Previous key works until /)).toBeVisible();

  proofGrowsOld(user);
  await button.click();
  await rotation.getByText("None", { exact: true }).click();
  await rotation.getByRole("button", { name: "Rotate access key" }).click();
  await question.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  const last = await shownKey(page, "laptop").innerText();
  expect([await use(last), await use(key), await use(former.key)]).toEqual([200, 401, 401]);
});
