import { expect, test, type Page } from "@playwright/test";
import { createEnvProject, revealEnvFile, saveEnvFile, type EnvFileType } from "@/lib/contracts/vault/envs";
import { api, signUp } from "../../support/browser/browser-actors";
import { violations } from "../../support/browser/browser-checks";

const canary = "sk_canary_e7f1";

/** A project with one revealed file. */
async function openProject(page: Page, content: string, fileType: EnvFileType = "env") {
  await signUp(page);
  const { data: project } = await api(page).call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await api(page).call(saveEnvFile, { params: { id: project.id }, body: { fileType, content } });
  await page.goto(`/envs/${project.id}`);
  return {
    project,
    kept: async () =>
      (await api(page).call(revealEnvFile, { params: { id: project.id, fileId: file.id } })).data.content,
  };
}

const editor = (page: Page) => page.getByRole("textbox", { name: /^Text of / });

test("a file is revealed, edited and saved; hiding it leaves nothing behind @phone", async ({ page, baseURL }) => {
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
  // Line ends that were not edited stay unchanged.
  expect(await kept()).toBe(`KEY=${canary}\r\nDEBUG=1\r\nNEW=2`);

  await page.getByRole("button", { name: "Hide .env" }).click();
  await expect(page.getByText(".env is encrypted")).toBeVisible();
  expect(await page.content()).not.toContain(canary);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.location.href]),
  );
  expect(stored).not.toContain(canary);
  expect(faults).toEqual([]);
});

test("repeated names and invalid lines are marked, and one press leads there @phone", async ({ page }) => {
  await openProject(page, "A=1\nB=2\nA=3\n1BAD=x\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("listitem")).toHaveText([
    /^Line 1A is set again on line 3/,
    /^Line 4A name is letters/,
  ]);
  await expect(page.locator(".cm-lint-marker-warning")).toHaveCount(1);
  await expect(page.locator(".cm-lint-marker-error")).toHaveCount(1);
  await problems.getByRole("button", { name: /Line 4/ }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("GOOD=x");
  await expect(problems.getByRole("listitem")).toHaveCount(1);
});

test("a text with new problems is saved only after a confirmation; old problems cause none", async ({ page }) => {
  const { kept } = await openProject(page, "OLD LINE\nA=1\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("B=2\n");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText(".env was saved").first()).toBeVisible();

  await page.keyboard.type("1BAD=x\nQ='open\nA=3");
  await page.keyboard.press("ControlOrMeta+s");
  const question = page.getByRole("dialog", { name: "Save .env with 3 problems?" });
  await expect(question.getByRole("listitem")).toHaveText([
    /^Line 2: A is set again on line 6/,
    /^Line 4: A name is letters/,
    /^Line 5: The opening ' has no closing '/,
  ]);
  await expect(question.getByText("Saving replaces the .env in the vault.", { exact: false })).toBeVisible();
  expect(await kept()).toBe("OLD LINE\nA=1\nB=2\n");
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+s");
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(kept).toBe("OLD LINE\nA=1\nB=2\n1BAD=x\nQ='open\nA=3");
});

test("leaving a text with problems mentions them too", async ({ page }) => {
  const { kept } = await openProject(page, "A=1\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("1BAD=x\n");
  await page.getByRole("tab", { name: ".env.local" }).click();
  const question = page.getByRole("dialog", { name: "Save .env first?" });
  await expect(question.getByText(/^Line 1: A name is letters/)).toBeVisible();
  expect(await kept()).toBe("A=1\n");
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText("No .env.local yet")).toBeVisible();
  expect(await kept()).toBe("1BAD=x\nA=1\n");
});

test("the list of problems is visible under a long text, and does not cover the edited line @phone", async ({
  page,
  hasTouch,
}) => {
  await openProject(page, Array.from({ length: 200 }, (_, line) => `NAME_${line}=x\n`).join(""));
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  // At once, as a paste: the list appears after the last change, and nothing typed later brings the line out again.
  await page.keyboard.insertText("1BAD=x\n2BAD=x\n3BAD=x\nLAST=1");
  const problems = page.getByRole("region", { name: "Problems" });
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  // On a phone there is room only for the first one: the list itself scrolls to the others.
  for (const problem of (await problems.getByRole("listitem").all()).slice(0, hasTouch ? 1 : 3))
    await expect(problem).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const [list, line] = await Promise.all([problems.boundingBox(), page.locator(".cm-activeLine").boundingBox()]);
      return (list?.y ?? 0) - (line?.y ?? Infinity) - (line?.height ?? 0);
    })
    .toBeGreaterThanOrEqual(0);
  await expect(page.locator(".cm-activeLine")).toHaveText("LAST=1");
  await expect(page.locator(".cm-activeLine")).toBeInViewport({ ratio: 1 });
});

