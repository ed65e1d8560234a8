import type { Resolver } from "react-hook-form";
import { expect, test } from "vitest";
import { contractResolver, faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { UpdateAccount } from "@/lib/contracts/people/account";
import { CreateCategory } from "@/lib/contracts/vault/categories";

const options = { fields: {}, shouldUseNativeValidation: false };

test("a form gets the contract's parsed fields, or its message at the field", async () => {
  const resolver: Resolver<{ name: string | null }, unknown, UpdateAccount> = contractResolver(UpdateAccount);
  expect(await resolver({ name: " Ada " }, undefined, options)).toEqual({ values: { name: "Ada" }, errors: {} });
  expect(await resolver({ name: "" }, undefined, options)).toMatchObject({
    values: {},
    errors: { name: { message: "must not be empty" } },
  });
});

test("each field has its first error, even a nested one, and a valid body has none", () => {
  const faults = faultsByField(
    CreateAccessKey.safeParse({ name: "\0".repeat(201), scopes: ["entries:read", "x", "y"] }).error,
  );
  expect(Object.keys(faults)).toEqual(["name", "scopes"]);
  expect(faults.name?.message).toBe("must not contain line breaks, tabs or other control characters");
  expect(faultsByField(CreateCategory.safeParse({ name: "Stripe", keyType: "group" }).error)).toEqual({});
});

test("an empty field is reported in the form's words, any other error in the contract's", async () => {
  const resolver: Resolver<{ name: string | null }, unknown, UpdateAccount> = contractResolver(UpdateAccount, {
    name: "Enter a name",
  });
  expect(await resolver({ name: "  " }, undefined, options)).toMatchObject({
    errors: { name: { message: "Enter a name" } },
  });
  expect(await resolver({ name: "\0" }, undefined, options)).toMatchObject({
    errors: { name: { message: "must not contain line breaks, tabs or other control characters" } },
  });
  expect(await resolver({ name: "Ada" }, undefined, options)).toEqual({ values: { name: "Ada" }, errors: {} });
});
