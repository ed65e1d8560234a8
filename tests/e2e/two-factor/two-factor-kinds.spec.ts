import { expect, test, type Page } from "@playwright/test";
import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { api, signUp } from "../../support/browser/browser-actors";
import { qrCodeOf, qrCodes } from "../../support/qr-codes";
import { expectedCode, expectedHotp } from "../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";
const add = (page: Page, service: string, fields: object) =>
  api(page).call(createTwoFactorToken, { body: { service, accountName: "ada", secret, ...fields } });
const cardOf = (page: Page, service: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: service }) });
const readable = (code: string) => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

test("a counter's code comes on request only, one after another, without a countdown @phone", async ({ page }) => {
  await signUp(page);
  await add(page, "Door", { type: "hotp" });
  await page.goto("/2fa");
  const door = cardOf(page, "Door");
  await expect(door.getByText("· HOTP")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show codes" })).toBeDisabled();
  await expect(page.getByRole("timer")).toHaveCount(0);
  for (const counter of [0, 1, 2]) {
    await door.getByRole("button", { name: "Next code of Door, ada" }).click();
    await expect(door.getByTestId("code")).toHaveText(readable(expectedHotp(secret, counter)));
  }
  await expect(page.getByRole("timer")).toHaveCount(0);
  await door.getByRole("button", { name: "Hide the code of Door, ada" }).click();
  await expect(door.getByTestId("code")).toHaveCount(0);
});

test("showing all codes leaves counters alone", async ({ page }) => {
  await signUp(page);
  await add(page, "Door", { type: "hotp" });
  await add(page, "GitHub", {});
  await page.goto("/2fa");
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/reveal") && asked.push(request.url()));
  await page.getByRole("button", { name: "Show codes" }).click();
  await expect(cardOf(page, "GitHub").getByTestId("code")).toBeVisible();
  await expect(page.getByTestId("code")).toHaveCount(1);
  expect(asked).toHaveLength(1);
});

test("codes of another period have their own ring, and digits and letters are shown as they are @phone", async ({
  page,
}) => {
  await signUp(page);
  await add(page, "Bank", { digits: 8, period: 60 });
  await add(page, "Steam", { type: "steam" });
  await page.goto("/2fa");
  await page.getByRole("button", { name: "Show codes" }).click();
  const bank = cardOf(page, "Bank");
  const now = Math.floor(Date.now() / 1000);
  const around = [now, now + 60].map((second) =>
    readable(expectedCode(secret, second, "sha1", { digits: 8, period: 60 }).code),
  );
  expect(around).toContain(await bank.getByTestId("code").innerText());
  await expect(bank.getByText("· 8 digits, 60 s")).toBeVisible();
  await expect(bank.getByRole("timer")).toHaveAccessibleName(/^The code of Bank, ada changes in \d+ s$/);
  await expect(cardOf(page, "Steam").getByTestId("code")).toHaveText(/^[2-9B-DF-HJKMNP-RTV-Y]{5}$/);
  await expect(page.getByRole("timer", { name: "Codes change" })).toHaveCount(1);
});

/** Pastes or drops a picture, or text, onto the middle of the page. */
const give = (page: Page, kind: "paste" | "drop", { png, text }: { png?: string; text?: string }) =>
  page.evaluate(
    ([kind, bytes, text]) => {
      const data = new DataTransfer();
      if (bytes) data.items.add(new File([Uint8Array.from(bytes)], "screenshot.png", { type: "image/png" }));
      if (text) data.setData("text/plain", text);
      const init = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, ...init })
          : new DragEvent("drop", { dataTransfer: data, ...init }),
      );
    },
    [kind, png ? [...Buffer.from(png, "base64")] : null, text ?? null] as const,
  );

test("a screenshot that is pasted or dropped anywhere on the page is read, and what it repeats is named", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/2fa");
  await expect(page.getByText("No two-factor tokens yet")).toBeVisible();
  await give(page, "paste", { png: qrCodes });
  const dialog = page.getByRole("dialog", { name: "Add tokens" });
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  await give(page, "drop", { png: qrCodes });
  await expect(dialog.getByText("Already listed: GitHub (ada), GitLab (ada).")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 2 tokens" }).click();
  await expect(dialog).toBeHidden();
  await give(page, "drop", {
    png: qrCodeOf(`otpauth://hotp/Door:ada?secret=${secret}&issuer=Door&counter=3&digits=8`),
  });
  await expect(dialog.getByText("HOTP, 8 digits")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 1 token" }).click();
  await expect(dialog).toBeHidden();
  expect((await api(page).call(listTwoFactorTokens)).map(({ service, type }) => [service, type])).toEqual([
    ["Door", "hotp"],
    ["GitHub", "totp"],
    ["GitLab", "totp"],
  ]);
  await give(page, "drop", { png: qrCodeOf("nothing of use") });
  await expect(dialog.getByText("screenshot.png: its QR code holds no two-factor token.")).toBeVisible();
});

test("links that are pasted onto the page are listed; lines without one are left to be read", async ({ page }) => {
  await signUp(page);
  await page.goto("/2fa");
  await expect(page.getByText("No two-factor tokens yet")).toBeVisible();
  await give(page, "paste", { text: "nothing of use" });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await give(page, "paste", {
    text: `my old phone\nsteam://${secret}\notpauth://totp/Bank:ada?secret=${secret}&digits=8`,
  });
  const dialog = page.getByRole("dialog", { name: "Add tokens" });
  await expect(dialog.getByText("2 tokens found")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Links" })).toHaveValue("my old phone");
  await expect(dialog.getByText("8 digits")).toBeVisible();
});

test("how codes are made can be set beside a secret, and changed later @phone", async ({ page }) => {
  await signUp(page);
  await page.goto("/2fa?new=token");
  const dialog = page.getByRole("dialog", { name: "Add tokens" });
  await dialog.getByLabel("Secret or link").fill(secret);
  await dialog.getByLabel("Service").fill("Door");
  await dialog.getByLabel("Account").fill("ada");
  await dialog.getByText("How codes are generated").click();
  await dialog.getByLabel("Kind").selectOption("hotp");
  await dialog.getByLabel("Digits").selectOption("8");
  await dialog.getByRole("button", { name: "Add token" }).click();
  await expect(cardOf(page, "Door").getByText("· HOTP, 8 digits")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Door, ada" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const edit = page.getByRole("dialog", { name: /^Edit Door/ });
  await edit.getByText("How codes are generated").click();
  await edit.getByLabel("Kind").selectOption("totp");
  await edit.getByLabel("Period").fill("9");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByText("must be 10 to 120")).toBeVisible();
  await edit.getByLabel("Period").fill("60");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  await expect(cardOf(page, "Door").getByText("· 8 digits, 60 s")).toBeVisible();
});
