import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import jsQR from "jsqr";
import { getAccount } from "@/lib/contracts/people/account";
import { api, signUp } from "../../support/browser/browser-actors";
import { traces } from "../../support/browser/browser-checks";
import { hideTab } from "../../support/browser/page-events";
import { codeAt, turnOnSecondFactor } from "../../support/sign-in/second-factor";

test("the QR code contains the secret; a code from it turns the second factor on, and the recovery codes are shown once", async ({
  page,
}) => {
  const { email } = await signUp(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on…" }).click();
  const setup = page.getByRole("dialog", { name: "Turn on the second factor" });
  await expect(setup.getByLabel("Two-factor code")).toBeFocused();
  const secret = (await setup.getByLabel("Secret", { exact: true }).textContent()) ?? "";
  // Read like a camera would, from the picture's pixels.
  const pixels = await setup.getByRole("img", { name: /QR code/ }).evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 512, height: 512 });
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0, 512, 512);
    return [...(context?.getImageData(0, 0, 512, 512).data ?? [])];
  });
  const link = new URL(jsQR(new Uint8ClampedArray(pixels), 512, 512)?.data ?? "about:blank");
  expect([link.protocol, decodeURIComponent(link.pathname), link.searchParams.get("secret")]).toEqual([
    "otpauth:",
    `/Secrets vault:${email}`,
    secret,
  ]);

  await setup.getByLabel("Two-factor code").fill("12345");
  await hideTab(page);
  await expect(setup.getByRole("img", { name: /QR code/ })).toHaveCount(0);
  expect(await traces(page, secret)).toEqual([]);
  await setup.getByRole("button", { name: "Show the QR code and the secret" }).click();
  await expect(setup.getByLabel("Secret", { exact: true })).toHaveText(secret);
  await expect(setup.getByLabel("Two-factor code")).toHaveValue("12345");
  await setup.getByRole("button", { name: "Turn on" }).click();
  await expect(setup.getByText("Enter the six digits that your app shows")).toBeVisible();
  const right = codeAt(secret);
  await setup.getByLabel("Two-factor code").fill(`${right.startsWith("0") ? "1" : "0"}${right.slice(1)}`);
  await setup.getByRole("button", { name: "Turn on" }).click();
  await expect(setup.getByText(/^Wrong code\./)).toBeVisible();
  await setup.getByLabel("Two-factor code").fill(codeAt(secret));
  await setup.getByRole("button", { name: "Turn on" }).click();

  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const shown = await codes.getByRole("listitem").allTextContents();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(codes.getByText("haven’t copied or downloaded", { exact: false })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect([download.suggestedFilename(), readFileSync(await download.path(), "utf8")]).toEqual([
    "recovery-codes.txt",
    `${shown.join("\n")}\n`,
  ]);
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(codes).toHaveCount(0);
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  expect(await page.content()).not.toContain(shown[0]);
});

test("new recovery codes replace the old ones, and the second factor can be turned off after a confirmation", async ({
  page,
}) => {
  await signUp(page);
  const { recoveryCodes } = await turnOnSecondFactor(api(page));
  await page.goto("/settings");
  await page.getByRole("button", { name: "New recovery codes…" }).click();
  await page.getByRole("button", { name: "Create new codes" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  expect((await codes.getByRole("listitem").allTextContents()).filter((code) => recoveryCodes.includes(code))).toEqual(
    [],
  );
  await codes.getByRole("button", { name: "Done" }).click();
  await codes.getByRole("button", { name: "Close without saving them" }).click();

  await page.getByRole("button", { name: "Turn off…" }).click();
  await page
    .getByRole("dialog", { name: "Turn off the second factor?" })
    .getByRole("button", { name: "Turn off" })
    .click();
  await expect(page.getByRole("button", { name: "Turn on…" })).toBeVisible();
  expect(await api(page).call(getAccount)).toMatchObject({ secondFactor: false });
});
