import { describe, expect, test } from "vitest";
import { revealEntry } from "@/lib/contracts/vault/entries";
import { anonymous, aUserWithKey, tryToSignIn } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { ownVaults } from "../../support/vaults/own-vaults";
import { damageStore } from "../../support/vaults/store";

const { aVault } = ownVaults();
const token = "not-a-real-metrics-token";
const vault = await aVault({ env: { METRICS_TOKEN: token } });

describe("/metrics", () => {
  test("does not exist unless METRICS_TOKEN is set", async () => {
    const { key } = await aUserWithKey();
    for (const headers of [{}, key.headers, { Authorization: "Bearer undefined" }])
      expect((await anonymous().fetch("/metrics", { headers })).status).toBe(404);
  });

  test("needs its own token, and counts requests, refusals, wrong guesses and values that can't be opened, without anybody's name", async () => {
    const user = await aUserWithKey({ baseUrl: vault.baseUrl });
    const scrape = (headers: Record<string, string>) => fetch(`${vault.baseUrl}/metrics`, { headers });
    for (const headers of [
      {},
      user.key.headers,
      user.session.headers,
      { Authorization: "Bearer not-a-real-metrics-tokem" },
      { Authorization: token },
    ]) {
      const response = await scrape(headers);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, "AUTH_REQUIRED"]);
    }
    const { id } = await anEntry(user.session);
    await user.key.call(revealEntry, { params: { id } });
    damageStore(vault, "KeyEntry", "encryptedValue", id, (bytes) => Buffer.alloc(bytes.length));
    await expect(user.key.call(revealEntry, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await tryToSignIn(user.email, "a-wrong-password", vault.baseUrl);

    const response = await scrape({ Authorization: `Bearer ${token}` });
    expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
      "no-store",
    ]);
    const text = await response.text();
    const lines = text.split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'svc_http_requests_total{contract="revealEntry",status="200"} 1',
        'svc_http_requests_total{contract="revealEntry",status="404"} 1',
        'svc_http_request_duration_seconds_count{contract="revealEntry"} 2',
        'svc_failed_logins_total{reason="wrong"} 1',
        'svc_undecryptable_values_total{table="KeyEntry"} 1',
        expect.stringMatching(
          /^svc_build_info\{version="\d+\.\d+\.\d+",node="v\d[\d.]+",database="(sqlite|postgresql)"\} 1$/,
        ),
        expect.stringMatching(/^svc_database_pool_connections\{state="total"\} [1-9]\d*$/),
      ]),
    );
    for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, "m"));
    for (const secret of [token, user.email, user.id, id, user.accessKey.keyPrefix, vault.dataDir])
      expect(text.includes(secret)).toBe(false);
  });

  test("supports only GET and HEAD, and no short token", async () => {
    expect(
      (await fetch(`${vault.baseUrl}/metrics`, { method: "POST", headers: { Authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(405);
    await expect(aVault({ env: { METRICS_TOKEN: "short" } })).rejects.toThrow(
      /METRICS_TOKEN is wrong: it must have at least 16/,
    );
  });
});
