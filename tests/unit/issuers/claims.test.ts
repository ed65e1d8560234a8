import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allFit, fits, isFor, nearness } from "@/lib/issuers/claims";

describe("a pattern", () => {
  test.each([
    ["repo:acme/web:*", "repo:acme/web:ref:refs/heads/main"],
    ["repo:acme/web:*", "repo:acme/web:"],
    ["repo:*/web:ref:refs/heads/*", "repo:acme/web:ref:refs/heads/release/1"],
    ["*", ""],
    ["a*b*c", "abbc"],
    // What docs/scripts.md warns of.
    ["repo:acme*", "repo:acme-evil/app:ref"],
    ["a.c", "a.c"],
    ["**", "x"],
  ])("%j fits %j", (pattern, text) => expect(fits(pattern, text)).toBe(true));

  test.each([
    ["repo:acme/web:*", "repo:acme/web-evil:ref"],
    ["repo:acme/web:*", "repo:acme/webx:ref"],
    ["repo:acme/web:*", "xrepo:acme/web:ref"],
    ["repo:acme/web:*", "REPO:acme/web:ref"],
    ["repo:acme/web:*", "repo:acme/*"],
    ["repo:acme/web", "repo:acme/web:ref"],
    ["*:main", "x:main2"],
    ["ab*ba", "aba"],
    ["a*b*c", "acb"],
    ["a.c", "abc"],
    ["a?c", "abc"],
    ["[a]", "a"],
    // Not the same character, however alike.
    ["repo:acme/app:*", "repo:acme/\u0430pp:ref"],
    ["repo:acme/caf\u00e9:*", "repo:acme/cafe\u0301:ref"],
    ["repo:acme/app:*", "repo:acme/app\uff1aref"],
    // A pattern that ends before the border takes every name that begins so; one that names the border does not.
    ["repo:acme/app:*", "repo:acme/app-evil:ref"],
    ["repo:acme/*", "repo:acme-evil/app:ref"],
    ["repo:acme/*:ref:refs/heads/main", "repo:acme/app:ref:refs/heads/main-evil"],
    ["repo:acme/*:ref:refs/heads/main", "repo:evil/acme/app:ref:refs/heads/main"],
  ])("%j does not fit %j", (pattern, text) => expect(fits(pattern, text)).toBe(false));

  test("fits as a regular expression of its parts would", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", ":", ".", "*"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, given) => {
        const parts = pattern.split("*").map((part) => part.replaceAll(".", "[.]"));
        expect(fits(pattern, given)).toBe(new RegExp(`^${parts.join("[^]*")}$`).test(given));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("claims", () => {
  const asked = { audience: "vault", claims: { sub: "repo:acme/web:*", attempt: "1", protected: "true" } };

  test("fit if every one does; numbers, true and false count by their text", () => {
    const claims = { sub: "repo:acme/web:x", attempt: 1, protected: true };
    expect(allFit(claims, asked)).toBe(true);
    for (const more of [{ attempt: 2 }, { protected: "yes" }, { sub: undefined }, { sub: ["repo:acme/web:x"] }])
      expect(allFit({ ...claims, ...more }, asked)).toBe(false);
  });

  test("with control characters, or that every object has, fit nothing", () => {
    const any = { audience: "vault", claims: { sub: "*" } };
    for (const sub of ["a\nb", "a\u0000", "a\u202eb"]) expect(allFit({ sub }, any)).toBe(false);
    expect(allFit({}, { audience: "vault", claims: { constructor: "*", toString: "*" } })).toBe(false);
  });

  test("are for an audience that they name, alone or among others", () => {
    expect([{ aud: "vault" }, { aud: ["x", "vault"] }].map((claims) => isFor(claims, "vault"))).toEqual([true, true]);
    for (const aud of ["vault2", [], ["x"], null, { vault: "vault" }, undefined])
      expect(isFor({ aud }, "vault")).toBe(false);
  });

  test("that fit nowhere come nearest to the rule of their own repository", () => {
    const rule = (sub: string) => ({ audience: "vault", claims: { sub } });
    const claims = { aud: "vault", sub: "repo:acme/web:pull_request" };
    const [own, other] = [rule("repo:acme/web:ref:*"), rule("repo:others/web:ref:*")];
    expect(nearness(claims, own)).toBeGreaterThan(nearness(claims, other));
    expect(nearness({ ...claims, aud: "x" }, own)).toBeLessThan(nearness(claims, other));
  });
});
