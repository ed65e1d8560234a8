import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openShareLink } from "@/lib/contracts/transfer/links";
import { openShared, Unopenable } from "@/lib/share/envelope";
import { scrypt } from "@/packages/svc/src/transfer/scrypt";
import { toldTo } from "../../../support/callers/activity";
import { anonymous, aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { aHome, svcWith } from "../../../support/programs/svc";
import { svcOnTerminal } from "../../../support/programs/svc-terminal";

/** What somebody reads who got the link. */
async function read(line: string, passphrase: string | null = null): Promise<string> {
  const { pathname, hash } = new URL(line);
  const id = pathname.split("/").at(-1) ?? "";
  const { ciphertext } = await anonymous().call(openShareLink, { params: { id } });
  return openShared(ciphertext, hash.slice(1), passphrase, scrypt);
}

describe("svc share", () => {
  test("prints a link that opens an entry's value once, and records that the value was seen", async () => {
    const { key, session, accessKey } = await aUserWithKey();
    const svc = svcWith(sharedBaseUrl(), accessKey.key);
    await anEntry(key, { value: "sk_test_not_a_real_key" });
    const { code, stdout, stderr } = await svc(["share", "STRIPE_SECRET_KEY"]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/It opens once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. /)]);
    expect(stdout).toMatch(/^http:\/\/[^/]+\/share\/[\w-]{22}#[\w-]{48}\n$/);
    expect((await toldTo(session)).map(({ action }) => action).slice(0, 2)).toEqual(["link.create", "entry.reveal"]);
    expect(await read(stdout)).toBe("sk_test_not_a_real_key");
    await expect(read(stdout)).rejects.toMatchObject({ code: "LINK_NOT_FOUND" });
  });

  test("shares a file byte for byte, and standard input without the line break of a single line", async () => {
    const { accessKey } = await aUserWithKey({ scopes: ["entries:reveal"] });
    const svc = svcWith(sharedBaseUrl(), accessKey.key);
    const file = path.join(aHome(), "key.pem");
    writeFileSync(file, "\ufefftwo\r\nlines\n");
    expect(await read((await svc(["share", "--file", file])).stdout)).toBe("\ufefftwo\r\nlines\n");
    const { stdout } = await svc(
      ["share", "--stdin", "--views", "3", "--hours", "2", "--hint", "For Grace", "--json"],
      {
        input: "not-a-real-value\n",
      },
    );
    const made = JSON.parse(stdout) as { id: string; url: string; views: number; expiresAt: string };
    expect(made).toMatchObject({ views: 3, url: expect.stringContaining(`/share/${made.id}#`) as string });
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 60_000)).toBe(120);
    expect(await read(made.url)).toBe("not-a-real-value");
  });

  test("asks for a passphrase twice, and shows neither; the link opens with it alone", async () => {
    const { key, accessKey } = await aUserWithKey();
    await anEntry(key, { value: "sk_test_not_a_real_key" });
    const env = { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key };
    const ask = (second: string) =>
      svcOnTerminal(
        ["share", "STRIPE_SECRET_KEY", "--passphrase", "--views", "2"],
        [
          ["Passphrase (not shown): ", "open sesame"],
          ["Once more (not shown): ", second],
        ],
        { env },
      );
    const { code, shown } = await ask("open sesame");
    expect([code, shown.includes("sesame")]).toEqual([0, false]);
    const url = /http\S+#\S+/.exec(shown)?.[0] ?? "";
    await expect(read(url, "open says me")).rejects.toThrow(Unopenable);
    expect(await read(url, "open sesame")).toBe("sk_test_not_a_real_key");
    expect(await ask("open says me")).toMatchObject({
      code: 1,
      shown: expect.stringContaining("The passphrases don't match: nothing was shared.") as string,
    });
  });

  test.each([
    [["--stdin"], "", "it is empty"],
    [["--stdin"], "x".repeat(256 * 1024 + 1), "at most 256 KiB"],
    [["--stdin", "--views", "11"], "a", "--views is a number from 1 to 10."],
    [["--stdin", "--hours", "soon"], "a", "--hours is a number from 1 to 168."],
    [["--stdin", "--passphrase"], "a", "there is none"],
    [["--stdin", "NAME"], "a", "Give one of NAME, --stdin and --file."],
    [[], "a", "Give one of NAME, --stdin and --file."],
    [["--file", "/nonexistent"], "a", "There is no file /nonexistent."],
  ])("with %j is refused, and makes no link", async (args, input, words) => {
    const { accessKey } = await aUserWithKey();
    const svc = svcWith(sharedBaseUrl(), accessKey.key);
    expect(await svc(["share", ...args], { input })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(words) as string,
    });
    expect(await svc(["links"])).toMatchObject({ code: 0, stdout: "" });
  });
});

test("svc links lists what can be opened, without keys, and revokes it", async () => {
  const { accessKey } = await aUserWithKey();
  const svc = svcWith(sharedBaseUrl(), accessKey.key);
  const { stdout } = await svc(["share", "--stdin", "--hint", "For Grace"], { input: "not-a-real-value" });
  const [, id = "", key = ""] = /share\/(.*)#(.*)\n/.exec(stdout) ?? [];
  const listed = await svc(["links"]);
  expect(listed.stdout.split("\n")[1]).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC +1 of 1 +For Grace +${id}$`),
  );
  expect(listed.stdout).not.toContain(key);
  expect(await svc(["links", "--revoke", id])).toMatchObject({ code: 0, stderr: "svc: The link was revoked.\n" });
  expect(await svc(["links", "--revoke", id])).toMatchObject({ code: 1 });
  expect(JSON.parse((await svc(["links", "--json"])).stdout)).toEqual([]);
  await expect(read(stdout)).rejects.toMatchObject({ code: "LINK_NOT_FOUND" });
});
