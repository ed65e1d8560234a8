import { expect, test } from "vitest";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svcWith } from "../../../support/programs/svc";

test("svc activity lists who did what to what, newest first, as many as it is asked for", async () => {
  const { key, accessKey } = await aUserWithKey();
  const svc = svcWith(sharedBaseUrl(), accessKey.key);
  await anEntry(key, { environment: "production", value: "not-a-real-1" });
  const { code, stdout } = await svc(["activity", "--limit", "2"]);
  expect([code, stdout.trimEnd().split("\n")]).toEqual([
    0,
    [
      expect.stringMatching(/^AT +WHO +ACTION +OBJECT +OUTCOME$/),
      expect.stringMatching(
        /^\d{4}-\d\d-\d\d \d\d:\d\d UTC +\S.* +entry\.create +Stripe · billing · production +done$/,
      ),
      expect.stringMatching(/ category\.create +Stripe +done$/),
    ],
  ]);
  const listed = JSON.parse((await svc(["activity", "--limit", "1", "--json"])).stdout) as unknown;
  expect(listed).toMatchObject([{ action: "entry.create", actor: { kind: "key", keyId: accessKey.id } }]);
  expect(await svc(["activity", "--limit", "201"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--limit is a number from 1 to 200.") as string,
  });
});
