import { expect, test } from "vitest";
import { newAccessKey } from "../../../lib/crypto/tokens/token";
import { isAccessKey } from "../../../packages/svc/src/credentials/access-key";
import { selectionIn } from "../../../packages/svc/src/commands/diff";
import { open, seal } from "../../../packages/svc/src/variables/fallback";
import { keyring } from "../../../packages/svc/src/credentials/keyring";

test.each(["linux", "darwin", "win32"] as const)(
  "on %s the key goes to the keyring over standard input, never through the arguments",
  (platform) => {
    const calls: { program: string; args: string[]; input: string | undefined }[] = [];
    const ring = keyring(platform, (program, args, input) => (calls.push({ program, args, input }), "svc_kept\n"));
    expect(ring?.save("https://vault.example.com/", "svc_not_a_key")).toBe(true);
    expect(ring?.load("https://vault.example.com/")).toBe("svc_kept");
    expect(calls).toHaveLength(2);
    expect(calls[0]?.input).toContain("svc_not_a_key");
    expect(calls.flatMap(({ program, args }) => [program, ...args]).join(" ")).not.toContain("svc_not_a_key");
  },
);

test.each(["linux", "darwin", "win32"] as const)(
  "on %s a keyring that is missing or refuses stores nothing",
  (platform) => {
    const ring = keyring(platform, () => null);
    expect([
      ring?.save("https://vault.example.com/", "svc_not_a_key"),
      ring?.load("https://vault.example.com/"),
    ]).toEqual([false, null]);
  },
);

test("an access key is recognised by its checksum, like on the server", () => {
  for (let round = 0; round < 200; round++) {
    const key = newAccessKey();
    expect(isAccessKey(key)).toBe(true);
    const at = 4 + (round % 43);
    expect(isAccessKey(key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1))).toBe(false);
  }
});

test("a fallback copy opens only with its access key, for its selection, and unchanged", () => {
  const copy = { savedAt: "2026-11-21T00:00:00.000Z", variables: [{ name: "A", value: "not-a-real-value\r\n" }] };
  const sealed = seal(copy, "svc_one", "production");
  expect(sealed).not.toContain("not-a-real");
  expect(open(sealed, "svc_one", "production")).toEqual(copy);
  expect(open(sealed, "svc_two", "production")).toBeNull();
  expect(open(sealed, "svc_one", "staging")).toBeNull();
  const { data } = JSON.parse(sealed) as { data: string };
  const bytes = Buffer.from(data, "base64");
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(
      open(JSON.stringify({ svcFallback: 1, data: damaged.toString("base64") }), "svc_one", "production"),
    ).toBeNull();
  }
  for (const text of ["", "{}", "null", '{"data":""}', '{"data":1}'])
    expect(open(text, "svc_one", "production")).toBeNull();
});

test.each([
  ["billing", { project: "billing" }],
  ["billing:production", { project: "billing", env: "production" }],
  [":staging", { env: "staging" }],
  ["a:b", { project: "a:b" }],
  ["a:b:development", { project: "a:b", env: "development" }],
])("%s chooses %j", (text, selection) => {
  expect(selectionIn(text)).toEqual(selection);
});
