import { expect, test, type Page } from "@playwright/test";
import { createEnvProject, revealEnvFile, saveEnvFile, type EnvFileType } from "@/lib/contracts/envs";
import { api, signUp } from "../support/browser-actors";

const canary = "sk_canary_e7f1";

/** A project with one file, on the screen. */
async function openProject(page: Page, content: string, fileType: EnvFileType = "env") {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType, content } });
  await page.goto(`/envs/${project.id}`);
  return { project, kept: async () => (await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } })).data.content };
}

const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

test("a file is revealed, edited and saved; hiding leaves nothing of it behind", async ({ page, baseURL }) => {
  const faults: string[] = [];
  page.on("console", (message) => /Content Security Policy/i.test(message.text()) && faults.push(message.text()));
  page.on("request", (request) => !request.url().startsWith(`${baseURL}/`) && faults.push(request.url()));
  const { kept } = await openProject(page, `KEY=${canary}\r\nDEBUG=1\r\n`);
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  expect(await page.content()).not.toContain(canary);

  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toContainText(canary);
  await expect(editor(page)).toBeFocused();
  await expect(page.getByText("2 variables")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("NEW=2");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  // Line ends that were not typed stay as they were.
  expect(await kept()).toBe(`KEY=${canary}\r\nDEBUG=1\r\nNEW=2`);

  await page.getByRole("button", { name: "Hide .env" }).click();
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  expect(await page.content()).not.toContain(canary);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href]));
  expect(stored).not.toContain(canary);
  expect(faults).toEqual([]);
});

test("names set twice and lines that can't be read are marked, and one press leads there", async ({ page }) => {
  await openProject(page, "A=1\nB=2\nA=3\n1BAD=x\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("listitem")).toHaveText([/^Line 1A is set again on line 3/, /^Line 4A name is letters/]);
  await expect(page.locator(".cm-lint-marker-warning")).toHaveCount(1);
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  await problems.getByRole("button", { name: /Line 4/ }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("GOOD=x");
  await expect(problems.getByRole("listitem")).toHaveCount(1);
});

test("copy and download need no showing", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await openProject(page, `KEY=${canary}\n`, "env.local");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText(/Clipboard clears in \d+ s/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`KEY=${canary}\n`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  expect(download.suggestedFilename()).toBe("billing.env.local");
  expect(await page.content()).not.toContain(canary);
});

test("a dropped file becomes unsaved text that is kept by saving; what is no text is refused", async ({ page }) => {
  const { kept } = await openProject(page, "OLD=1\n");
  const drop = (bytes: number[], name: string) =>
    page.getByRole("tabpanel").locator("> div").evaluate((area, [content, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content as number[])], fileName as string));
      area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, [bytes, name] as const);
  await drop([0xff, 0xfe, 0x41], "photo.png");
  await expect(page.getByText("photo.png is not UTF-8 text").first()).toBeVisible();
  await drop([...Buffer.from("NEW=2\n")], "fresh.env");
  await expect(page.getByText("This is the text of fresh.env.", { exact: false })).toBeVisible();
  await expect(editor(page)).toContainText("NEW=2");
  expect(await kept()).toBe("OLD=1\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env was saved").first()).toBeVisible();
  expect(await kept()).toBe("NEW=2\n");
});

test("a new file is written in its tab, and deleted with what goes being said", async ({ page }) => {
  await openProject(page, "A=1\n");
  await page.getByRole("tab", { name: ".env.production" }).click();
  await page.getByRole("button", { name: "Write .env.production" }).click();
  await page.keyboard.type("A=2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env.production was saved").first()).toBeVisible();
  await page.getByRole("button", { name: "Hide .env.production" }).click();
  await page.getByRole("button", { name: "More for .env.production" }).click();
  await page.getByRole("menuitem", { name: "Delete .env.production…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete .env.production?" });
  await expect(dialog.getByText("The project’s other files stay", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete file" }).click();
  await expect(page.getByText("No .env.production yet")).toBeVisible();
  await expect(page.getByRole("tab", { name: ".env.production" })).toBeFocused();
});
