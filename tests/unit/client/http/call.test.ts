import { expect, test } from "vitest";
import { getStats } from "@/lib/client/http/api";
import { lastAnswer, NetworkError } from "@/lib/client/http/call";
import { describeError } from "@/lib/client/http/describe-error";

test("what is not the vault's answer, such as a network's own page, is told as that, and is worth another try", async () => {
  const fetch = () => Promise.resolve(new Response("<!doctype html><title>Sign in to the network</title>"));
  const error: unknown = await getStats({}, { fetch }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(NetworkError);
  expect(lastAnswer.came).toBe(false);
  expect(describeError(error)).toMatchObject({
    kind: "offline",
    message: "Something else answered in the vault's place: check the network, then try again.",
    retryable: true,
  });
});
