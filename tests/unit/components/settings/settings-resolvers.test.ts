import { expect, test } from "vitest";
import { changePasswordResolver } from "@/components/settings/account/resolvers";

const options = { fields: {}, shouldUseNativeValidation: false };
const change = (currentPassword: string, newPassword: string) =>
  changePasswordResolver({ currentPassword, newPassword }, undefined, options);

test("a new password is another one", async () => {
  expect(await change("not-a-real-password", "not-a-real-password")).toMatchObject({
    errors: { newPassword: { message: "is the current one: choose another" } },
  });
  expect(await change("not-a-real-password", "another-fake-password")).toMatchObject({ errors: {} });
  // Of an account that has none yet.
  expect(await change("", "another-fake-password")).toMatchObject({ errors: {} });
});
