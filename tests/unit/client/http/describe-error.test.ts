import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/http/api-error";
import { NetworkError } from "@/lib/client/http/call";
import { describeError } from "@/lib/client/http/describe-error";
import { type ErrorCode, errorCatalogue } from "@/lib/errors";

test("whatever the API answers is shown as whole sentences, with one full stop at their end", () => {
  for (const [code, [status, message]] of Object.entries(errorCatalogue)) {
    const shown = describeError(new ApiError(code as ErrorCode, status, { message })).message;
    expect([code, shown]).toEqual([code, expect.stringMatching(/[^.]\.$/)]);
  }
  const messageOf = (message: string) => describeError(new ApiError("VALIDATION_ERROR", 400, { message })).message;
  expect(messageOf("Entry not found")).toBe("Entry not found.");
  expect(messageOf("Nothing was changed.")).toBe("Nothing was changed.");
  expect(messageOf("Which one?")).toBe("Which one?");
  expect(describeError(new NetworkError(undefined)).message).toMatch(/then try again\.$/);
});
