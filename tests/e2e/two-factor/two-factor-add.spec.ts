import { expect, test, type Page } from "@playwright/test";
import { listTwoFactorTokens, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { expectedCode } from "../../support/sign-in/totp";
import { qrCodes } from "../../support/qr-codes";

const services = async (page: Page) => (await api(page).call(listTwoFactorTokens)).map(({ service }) => service);

async function openDialog(page: Page, source?: "Links" | "Image" | "Camera") {
  await page.goto("/2fa?new=token");
  const dialog = page.getByRole("dialog", { name: "Add tokens" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/2fa$/);
  if (source) await dialog.getByText(source, { exact: true }).click();
  return dialog;
}

test("a token is added with its secret; errors appear at their fields @phone", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Add token" }).click();
  for (const message of ["Enter a secret or a link", "Enter a service", "Enter an account name"])
    await expect(dialog.getByText(message)).toBeVisible();
  await dialog.getByLabel("Service").fill("GitHub");
  await dialog.getByLabel("Account").fill("ada");
  await dialog.getByLabel("Secret or link").fill("not base32!");
  await dialog.getByRole("button", { name: "Add token" }).click();
  await expect(dialog.getByText(/must be base32/i)).toBeVisible();
  await expect(dialog.getByLabel("Secret or link")).toBeFocused();
  await dialog.getByLabel("Secret or link").fill("jbsw y3dp ehpk 3pxp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "GitHub" })).toBeVisible();
  await expect(dialog).toBeHidden();
  // The empty page's button, which had opened it, is gone.
  await expect(page.getByRole("button", { name: "Add tokens" })).toBeFocused();
  expect(await page.content()).not.toMatch(/jbsw ?y3dp/i);
});

test("a pasted link names the token", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page);
  await dialog
    .getByLabel("Secret or link")
    .fill("otpauth://totp/Linear:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Linear");
  await expect(dialog.getByLabel("Service")).toHaveValue("Linear");
  await expect(dialog.getByLabel("Account")).toHaveValue("ada@example.com");
});

test("several links in the field for one are listed, and none is lost", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page);
  const link = (service: string) => `otpauth://totp/${service}:ada?secret=${service}7777777777&issuer=${service}`;
  // A field of one line makes spaces of line breaks.
  await dialog.getByLabel("Secret or link").fill(`${link("GITHUB")} ${link("NPM")}`);
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Links" })).toBeFocused();
  await dialog.getByRole("button", { name: "Add 2 tokens" }).click();
  await expect(page.getByRole("heading", { name: "NPM" })).toBeVisible();
  expect((await services(page)).sort()).toEqual(["GITHUB", "NPM"]);
});

