import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { armor, Encrypter, Stanza } from "age-encryption";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSealed, sealer, type SealingKey } from "@/lib/age";
import { isForPassphrase, isSealed } from "@/lib/age/is-sealed";
import { strengthOf, weaknessOf } from "@/lib/age/passphrase";
import { passphraseIdentity } from "@/lib/age/passphrase-stanza";
import { anIdentity, openWithAge, sealWithAge } from "../../support/programs/age";
import { newDataDir } from "../../support/vaults/server";

const seal = async (content: Uint8Array<ArrayBuffer>, key: SealingKey) =>
  new Uint8Array(await new Response(await sealer(key)(new Blob([content]).stream())).arrayBuffer());
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** As age's own library seals it. */
async function sealedBy(passphrase: string, work: number): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  return encrypter.encrypt("canary");
}

describe("a sealed file", () => {
  test("opens with the passphrase, and with no other; sealing it leaves time for other things", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const sealedHere = await seal(bytesOf("canary"), { passphrase: "correct horse battery" });
    clearInterval(timer);
    // In one go there would be none.
    expect(turns).toBeGreaterThan(5);
    // What each guess costs: a second of a processor, and 256 MiB.
    expect(new TextDecoder().decode(sealedHere.slice(0, 80))).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    const sealed = await sealedBy("correct horse battery", 4);
    expect([sealed, sealedHere].map(isSealed)).toEqual([true, true]);
    expect(new TextDecoder().decode(await openSealed(sealed, { passphrase: "correct horse battery" }))).toBe("canary");
    await expect(openSealed(sealed, { passphrase: "correct horse batterx" })).rejects.toThrow(
      new RangeError("the passphrase does not open it"),
    );
  });

  test("that asks for a hostile amount of work is refused before any is done", async () => {
    const sealed = await sealedBy("correct horse battery", 4);
    const asking = (work: string) =>
      bytesOf(new TextDecoder("latin1").decode(sealed).replace(/^(-> scrypt \S+) 4$/m, `$1 ${work}`));
    const opening = (work: string) => openSealed(asking(work), { passphrase: "correct horse battery" });
    for (const work of ["21", "30", "64", "999999999999"])
      await expect(opening(work)).rejects.toThrow(
        "it asks for too much work: 2^20 is the most that is done for a passphrase",
      );
    for (const work of ["0", "-1", "04", "4.5", "0x14", "1e1", "NaN"])
      await expect(opening(work)).rejects.toThrow(new RangeError("it is damaged or incomplete"));
  });

  test("says whether it is for a passphrase or for a key, in binary or as text", async () => {
    const { recipient } = await anIdentity();
    const forms = (sealed: Uint8Array) => [
      sealed,
      bytesOf(armor.encode(sealed)),
      bytesOf(armor.encode(sealed).replaceAll("\n", "\r\n")),
    ];
    expect(forms(await sealedBy("correct horse battery", 4)).map(isForPassphrase)).toEqual([true, true, true]);
    const forKey = forms(await seal(bytesOf("canary"), { recipients: [recipient] }));
    expect(forKey.map(isForPassphrase)).toEqual([false, false, false]);
    await expect(openSealed(forKey[1] as Uint8Array, { passphrase: "correct horse battery" })).rejects.toThrow(
      new RangeError("it is sealed for a key, not with a passphrase: svc import --identity opens it"),
    );
    expect(isForPassphrase(bytesOf("-----BEGIN AGE ENCRYPTED FILE-----\n"))).toBe(false);
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
      expect(new TextDecoder().decode(await openSealed(sealed, { identities: [identity] }))).toBe(text);
    }
    expect(readFileSync(file).includes("canary")).toBe(false);
  });

  test("gives back any content, and nothing at all if a byte of it is changed or missing", async () => {
    const { identity, recipient } = await anIdentity();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.boolean(), async (content, at, isCut) => {
        const sealed = await seal(new Uint8Array(content), { recipients: [recipient] });
        expect(new Uint8Array(await openSealed(sealed, { identities: [identity] }))).toEqual(new Uint8Array(content));
        const place = at % sealed.length;
        const damaged = isCut
          ? sealed.slice(0, place)
          : sealed.map((byte, index) => (index === place ? byte ^ 1 : byte));
        await expect(openSealed(damaged, { identities: [identity] })).rejects.toBeInstanceOf(RangeError);
      }),
      { numRuns: 60 },
    );
  });
});

test("a recipient or identity that is none is refused by a message for people, which never quotes it", async () => {
  const { identity, recipient } = await anIdentity();
  const refusal = (...recipients: string[]) => {
    try {
      sealer({ recipients });
    } catch (error) {
      return (error as RangeError).message;
    }
    return null;
  };
  const none = "is not an age recipient: it must start with age1, as age-keygen -y prints it";
  expect(refusal("age1nonsense")).toBe(`The recipient ${none}`);
  expect(refusal(recipient, "nonsense")).toBe(`Recipient 2 ${none}`);
  for (const secret of [identity, identity.toLowerCase(), "AGE-SECRET-KEY-PQ-1NOTREAL"])
    expect(refusal(secret, recipient)).toBe(
      'Recipient 1 is the secret half of a key, which nobody else may see: give what follows "# public key:" in its file',
    );
  await expect(openSealed(bytesOf("age-encryption.org/v1\n"), { identities: ["nonsense"] })).rejects.toThrow(
    new RangeError("an age identity can't be read: it must start with AGE-SECRET-KEY- and be on its own line"),
  );
});

test("any of several identities opens a file", async () => {
  const [one, other, none] = [await anIdentity(), await anIdentity(), await anIdentity()];
  const sealed = await seal(bytesOf("canary"), { recipients: [other.recipient] });
  const opened = await openSealed(sealed, { identities: [one.identity, other.identity] });
  expect(new TextDecoder().decode(opened)).toBe("canary");
  for (const [identities, told] of [
    [[one.identity], "the identity does not open it"],
    [[one.identity, none.identity], "none of the identities opens it"],
  ] as const)
    await expect(openSealed(sealed, { identities })).rejects.toThrow(new RangeError(told));
});

test("a salt that isn't written as age writes it is refused, as age does", async () => {
  const header = new TextDecoder("latin1").decode(await sealedBy("correct horse battery", 4));
  const [, salt = "", body = ""] = /^-> scrypt (\S+) 4\n(\S+)\n/m.exec(header) ?? [];
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  const unwrapped = (written: string) =>
    passphraseIdentity("correct horse battery").unwrapFileKey([new Stanza(["scrypt", written, "4"], bytes)]);
  expect(await unwrapped(salt)).toHaveLength(16);
  // The last of its 22 letters carries two bits of the salt, and four that are zero.
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unused = salt.slice(0, -1) + alphabet.charAt(alphabet.indexOf(salt.slice(-1)) + 1);
  for (const written of [`${salt}==`, unused])
    await expect(unwrapped(written)).rejects.toThrow("invalid scrypt stanza");
});

test("a new passphrase has at least 12 characters, 6 of them different", () => {
  for (const weak of ["", "elevenchars", "aaaaaaaaaaaaaaaaaaaaaaaa", "ababababababab"])
    expect([weak, strengthOf(weak), weaknessOf(weak)]).toEqual([weak, "too weak", expect.any(String)]);
  expect([strengthOf("twelve chars"), strengthOf("five words are easily kept")]).toEqual(["fair", "strong"]);
});
