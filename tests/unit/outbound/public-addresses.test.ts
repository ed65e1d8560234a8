import type { LookupAddress } from "node:dns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressRefused, isPublicAddress, publicLookup } from "@/lib/outbound/public-addresses";
import { aNameServer } from "../../support/servers/dns-server";

describe("an address is public", () => {
  test.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "223.255.255.254", "2606:4700::1111"])(
    "%s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("an address is not public", () => {
  test.each([
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
    ...["172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "fc00::1"],
    ...["fd12::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1"],
    ...["", "localhost", "1.1.1", "1.1.1.1.1", "hooks.example.com"],
  ])("%j", (address) => expect(isPublicAddress(address)).toBe(false));

  test("whatever lies in a private network, also in IPv6 notation", () => {
    const byte = fc.nat(255);
    const inPrivate = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    );
    fc.assert(
      fc.property(inPrivate, (bytes) => {
        const address = bytes.join(".");
        return !isPublicAddress(address) && !isPublicAddress(`::ffff:${address}`);
      }),
    );
  });
});

const lookedUp = (lookup: ReturnType<typeof publicLookup>, name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) =>
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses as LookupAddress[]))),
  );

describe("a name", () => {
  test("gives its public addresses, and is asked for once", async () => {
    const { resolver, asked } = await aNameServer(() => ["93.184.216.34", "1.1.1.1"]);
    expect(await lookedUp(publicLookup(resolver), "hooks.example.com")).toEqual([
      { address: "93.184.216.34", family: 4 },
      { address: "1.1.1.1", family: 4 },
    ]);
    expect(asked).toEqual(["hooks.example.com"]);
  });

  test.each([["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["169.254.169.254"]])(
    "that leads to %s is refused",
    async (...addresses) => {
      const { resolver } = await aNameServer(() => addresses);
      await expect(lookedUp(publicLookup(resolver), "hooks.example.com")).rejects.toThrow(AddressRefused);
    },
  );

  test("whose answer changes is refused as soon as it leads to a private network", async () => {
    const { resolver } = await aNameServer((_, question) => (question === 1 ? ["1.1.1.1"] : ["127.0.0.1"]));
    const lookup = publicLookup(resolver);
    expect(await lookedUp(lookup, "hooks.example.com")).toEqual([{ address: "1.1.1.1", family: 4 }]);
    await expect(lookedUp(lookup, "hooks.example.com")).rejects.toThrow(AddressRefused);
  });

  test("without an address is unknown", async () => {
    const { resolver } = await aNameServer(() => []);
    await expect(lookedUp(publicLookup(resolver), "hooks.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });
});