test("what was typed or found stays and is asked about, whichever tab is open", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page, "Links");
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  const isKept = async () => {
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
  };
  await dialog.getByRole("textbox", { name: "Links" }).fill("otpauth://totp/GITHUB:ada?secret=JBSWY3DPEHPK3PXP");
  await isKept();
  await dialog.getByRole("button", { name: "Read links" }).click();
  await expect(dialog.getByText("1 token found")).toBeVisible();
  await dialog.getByText("Secret", { exact: true }).click();
  await isKept();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await openDialog(page);
  await dialog.getByLabel("Secret or link").fill("JBSWY3DPEHPK3PXP");
  await dialog.getByText("Links", { exact: true }).click();
  await isKept();
  await dialog.getByRole("textbox", { name: "Links" }).fill("otpauth://totp/GITLAB:ada?secret=GITLAB7777777777");
  await dialog.getByText("Image", { exact: true }).click();
  await isKept();
  await dialog.getByText("Links", { exact: true }).click();
  await dialog.getByRole("button", { name: "Read links" }).click();
  // The half-typed one comes back once the others are added.
  await dialog.getByRole("button", { name: "Add 1 token" }).click();
  await expect(dialog.getByLabel("Secret or link")).toBeVisible();
  await expect(dialog.getByLabel("Secret or link")).toHaveValue("JBSWY3DPEHPK3PXP");
  await dialog.getByText("Links", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Links" }).fill("not a link yet");
  await dialog.getByText("Secret", { exact: true }).click();
  await dialog.getByLabel("Service").fill("Linear");
  await dialog.getByLabel("Account").fill("ada");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Links" })).toHaveValue("not a link yet");
  await expect(dialog.getByRole("textbox", { name: "Links" })).toBeFocused();
  // Links that nobody has read yet are not gone with those that are added from another tab.
  await dialog.getByRole("textbox", { name: "Links" }).fill("otpauth://totp/NPM:ada?secret=NPM7777777777777");
  await dialog.getByRole("button", { name: "Read links" }).click();
  await dialog.getByRole("textbox", { name: "Links" }).fill("otpauth://totp/GITHUB:ada?secret=");
  await dialog.getByText("Image", { exact: true }).click();
  await dialog.getByRole("button", { name: "Add 1 token" }).click();
  await expect(dialog.getByRole("textbox", { name: "Links" })).toHaveValue("otpauth://totp/GITHUB:ada?secret=");
  await expect(dialog.getByRole("textbox", { name: "Links" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Links" }).fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect((await services(page)).sort()).toEqual(["GITLAB", "Linear", "NPM"]);
});

test("several links are listed, and added after a confirmation", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page, "Links");
  // An export of Google Authenticator with one token: "npm", SHA256, 6 digits, TOTP.
  const secret = Buffer.from("12345678901234567890");
  const token = Buffer.concat([
    Buffer.from([0x0a, secret.length]),
    secret,
    Buffer.from([0x12, 3]),
    Buffer.from("ada"),
    Buffer.from([0x1a, 3]),
    Buffer.from("npm"),
    Buffer.from([0x20, 2, 0x28, 1, 0x30, 2]),
  ]);
  const migration = `otpauth-migration://offline?data=${encodeURIComponent(Buffer.concat([Buffer.from([0x0a, token.length]), token]).toString("base64"))}`;
  await dialog.getByRole("textbox", { name: "Links" }).fill("nothing of use");
  await dialog.getByRole("button", { name: "Read links" }).click();
  await expect(dialog.getByText(/no otpauth:\/\/ link/)).toBeVisible();
  await dialog
    .getByRole("textbox", { name: "Links" })
    .fill(
      [
        "otpauth://totp/GitHub:ada?secret=JBSWY3DPEHPK3PXP&issuer=GitHub",
        "otpauth://totp/Old:ada?secret=JBSWY3DPEHPK3PXP&digits=10",
        migration,
      ].join("\n"),
    );
  await dialog.getByRole("button", { name: "Read links" }).click();
  await expect(dialog.getByText("3 tokens found, 1 can’t be added")).toBeVisible();
  await expect(dialog.getByText("Its codes have 10 digits; 6, 7 and 8 are supported")).toBeVisible();
  await dialog.getByLabel("Service of token 1").fill("GitHub Work");
  await dialog.getByRole("button", { name: "Add 2 tokens" }).click();
  await expect(page.getByRole("heading", { name: "GitHub Work" })).toBeVisible();
  await expect(dialog).toBeHidden();
  const tokens = await api(page).call(listTwoFactorTokens);
  expect(tokens.map(({ service }) => service)).toEqual(["GitHub Work", "npm"]);
  const { code } = await api(page).call(revealTwoFactorCode, { params: { id: tokens[1]?.id ?? "" } });
  const now = Date.now() / 1000;
  expect(
    [-30, 0, 30].map((seconds) => expectedCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", now + seconds, "sha256").code),
  ).toContain(code);
});

test("lines without a link stay in the box and are reported; so are repetitions", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page, "Links");
  const links = dialog.getByRole("textbox", { name: "Links" });
  const github = "otpauth://totp/GitHub:ada?secret=JBSWY3DPEHPK3PXP&issuer=GitHub";
  await links.fill([github, "my old phone", github, github.replaceAll("GitHub", "Copy")].join("\n"));
  await dialog.getByRole("button", { name: "Read links" }).click();
  await expect(links).toHaveValue("my old phone");
  await expect(dialog.getByText("This line holds no readable otpauth:// link. The others were read")).toBeVisible();
  await expect(dialog.getByText("GitHub (ada) was already listed.")).toBeVisible();
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  await expect(dialog.getByText("Has the same secret as GitHub (ada).")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add 1 token" })).toBeEnabled();
});

test("a screenshot of a QR code can be pasted on any tab of the dialog", async ({ page }) => {
  await signUp(page);
  const dialog = await openDialog(page, "Links");
  await page.evaluate((png) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(
      new File([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))], "screenshot.png", {
        type: "image/png",
      }),
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, qrCodes);
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
});

test("an image's QR codes are read in the browser @phone", async ({ page, baseURL }) => {
  const sent: string[] = [];
  page.on(
    "request",
    (request) =>
      (request.method() === "POST" || !request.url().startsWith(baseURL ?? "")) &&
      !request.url().startsWith("blob:") &&
      sent.push(request.url()),
  );
  await signUp(page);
  const dialog = await openDialog(page, "Image");
  await dialog
    .getByLabel("Images with QR codes")
    .setInputFiles({ name: "not-an-image.png", mimeType: "image/png", buffer: Buffer.from("nothing") });
  await expect(dialog.getByText(/not a picture/)).toBeVisible();
  expect(sent).toEqual([]);
  await dialog
    .getByLabel("Images with QR codes")
    .setInputFiles({ name: "codes.png", mimeType: "image/png", buffer: Buffer.from(qrCodes, "base64") });
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: "Add 2 tokens" }).click();
  await expect(dialog).toBeHidden();
  expect(await services(page)).toEqual(["GitHub", "GitLab"]);
});

test("the camera reads a code; without a camera the dialog says so @phone", async ({ page }) => {
  await page.addInitScript((png) => {
    // A camera that sees the picture's left half. The first request fails, as if it had been unplugged.
    let asked = 0;
    navigator.mediaDevices.getUserMedia = async () => {
      if (asked++ === 0) throw new DOMException("denied", "NotAllowedError");
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 480;
      const context = canvas.getContext("2d");
      const stream = canvas.captureStream(10);
      const draw = () => {
        context?.drawImage(image, 0, 0, image.width / 2, image.height, 0, 0, 480, 480);
        requestAnimationFrame(draw);
      };
      draw();
      return stream;
    };
  }, qrCodes);
  await signUp(page);
  const dialog = await openDialog(page, "Camera");
  await expect(dialog.getByText(/does not let this page use the camera/)).toBeVisible();
  await dialog.getByText("Image", { exact: true }).click();
  await dialog.getByText("Camera", { exact: true }).click();
  await expect(dialog.getByText("1 token found")).toBeVisible();
  await expect(dialog.getByLabel("Service of token 1")).toHaveValue("GitHub");
});
