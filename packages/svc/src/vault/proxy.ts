import type { RequestOptions } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { CliError } from "../cli-error";
import { isLoopback } from "../../../../lib/loopback";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, chosen as curl and Go do: HTTPS_PROXY or HTTP_PROXY by the address's scheme, also in lower
 * case, unless NO_PROXY names the host. Never for this machine.
 */
export function proxyFor(url: URL, env: Environment = process.env): URL | null {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  // A web server passes a request's header "Proxy" to CGI programs as HTTP_PROXY: anybody could have set it.
  const named =
    env[name.toLowerCase()] || (name === "HTTP_PROXY" && env.REQUEST_METHOD !== undefined ? undefined : env[name]);
  if (!named || isLoopback(url.hostname) || isExempt(url, env.no_proxy || env.NO_PROXY || "")) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  // Its address may hold a password: only the variable is named.
  if (!proxy || !["http:", "https:"].includes(proxy.protocol) || !isDecodable(`${proxy.username}:${proxy.password}`))
    throw new CliError(
      "usage",
      `${name} is not a proxy that svc can use: write it as http://proxy.example.com:3128, and a % in its password as %25.`,
    );
  return proxy;
}

function isDecodable(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === "string";
  } catch {
    return false;
  }
}

/** Whether NO_PROXY names a host: itself, a domain above it, an address, a range, each with a port or without; or `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === "*") return true;
      const { entryHost, port } = hostAndPort(entry);
      if (port !== undefined && port !== portOf(url)) return false;
      const named = bare(entryHost)
        .replace(/^\*?\./, "")
        .toLowerCase();
      return named.includes("/")
        ? isInRange(host, named)
        : host === named || (isIP(host) === 0 && host.endsWith(`.${named}`));
    });
}

/** Several colons outside brackets are an IPv6 address's own. */
function hostAndPort(entry: string): { entryHost: string; port?: string } {
  const colon = entry.indexOf(":", entry.indexOf("]") + 1);
  const port = entry.slice(colon + 1);
  return colon >= 0 && colon === entry.lastIndexOf(":") && /^\d+$/.test(port)
    ? { entryHost: entry.slice(0, colon), port }
    : { entryHost: entry };
}

function isInRange(host: string, range: string): boolean {
  const [network = "", bits] = range.split("/");
  const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  if (
    isIP(host) === 0 ||
    isIP(network) !== isIP(host) ||
    !/^\d+$/.test(bits ?? "") ||
    Number(bits) > (isIP(host) === 6 ? 128 : 32)
  )
    return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family(network));
  return list.check(host, family(host));
}

const bare = (host: string) => host.replace(/^\[|\]$/g, "");
export const portOf = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80");

/** The credentials for the proxy, if its address has them. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  return {
    "Proxy-Authorization": `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`,
  };
}

/** A connection through the proxy for TLS to the address's host: the proxy sees host and port, nothing else. */
export async function tunnel(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const { request } = proxy.protocol === "https:" ? await import("node:https") : await import("node:http");
  const target = `${url.hostname}:${portOf(url)}`;
  const options: RequestOptions = {
    method: "CONNECT",
    path: target,
    headers: { Host: target, ...proxyHeaders(proxy) },
    agent: false,
    signal,
    host: bare(proxy.hostname),
    port: portOf(proxy),
  };
  return new Promise((resolve, reject) => {
    const connecting = request(options);
    connecting.once("error", reject);
    connecting.once("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(
        new Error(
          `the proxy answered ${statusCode}${statusCode === 407 ? ": it requires a user name and a password" : ""}`,
        ),
      );
    });
    connecting.end();
  });
}
