import { type LookupAddress, lookup as systemLookup, promises as dns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { addressRanges, isInRanges, plainAddress } from "../auth/grants/address-ranges";
import { isLoopback } from "../loopback";

/*
 * Where the vault's own requests may lead: anybody who has an account names the address, and the vault stands where others
 * can't reach (server-side request forgery, OWASP ASVS 5.0, 1.3.6).
 */

/**
 * `public`: public addresses, over TLS. `loopback`: also this machine, with or without TLS. `anywhere`: private networks
 * too, with or without TLS.
 */
export type Reach = "public" | "loopback" | "anywhere";

/** What is not of the internet (IANA, IPv4 Special-Purpose Address Registry), multicast and reserved addresses with it. */
const notPublic4 = addressRanges([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]);

/** Of IPv6, only these are given out (RFC 4291, 2.4), except those that lead to other networks or are for examples. */
const public6 = addressRanges(["2000::/3"]);
const notPublic6 = addressRanges(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an IP address is one of the internet, by which no machine of a private network is reached. */
export function isPublicAddress(written: string): boolean {
  const address = plainAddress(written);
  if (isIP(address) === 4) return !isInRanges(notPublic4, address);
  return isInRanges(public6, address) && !isInRanges(notPublic6, address);
}

/**
 * What is wrong with an address that somebody gives, as a message for its field; null if nothing is. Names are resolved
 * later. `setting`: what the operator would have to set.
 */
export function faultOfUrl(text: string, reach: Reach, setting: string): string | null {
  const { protocol, hostname, username, password } = new URL(text);
  if (username + password !== "") return "must not contain a user name or password";
  if (reach === "anywhere" || (reach === "loopback" && isLoopback(hostname))) return null;
  if (protocol !== "https:") return "must start with https://";
  const host = hostOf(hostname);
  if (isIP(host) === 0 ? !/^(?:.*\.)?localhost\.?$/.test(host) : isPublicAddress(host)) return null;
  const place = reach === "public" ? "this machine or a private network" : "a private network";
  return `must not lead to ${place}, unless the operator sets ${setting}`;
}

/** Whether a request may be sent there, as far as the address itself tells. A name still has to be resolved. */
export function mayLeadTo({ protocol, hostname }: URL, reach: Reach): boolean {
  if (reach === "anywhere" || (reach === "loopback" && isLoopback(hostname))) return true;
  const host = hostOf(hostname);
  return protocol === "https:" && (isIP(host) === 0 || isPublicAddress(host));
}

/** The host of a URL as the network calls are given it. */
const hostOf = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** An address that a name stands for is not public. */
export class AddressRefused extends Error {}

const resolveMs = 2_500;

/**
 * Resolves names and refuses those with an address that is not public. The connection uses the addresses that were
 * checked: the name is not asked for again, whose answer may have changed (DNS rebinding). Not by the system's own
 * resolver, whose few threads slow names would hold, and which password hashing and files share; so names that only
 * /etc/hosts knows are unknown.
 */
export const publicLookup = (resolver = new dns.Resolver({ timeout: resolveMs, tries: 2 })): LookupFunction => {
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [four, six] = found.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    const addresses = [
      ...(four ?? []).map((address) => ({ address, family: 4 })),
      ...(six ?? []).map((address) => ({ address, family: 6 })),
    ];
    if (addresses.length === 0) throw Object.assign(new Error("the name is unknown"), { code: "ENOTFOUND" });
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new AddressRefused();
    return addresses;
  };
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
};

/** For vaults whose operator allows private networks. */
const anyLookup: LookupFunction = (name, options, callback) => systemLookup(name, options, callback as never);

const usualLookup = publicLookup();

/** This machine by its name, which no name server is asked for. */
const loopbackLookup: LookupFunction = (name, options, callback) => {
  if (!isLoopback(name)) return usualLookup(name, options, callback);
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all) callback(null, addresses);
  else callback(null, "127.0.0.1", 4);
};

/** What resolves names for requests that may lead so far. */
export const lookupFor: Record<Reach, LookupFunction> = {
  public: usualLookup,
  loopback: loopbackLookup,
  anywhere: anyLookup,
};
