import { describe, expect, test } from "vitest";
import { failurePath, keptReturnAddress, localPath, locationOf, secondStepPath } from "@/lib/identity/oidc/return-path";

describe("a return address", () => {
  test.each([
    ["/vault?new=entry", "/vault?new=entry"],
    ["http://localhost:3000/envs", "/envs"],
    ["https://elsewhere.example/x?y=1", "/x?y=1"],
  ])("%s leads to %s of this site", (address, expected) => {
    expect(localPath(address)).toBe(expected);
  });

  test.each([
    "//elsewhere.example/x",
    "https://a//elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/\t/elsewhere.example",
    "javascript:alert(1)",
    "foo:/\\elsewhere.example",
    "foo:///elsewhere.example",
    "http://[",
    "",
  ])("%j never leads to another site", (address) => {
    const path = localPath(address);
    expect(path ?? "/").toMatch(/^\//);
    if (path !== null) expect(new URL(path, "https://vault.example.com").origin).toBe("https://vault.example.com");
  });
});

test("after a failed sign-in the return address is kept; after a failure in the settings it is not", () => {
  expect(failurePath("OIDC_CANCELLED", "/login", "http://localhost/envs?a=b")).toBe(
    "/login?error=OIDC_CANCELLED&from=%2Fenvs%3Fa%3Db",
  );
  expect(failurePath("OIDC_CANCELLED", "/login", "http://localhost/")).toBe("/login?error=OIDC_CANCELLED");
  expect(failurePath("IDENTITY_TAKEN", "/settings", "http://localhost/envs")).toBe("/settings?error=IDENTITY_TAKEN");
});

test("next-auth's cookie is read under both of its names, and an invalid one is ignored", () => {
  expect(keptReturnAddress("a=b; next-auth.callback-url=http%3A%2F%2Flocalhost%2Fenvs")).toBe("http://localhost/envs");
  expect(keptReturnAddress("__Host-next-auth.callback-url=https%3A%2F%2Fx%2Fy; c=d")).toBe("https://x/y");
  expect(keptReturnAddress("next-auth.callback-url=%E0%A4%A")).toBeNull();
  expect(keptReturnAddress(null)).toBeNull();
});

test("a name that only ends like next-auth's cookie is ignored, and so is a cookie without a value", () => {
  for (const header of [
    "x-next-auth.callback-url=http://x/y",
    "next-authxcallback-url=http://x/y",
    "next-auth.callback-url=",
    "a=next-auth.callback-url=b",
  ])
    expect([header, keptReturnAddress(header)]).toEqual([header, null]);
  expect(keptReturnAddress("a=b;\tnext-auth.callback-url=http://x/y;c=d")).toBe("http://x/y");
});

test("no address, or an unusual form of one on this site, leads nowhere", () => {
  for (const address of [null, "", "http://[", "https://a//b"])
    expect([address, localPath(address)]).toEqual([address, null]);
});

test("the page for the second factor's code keeps the return address, except for the front page", () => {
  expect(secondStepPath("code", "http://localhost/envs?a=b")).toBe("/login?step=code&from=%2Fenvs%3Fa%3Db");
  expect(secondStepPath("confirm", "/access-keys")).toBe("/login?step=confirm&from=%2Faccess-keys");
  for (const address of [null, "http://localhost/", "http://["])
    expect(secondStepPath("code", address)).toBe("/login?step=code");
});

describe("the target of next-auth's response", () => {
  test.each<[what: string, response: () => Response, target: string]>([
    [
      "its Location",
      () => new Response(null, { status: 302, headers: { Location: "https://login.example.com/auth?state=s" } }),
      "https://login.example.com/auth?state=s",
    ],
    [
      "a path of this site",
      () => new Response(null, { status: 302, headers: { Location: "/envs" } }),
      "http://vault.invalid/envs",
    ],
    [
      "the url that it gives a script",
      () => Response.json({ url: "https://login.example.com/auth?state=s" }),
      "https://login.example.com/auth?state=s",
    ],
    ["nowhere: no url", () => Response.json({}), "http://vault.invalid/"],
    ["nowhere: a url that is none", () => Response.json({ url: "http://[" }), "http://vault.invalid/"],
    ["nowhere: a url that is no text", () => Response.json({ url: 7 }), "http://vault.invalid/"],
    ["nowhere: no JSON", () => new Response("<!doctype html>"), "http://vault.invalid/"],
  ])("%s", async (_, response, target) => {
    const answer = response();
    expect((await locationOf(answer)).href).toBe(target);
    // The response itself can still be read.
    expect(answer.bodyUsed).toBe(false);
  });
});
