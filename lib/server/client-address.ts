import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { runtime } from "../runtime";

/**
 * Where a request comes from: the peer, or, when that is a trusted proxy, whom the proxies name. X-Forwarded-For is
 * read from its end, since each proxy appends; the first address that is no trusted proxy is the last one to believe.
 */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const proxies = trustedProxies();
  const named = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").map((text) => text.trim());
  let address = plain(socket.remoteAddress ?? "");
  while (named.length > 0 && isTrusted(proxies, address)) {
    const next = plain(named.pop() ?? "");
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** IPv4 as IPv6 sockets spell it. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

const isTrusted = (proxies: BlockList, address: string) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

let built: { of: readonly string[]; list: BlockList } | undefined;

function trustedProxies(): BlockList {
  const of = runtime().settings.TRUSTED_PROXIES;
  if (built?.of === of) return built.list;
  const list = new BlockList();
  for (const range of of) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  built = { of, list };
  return list;
}
