import { expect, test } from "vitest";
import { listEntries } from "@/lib/contracts/vault/entries";
import { listEntryVersions } from "@/lib/contracts/vault/versions";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svcWith } from "../../../support/programs/svc";

test("svc reminders lists what is due by name and day, without values", async () => {
  const { key, accessKey } = await aUserWithKey();
  const svc = svcWith(sharedBaseUrl(), accessKey.key);
  expect(await svc(["reminders"])).toMatchObject({ code: 0, stdout: "" });
  const { id } = await anEntry(key, { environment: "production", expiresAt: "2026-03-01", value: "not-a-real-1" });
  const { code, stdout } = await svc(["reminders"]);
  expect([code, stdout.trimEnd().split("\n")[1]]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^2026-03-01 +expires +Stripe +billing +production +${id}$`)),
  ]);
  expect(stdout).not.toContain("not-a-real-1");
  expect(JSON.parse((await svc(["reminders", "--json"])).stdout)).toMatchObject([{ id, reason: "expires" }]);
});

test("svc set stores dates with the value, changes them and clears them", async () => {
  const { key, accessKey } = await aUserWithKey();
  const svc = svcWith(sharedBaseUrl(), accessKey.key);
  const set = (...more: string[]) => svc(["set", "API_KEY", "-p", "billing", ...more], { input: "not-a-real-value" });
  const dates = async () => (await key.call(listEntries)).map((entry) => [entry.expiresAt, entry.rotateEveryDays]);
  await set("--expires", "2027-01-31", "--rotate-days", "90");
  expect(await dates()).toEqual([["2027-01-31T00:00:00.000Z", 90]]);
  await set("--rotate-days", "30");
  expect(await dates()).toEqual([["2027-01-31T00:00:00.000Z", 30]]);
  await set("--expires", "none", "--rotate-days", "none");
  expect(await dates()).toEqual([[null, null]]);
});

test("svc set changes dates alone if the value is empty", async () => {
  const { key, accessKey } = await aUserWithKey();
  const svc = svcWith(sharedBaseUrl(), accessKey.key);
  const set = (input: string, ...more: string[]) => svc(["set", "API_KEY", "-p", "billing", ...more], { input });
  expect(await set("", "--rotate-days", "90")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/empty/) as string,
  });
  await set("not-a-real-value");
  expect(await set("", "--expires", "2027-01-31")).toMatchObject({ code: 0 });
  const [entry] = await key.call(listEntries);
  expect(entry).toMatchObject({ expiresAt: "2027-01-31T00:00:00.000Z", version: 2 });
  expect(await key.call(listEntryVersions, { params: { id: entry?.id ?? "" } })).toHaveLength(1);
  expect((await svc(["get", "API_KEY"])).stdout).toBe("not-a-real-value");
  expect(await set("")).toMatchObject({ code: 2 });
});

test.for([
  ["--rotate-days", "soon"],
  ["--rotate-days", "0"],
  ["--rotate-days", "3651"],
  ["--expires", "soon"],
  ["--expires", "2027-02-30"],
  ["--expires", ""],
])("svc set %s %s is wrong usage, and stores nothing", async ([option, given]) => {
  const { key, accessKey } = await aUserWithKey();
  expect(
    await svcWith(sharedBaseUrl(), accessKey.key)(["set", "API_KEY", "-p", "billing", option ?? "", given ?? ""], {
      input: "not-a-real-value",
    }),
  ).toMatchObject({ code: 2, stderr: expect.stringContaining(`${option} is a `) as string });
  expect(await key.call(listEntries)).toEqual([]);
});
