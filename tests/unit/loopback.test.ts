import { expect, test } from "vitest";
import { targetOf } from "../../packages/client/src/target";
import { parseUrl } from "../../packages/svc/src/settings";
import { isLoopback } from "@/lib/loopback";

test("this machine is localhost and its addresses; names below localhost may lead elsewhere", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
    expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of ["vault.localhost", "localhost.", "localhost.example.com", "128.0.0.1", "0.0.0.0", "[::2]"])
    expect([host, isLoopback(host)]).toEqual([host, false]);
});

test("svc and the client library send a key unencrypted to the same hosts", () => {
  const key = `svc_${"A".repeat(43)}`;
  const takes = (work: () => unknown) => {
    try {
      return work() !== undefined;
    } catch {
      return false;
    }
  };
  for (const host of ["localhost", "127.0.0.1", "[::1]", "vault.localhost", "localhost.", "vault.example.com"]) {
    const url = `http://${host}:3000`;
    expect([host, takes(() => parseUrl(url, false)), takes(() => targetOf(url, key, false))]).toEqual([
      host,
      isLoopback(host),
      isLoopback(host),
    ]);
  }
});
