import { BlockList, isIP } from "node:net";

/** The prefix of IPv4 addresses in IPv6 notation, in bits (RFC 4291, 2.5.5.2). */
const mappedBits = 96;

/** An IPv4 address in IPv6 notation as the IPv4 address that it is. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** A set of addresses and CIDR ranges, which have been checked to be that. */
export function addressRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [written = "", bits] = range.split("/");
    const address = plainAddress(written);
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const allBits = family === "ipv6" ? 128 : 32;
    // A range in IPv6 notation that is wider than the mapped addresses holds all of them.
    const prefix = bits === undefined ? allBits : Math.max(0, Number(bits) - (address === written ? 0 : mappedBits));
    list.addSubnet(address, prefix, family);
  }
  return list;
}

/** Whether an address lies in one of the ranges. Anything that is not an address lies in none. */
export function isInRanges(ranges: BlockList, written: string): boolean {
  const address = plainAddress(written);
  return isIP(address) !== 0 && ranges.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
