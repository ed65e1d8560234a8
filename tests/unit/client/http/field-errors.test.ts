import { expect, test, vi } from "vitest";
import { type JobFields, type Provider, standInsOf } from "@/components/trust-rules/providers";
import { ApiError } from "@/lib/client/http/api-error";
import { setFormError } from "@/lib/client/http/field-errors";

const refused = (...paths: string[]) =>
  new ApiError("VALIDATION_ERROR", 400, {
    message: "refused",
    details: paths.map((path) => ({ path, message: "must start with https://" })),
  });

const job = (provider: Provider, more: Partial<JobFields> = {}) =>
  standInsOf({
    ...{ provider, server: "", repository: "acme/web", kind: "branch", ref: "main", issuer: "", claims: "" },
    ...more,
  });

function shown(error: unknown, stands: ReturnType<typeof standInsOf> = {}) {
  const setError = vi.fn<(field: string) => void>();
  setFormError<Record<"name" | "audience" | "server" | "repository" | "ref", string>>(
    error,
    setError,
    ["name", "audience"],
    stands,
  );
  return setError.mock.calls.map(([field]) => field);
}

test("an error stands on its field, or on the one that stands for it, and otherwise above the buttons", () => {
  expect(shown(refused("name", "audience.0"))).toEqual(["name", "audience"]);
  expect(shown(refused("issuer"))).toEqual(["root.server"]);
  expect(shown(refused("issuer", "name"), job("gitlab"))).toEqual(["server", "name"]);
  expect(shown(refused("issuer", "claims"), job("github"))).toEqual(["repository", "root.server"]);
  // The vault names a claim that it refuses.
  expect(shown(refused("claims.sub"), job("github"))).toEqual(["repository"]);
  expect(shown(refused("claims.ref"), job("forgejo"))).toEqual(["ref"]);
  expect(shown(refused("claims.environment"), job("gitlab"))).toEqual(["ref"]);
  // Of a claim that follows from two fields, at the one that is at fault.
  const long = "x".repeat(500);
  expect(shown(refused("claims.sub"), job("github", { ref: long }))).toEqual(["ref"]);
  expect(shown(refused("claims.sub"), job("gitlab", { ref: long }))).toEqual(["ref"]);
  expect(shown(refused("claims.sub"), job("github", { kind: "environment", ref: long }))).toEqual(["ref"]);
  expect(shown(refused("claims.sub"), job("github", { ref: "\u202e" }))).toEqual(["ref"]);
  expect(shown(refused("claims.sub"), job("github", { repository: "a/\u202e", ref: long }))).toEqual(["repository"]);
  // What was typed for another kind of job is in no claim.
  expect(shown(refused("claims.sub"), job("github", { kind: "all", ref: long }))).toEqual(["repository"]);
  expect(shown(refused("claims.sub"), job("gitlab", { kind: "environment", ref: long }))).toEqual(["repository"]);
  expect(shown(new Error("no answer"))).toEqual(["root.server"]);
});
