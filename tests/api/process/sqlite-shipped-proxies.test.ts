import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { password } from "../../support/actors";
import { installedProxies, ownProxies } from "../../support/programs/proxies";
import { exchange, requestBytes } from "../../support/http/raw-http";
import { startShipped } from "../../support/programs/shipped-proxies";
import { askOverTls } from "../../support/programs/tls";

const aProxy = ownProxies();

test("each proxy on this machine starts with its shipped configuration, lets people and keys through over TLS, and nothing else", async () => {
  for (const program of installedProxies) {
    const { plainPort, tlsPort, ca } = await startShipped(aProxy, program, [Number(new URL(inject("baseUrl")).port)]);
    const ask = (target: string, more: Partial<Parameters<typeof askOverTls>[2]> = {}) =>
      askOverTls(tlsPort, target, { ca, ...more });
    // A proxy that checks whether the vault is ready does so only after it has begun to listen.
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 30_000 }).toBe(200);
    expect([
      program,
      (await ask("/login")).status,
      (await ask("/metrics")).status,
      (await ask("/api/entries")).status,
    ]).toEqual([program, 200, 404, 401]);

    // If the port is not 443, the vault must be told, so that it recognises its own pages.
    const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password });
    const origin = `https://localhost:${tlsPort}`;
    expect([
      program,
      (
        await ask("/api/auth/register", {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: origin, "Sec-Fetch-Site": "same-origin" },
          body,
        })
      ).status,
    ]).toEqual([program, 201]);

    const inTheClear = (target: string) =>
      exchange(`http://127.0.0.1:${plainPort}`, requestBytes("GET", target, { Connection: "close" }));
    expect([program, (await inTheClear("/api/entries")).status]).toEqual([program, 403]);
    const led = await inTheClear("/vault");
    expect([program, led.status, led.header("location")]).toEqual([
      program,
      301,
      expect.stringMatching(/^https:\/\/localhost\/vault$/),
    ]);
  }
});
