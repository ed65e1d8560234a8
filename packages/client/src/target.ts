import { isLoopback } from "../../../lib/loopback";
import { VaultUsageError } from "./errors";

/** Where requests go, and with which access key. */
export type Target = { url: URL; key: string };

/**
 * Checks an address and a key. No message quotes either of them, since a mistyped variable may hold the other's value.
 * https only, except for this machine, or where the caller allows it.
 */
export function targetOf(url: string, key: string, insecureHttp: boolean): Target {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw new VaultUsageError("The vault's address is not a URL: write it as https://vault.example.com.");
  if (address.username !== "" || address.password !== "" || address.search !== "" || address.hash !== "")
    throw new VaultUsageError("The vault's address must not contain a user name, query or fragment.");
  if (address.protocol === "http:" && !insecureHttp && !isLoopback(address.hostname))
    throw new VaultUsageError(
      "The vault's address begins with http://, which would send the key unencrypted: use https://, or allow it with insecureHttp.",
    );
  const trimmed = key.trim();
  // Before fetch sees it: its message for an invalid header quotes the header.
  if (!/^svc_[A-Za-z0-9_-]{43}$/.test(trimmed))
    throw new VaultUsageError("This is not an access key: a key is svc_ followed by 43 characters.");
  return { url: address, key: trimmed };
}
