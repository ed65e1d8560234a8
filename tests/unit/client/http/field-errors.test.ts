import { expect, test, vi } from "vitest";
import { standInsOf } from "@/components/trust-rules/providers";
import { ApiError } from "@/lib/client/http/api-error";
import { setFormError } from "@/lib/client/http/field-errors";

const refused = (...paths: string[]) =>
  new ApiError("VALIDATION_ERROR", 400, {
    message: "refused",
    details: paths.map((path) => ({ path, message: "must start with https://" })),
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
  expect(shown(refused("issuer", "name"), standInsOf("gitlab"))).toEqual(["server", "name"]);
  expect(shown(refused("issuer", "claims"), standInsOf("github"))).toEqual(["repository", "root.server"]);
  // The vault names a claim that it refuses.
  expect(shown(refused("claims.sub"), standInsOf("github"))).toEqual(["repository"]);
  expect(shown(refused("claims.ref"), standInsOf("forgejo"))).toEqual(["ref"]);
  expect(shown(refused("claims.environment"), standInsOf("gitlab"))).toEqual(["ref"]);
  expect(shown(new Error("no answer"))).toEqual(["root.server"]);
});
