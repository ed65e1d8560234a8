import { expect, test, vi } from "vitest";
import { standInsOf } from "@/components/trust-rules/providers";
import { ApiError } from "@/lib/client/http/api-error";
import { setFormError } from "@/lib/client/http/field-errors";

const refused = (...paths: string[]) =>
  new ApiError("VALIDATION_ERROR", 400, {
    message: "refused",
    details: paths.map((path) => ({ path, message: "must start with https://" })),
  });

function shown(error: unknown, stands: Record<string, "server" | "repository"> = {}) {
  const setError = vi.fn<(field: string) => void>();
  setFormError<{ name: string; claims: string; server: string; repository: string }>(
    error,
    setError,
    ["name", "claims"],
    stands,
  );
  return setError.mock.calls.map(([field]) => field);
}

test("an error stands on its field, or on the one that stands for it, and otherwise above the buttons", () => {
  expect(shown(refused("name", "claims.sub"))).toEqual(["name", "claims"]);
  expect(shown(refused("issuer"))).toEqual(["root.server"]);
  expect(shown(refused("issuer", "name"), standInsOf("gitlab"))).toEqual(["server", "name"]);
  expect(shown(refused("issuer", "claims"), standInsOf("github"))).toEqual(["repository", "root.server"]);
  expect(shown(new Error("no answer"))).toEqual(["root.server"]);
});
