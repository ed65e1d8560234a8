import { beforeAll, expect, test } from "vitest";
import { ownVaults } from "../../support/vaults/own-vaults";
import { connect, requestBytes } from "../../support/http/raw-http";
import type { RunningVault } from "../../support/vaults/server";
import { aCertificate, askOverTls, keepCertificate } from "../../support/programs/tls";

// Node reads TLS connections differently from plain ones: at most 16 KiB at a time, several of which may arrive at
// once.
const { aFolder, aVault } = ownVaults();

let vault: RunningVault;
let ca: string;
beforeAll(async () => {
  const certificate = await aCertificate();
  ca = certificate.cert;
  vault = await aVault({ env: keepCertificate(aFolder(), certificate) });
});

test("over TLS, too, many requests in one packet get every response, in order, and the connection stays open", async () => {
  const targets = Array.from({ length: 1_700 }, (_, index) =>
    index % 100 === 0 ? "/api/openapi" : index % 2 === 0 ? "/healthz" : "/api/nowhere",
  );
  const connection = connect(vault.baseUrl, { ca });
  connection.write(targets.map((target) => requestBytes("GET", target)).join(""));
  const answers: { target: string; status: number; isItsOwn: boolean }[] = [];
  for (const target of targets) {
    const { status, body } = await connection.answer();
    answers.push({
      target,
      status,
      isItsOwn: body.startsWith(
        target === "/api/openapi" ? '{"openapi"' : target === "/healthz" ? '{"status"' : '{"error"',
      ),
    });
  }
  expect(answers).toEqual(
    targets.map((target) => ({ target, status: target === "/api/nowhere" ? 404 : 200, isItsOwn: true })),
  );
  expect(await connection.answered(requestBytes("GET", "/healthz"))).toBe(200);
  connection.destroy();
});

test("over TLS, too, a connection is closed with its many requests if more wait on all connections than the vault allows", async () => {
  const connections = Array.from({ length: 16 }, () => connect(vault.baseUrl, { ca, readsLater: true }));
  // One after another: while responses still go into the network's buffers, places become free for the next connection.
  for (const connection of connections) {
    await connection.drained(Buffer.from(requestBytes("GET", "/api/openapi").repeat(900)));
    expect((await askOverTls(vault.port, "/healthz", { ca })).status).toBe(200);
  }
  // Each 16 KiB contain 350 requests. Those of six connections may wait, and some more may be admitted while they are
  // answered.
  for (const connection of connections.slice(12)) {
    connection.read();
    let answers = 0;
    await connection.closed;
    for (let isThere = true; isThere; answers += 1)
      isThere = await connection.answer().then(
        () => true,
        () => false,
      );
    expect(answers).toBeLessThan(100);
  }
  expect((await askOverTls(vault.port, "/healthz", { ca })).status).toBe(200);
  for (const connection of connections) connection.destroy();
});
