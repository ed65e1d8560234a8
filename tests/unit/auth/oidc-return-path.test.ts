import { describe, expect, test } from "vitest";
import { failurePath, keptReturnAddress, localPath } from "@/lib/auth/oidc/return-path";

describe("a return address", () => {
  test.each([
    ["/vault?new=entry", "/vault?new=entry"],
    ["http://localhost:3000/envs", "/envs"],
    ["https://elsewhere.example/x?y=1", "/x?y=1"],
  ])("%s leads to %s of this site", (address, expected) => {
    expect(localPath(address)).toBe(expected);
  });

  test.each(["//elsewhere.example/x", "https://a//elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example", "/\t/elsewhere.example", "javascript:alert(1)", "http://[", ""])("%j never leads to another site", (address) => {
    const path = localPath(address);
    expect(path ?? "/").toMatch(/^\//);
    if (path !== null) expect(new URL(path, "https://vault.example.com").origin).toBe("https://vault.example.com");
  });
});

test("a failure to sign in keeps where one was going; one in the settings does not", () => {
  expect(failurePath("OIDC_CANCELLED", "/login", "http://localhost/envs?a=b")).toBe("/login?error=OIDC_CANCELLED&from=%2Fenvs%3Fa%3Db");
  expect(failurePath("OIDC_CANCELLED", "/login", "http://localhost/")).toBe("/login?error=OIDC_CANCELLED");
  expect(failurePath("IDENTITY_TAKEN", "/settings", "http://localhost/envs")).toBe("/settings?error=IDENTITY_TAKEN");
});

test("next-auth's cookie is read under both of its names, and a broken one is none", () => {
  expect(keptReturnAddress("a=b; next-auth.callback-url=http%3A%2F%2Flocalhost%2Fenvs")).toBe("http://localhost/envs");
  expect(keptReturnAddress("__Host-next-auth.callback-url=https%3A%2F%2Fx%2Fy; c=d")).toBe("https://x/y");
  expect(keptReturnAddress("next-auth.callback-url=%E0%A4%A")).toBeNull();
  expect(keptReturnAddress(null)).toBeNull();
});
