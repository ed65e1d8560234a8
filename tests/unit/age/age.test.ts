import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Encrypter } from "age-encryption";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSealed, sealer, type SealingKey } from "@/lib/age";
import { isSealed } from "@/lib/age/is-sealed";
import { strengthOf, weaknessOf } from "@/lib/age/passphrase";
import { anIdentity, openWithAge, sealWithAge } from "../../support/programs/age";
import { newDataDir } from "../../support/vaults/server";

const seal = async (content: Uint8Array<ArrayBuffer>, key: SealingKey) =>
  new Uint8Array(await new Response(await sealer(key)(new Blob([content]).stream())).arrayBuffer());
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("a sealed file", () => {
  test("opens with the passphrase, and with no other", async () => {
    const sealedHere = await seal(bytesOf("canary"), { passphrase: "correct horse battery" });
    // What each guess costs: a second of a processor, and 256 MiB.
    expect(new TextDecoder().decode(sealedHere.slice(0, 80))).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    const encrypter = new Encrypter();
    encrypter.setPassphrase("correct horse battery");
    encrypter.setScryptWorkFactor(4);
    const sealed = await encrypter.encrypt("canary");
    expect([sealed, sealedHere].map(isSealed)).toEqual([true, true]);
    expect(new TextDecoder().decode(await openSealed(sealed, { passphrase: "correct horse battery" }))).toBe("canary");
    await expect(openSealed(sealed, { passphrase: "correct horse batterx" })).rejects.toThrow(
      new RangeError("the passphrase does not open it"),
    );
  });

  test("opens in the program age, and a file that age sealed opens here, in binary or as text", async () => {
    const { identity, recipient } = await anIdentity();
    const folder = newDataDir();
    const [file, key] = [path.join(folder, "file.age"), path.join(folder, "key.txt")];
    writeFileSync(key, `${identity}\n`);
    const text = `canary \u2028 𝔘𝔫𝔦 ${"long ".repeat(30_000)}`;
    writeFileSync(file, await seal(bytesOf(text), { recipients: [recipient] }));
    expect(await openWithAge(file, key)).toBe(text);
    for (const armor of [false, true]) {
      const sealed = await sealWithAge(text, recipient, { armor });
      expect(isSealed(sealed)).toBe(true);
      expect(new TextDecoder().decode(await openSealed(sealed, { identity }))).toBe(text);
    }
    expect(readFileSync(file).includes("canary")).toBe(false);
  });

  test("gives back any content, and nothing at all if a byte of it is changed or missing", async () => {
    const { identity, recipient } = await anIdentity();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.boolean(), async (content, at, isCut) => {
        const sealed = await seal(new Uint8Array(content), { recipients: [recipient] });
        expect(new Uint8Array(await openSealed(sealed, { identity }))).toEqual(new Uint8Array(content));
        const place = at % sealed.length;
        const damaged = isCut
          ? sealed.slice(0, place)
          : sealed.map((byte, index) => (index === place ? byte ^ 1 : byte));
        await expect(openSealed(damaged, { identity })).rejects.toBeInstanceOf(RangeError);
      }),
      { numRuns: 60 },
    );
  });
});

test("a recipient or identity that is none is refused by a message for people", async () => {
  expect(() => sealer({ recipients: ["age1nonsense"] })).toThrow(/^age1nonsense is not an age recipient/);
  await expect(openSealed(bytesOf("age-encryption.org/v1\n"), { identity: "nonsense" })).rejects.toThrow(
    /not an age identity/,
  );
});

test("a new passphrase has at least 12 characters, 6 of them different", () => {
  for (const weak of ["", "elevenchars", "aaaaaaaaaaaaaaaaaaaaaaaa", "ababababababab"])
    expect([weak, strengthOf(weak), weaknessOf(weak)]).toEqual([weak, "too weak", expect.any(String)]);
  expect([strengthOf("twelve chars"), strengthOf("five words are easily kept")]).toEqual(["fair", "strong"]);
});
