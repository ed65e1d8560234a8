import { expect, test } from "@playwright/test";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { violations } from "../../support/browser/browser-checks";
import { aModelServer, type ModelServer, plan } from "../../support/servers/model-server";
import { removeDataDir, type RunningVault, startVault } from "../../support/vaults/server";

test.describe.configure({ mode: "serial" });

let server: ModelServer;
let vault: RunningVault;
let origin: string;
const shared = { url: process.env.VAULT_TEST_URL, dataDir: process.env.VAULT_TEST_DATA_DIR };

test.beforeAll(async () => {
  server = await aModelServer();
  vault = await startVault({ env: { AI_BASE_URL: server.baseUrl, AI_MODEL: "recorder-1" } });
  origin = `http://localhost:${vault.port}`;
  // For signing up and preparing data. Other files of this worker get the shared vault back.
  Object.assign(process.env, { VAULT_TEST_URL: origin, VAULT_TEST_DATA_DIR: vault.dataDir });
});
test.afterAll(async () => {
  Object.assign(process.env, { VAULT_TEST_URL: shared.url, VAULT_TEST_DATA_DIR: shared.dataDir });
  await Promise.all([vault.stop(), server.close()]);
  removeDataDir(vault.dataDir);
});

test("with a model set up, the exact bytes are shown before any are sent, and the answer is shown as text", async ({
  page,
}) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id, {
    name: "<b>billing</b>",
    value: "sk_canary_5511",
    notes: "note_canary",
  });
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  server.answerWith(
    plan(() => ({
      matches: [
        { n: 1, reason: '<img src=x onerror="document.title=1">' },
        { n: 7, reason: "nobody's" },
      ],
      missing: ["<i>kafka</i>"],
    })),
  );
  await page.goto(`${origin}/envs/${project.id}`);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  const dialog = page.getByRole("dialog", { name: "Fill from a sentence" });
  await dialog.getByRole("textbox", { name: "Describe what you need" }).fill("Stripe für “billing”");
  await page.keyboard.press("Enter");

  const shown = dialog.getByLabel("Bytes for the model");
  await expect(shown).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(server.requests).toEqual([]);
  const bytes = await shown.textContent();
  await dialog.getByRole("button", { name: "Send to the model" }).click();
  await expect(dialog.getByRole("table")).toBeVisible();
  expect(server.requests.map(({ body }) => body)).toEqual([bytes]);
  expect(bytes).not.toMatch(/canary/);
  await expect(dialog.getByText('<img src=x onerror="document.title=1">')).toBeVisible();
  await expect(dialog.getByText("<i>kafka</i>")).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await expect(dialog.locator("img, i, b")).toHaveCount(0);
  await expect(dialog.getByText(/^Sent to the model: SHA-256 [0-9a-f]{64}$/)).toBeVisible();
});

test("the sentence can be matched here without sending anything; if a model fails, the local matcher answers with a note", async ({
  page,
}) => {
  await signUp(page);
  await api(page).anEntry((await api(page).aCategory()).id);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const before = server.requests.length;
  await page.goto(`${origin}/envs/${project.id}`);
  await page.getByRole("button", { name: "Fill from a sentence…" }).click();
  const dialog = page.getByRole("dialog", { name: "Fill from a sentence" });
  await dialog.getByRole("textbox", { name: "Describe what you need" }).fill("Stripe");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Match here, send nothing" }).click();
  await expect(dialog.getByText("1 entry matches.", { exact: false })).toBeVisible();
  expect(server.requests.length).toBe(before);

  server.answerWith({ content: "I would rather not" });
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Find entries" }).click();
  await dialog.getByRole("button", { name: "Send to the model" }).click();
  await expect(
    dialog.getByText("The AI model did not answer in the form that was asked for: the local matcher chose instead."),
  ).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
});
