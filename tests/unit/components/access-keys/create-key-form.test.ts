import { expect, test } from "vitest";
import { createKeyResolver, newKeyFields, type CreateKeyFields } from "@/components/access-keys/create/create-key-form";
import { scopes } from "@/lib/contracts/access/scopes";

const resolved = async (changes: Partial<CreateKeyFields>) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { values, errors } = await createKeyResolver({ ...newKeyFields(), name: "CI", ...changes }, undefined, options);
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message]);
  return { values, errors: Object.fromEntries(messages) as Record<string, string> };
};

test("fields left empty are no limits", async () => {
  expect((await resolved({ lifetime: "never" })).values).toEqual({
    name: "CI",
    scopes: newKeyFields().scopes,
    projects: null,
    environments: null,
    addresses: null,
    revealsPerDay: null,
    canary: false,
    expiresAt: null,
  });
});

test("a key starts with the least, and one for a project with what its deployments read, as far as its maker may", () => {
  const reveals = (fields: CreateKeyFields) => fields.scopes.filter((scope) => /reveal|write|export/.test(scope));
  expect(newKeyFields()).toMatchObject({ projects: [] });
  expect(reveals(newKeyFields())).toEqual([]);
  expect(newKeyFields(undefined, "billing")).toMatchObject({ projects: ["billing"] });
  expect(reveals(newKeyFields(undefined, "billing"))).toEqual(["entries:reveal", "envs:reveal", "export:read"]);
  expect(newKeyFields((scope) => scope.endsWith(":read") && scope !== "export:read", "billing").scopes).toEqual([
    "entries:read",
    "envs:read",
  ]);
});

test("chosen limits are sent in the contract's terms, without the scopes that they leave no room for", async () => {
  const { values, errors } = await resolved({
    scopes: [...scopes],
    projects: ["billing"],
    environments: ["none"],
    addresses: " 10.0.0.0/8,::1\n192.0.2.7; ",
    revealsPerDay: " 100 ",
    canary: true,
  });
  expect(errors).toEqual({});
  expect(values).toMatchObject({
    projects: ["billing"],
    environments: ["none"],
    addresses: ["10.0.0.0/8", "::1", "192.0.2.7"],
    revealsPerDay: 100,
    canary: true,
  });
  expect("scopes" in values && values.scopes).toEqual(
    scopes.filter((scope) => !scope.startsWith("2fa:") && scope !== "categories:write"),
  );
});

test.each(["0", "-1", "1.5", "1e3", "0x10", "many", "1000001"])(
  "%s is no number of values a day, and never means any number",
  async (revealsPerDay) => {
    expect(await resolved({ revealsPerDay })).toEqual({
      values: {},
      errors: { revealsPerDay: "Enter a whole number from 1 to 1,000,000" },
    });
  },
);

test("the address at fault is named", async () => {
  expect((await resolved({ addresses: "10.0.0.0/8\n10.0.0" })).errors).toEqual({
    addresses: "10.0.0 must be an IP address or a CIDR range, such as 203.0.113.7 or 10.0.0.0/8",
  });
});

test("text left in the projects' field is refused unless it found a chosen one", async () => {
  const fault = { projectText: "Add this project, or clear the field" };
  expect((await resolved({ projectText: "billing" })).errors).toEqual(fault);
  expect((await resolved({ projectText: "shop", projects: ["billing"] })).errors).toEqual(fault);
  expect((await resolved({ projectText: " BILL ", projects: ["billing"] })).errors).toEqual({});
});

test("only scopes that the limits leave no room for is none at all", async () => {
  expect((await resolved({ scopes: ["2fa:read"], projects: ["billing"] })).errors).toHaveProperty("scopes");
});