test("the editor's search has the dashboard's own colours and size @phone", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "theme", value: "dark", url: baseURL ?? "" }]);
  await openProject(page, "KEY=1\n");
  await page.getByRole("button", { name: "Reveal and edit" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+f");
  const find = page.getByRole("textbox", { name: "Find" });
  await expect(find).toBeFocused();
  await page.keyboard.type("KEY");
  const look = await find.evaluate((element) => {
    const { color, backgroundColor, fontSize } = getComputedStyle(element);
    const surface = getComputedStyle(element.closest("section") ?? document.body).backgroundColor;
    return { color, onSurface: backgroundColor === surface, fontSize: Number.parseFloat(fontSize) };
  });
  expect(look).toMatchObject({ color: "rgb(229, 236, 233)", onSurface: true });
  expect(look.fontSize).toBeGreaterThanOrEqual(13);
  for (const name of ["Next", "Previous", "Select all", "Replace", "Replace all", "Close"])
    await expect(page.locator(".cm-panel").getByRole("button", { name, exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("copy and download work without showing the file", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await openProject(page, `KEY=${canary}\n`, "env.local");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText(/Clipboard clears in \d+ s/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`KEY=${canary}\n`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("billing.env.local");
  expect(await page.content()).not.toContain(canary);
});

test("what was not cleared in time is told as that, and is cleared by whoever comes back by a click on it @phone", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await page.clock.install();
  await openProject(page, `KEY=${canary}\n`);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText(/Clipboard clears in \d+ s/)).toBeVisible();
  // As in a window without focus.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await page.clock.fastForward(46_000);
  await expect(page.getByText("Clears when you return to this page")).toBeVisible();
  await page.clock.fastForward(300_000);
  const notice = page.getByText("Not cleared: you came back late. The clipboard may still hold what you copied.");
  await expect(notice).toBeVisible();
  await expect(page.getByText("Clears when you return to this page")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "OK", exact: true })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    delete (navigator.clipboard as Partial<Clipboard>).writeText;
    window.dispatchEvent(new Event("focus"));
  });
  await page.getByRole("button", { name: "Clear now" }).click();
  await expect(page.getByText("Clipboard cleared")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("");
});

test("a dropped file becomes unsaved text that saving keeps; a file that is not text is refused", async ({ page }) => {
  const { kept } = await openProject(page, "OLD=1\n");
  const drop = (bytes: number[], name: string) =>
    page
      .getByRole("tabpanel")
      .locator("> div")
      .evaluate(
        (area, [content, fileName]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(content as number[])], fileName as string));
          area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
        },
        [bytes, name] as const,
      );
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

test("a new file is written in its tab, and deleted after a message that names what is lost @phone", async ({
  page,
}) => {
  await openProject(page, "A=1\n");
  await page.getByRole("tab", { name: ".env.production" }).click();
  await page.getByRole("button", { name: "Write .env.production" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("A=2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(".env.production was saved").first()).toBeVisible();
  await page.getByRole("button", { name: "Hide .env.production" }).click();
  await page.getByRole("button", { name: "More for .env.production" }).click();
  await page.getByRole("menuitem", { name: "Delete .env.production…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete .env.production of billing?" });
  await expect(dialog.getByText("The other files of billing stay", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete file" }).click();
  await expect(page.getByText("No .env.production yet")).toBeVisible();
  await expect(page.getByRole("tab", { name: ".env.production" })).toBeFocused();
});
