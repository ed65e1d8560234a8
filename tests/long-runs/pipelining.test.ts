import { readFileSync } from "node:fs";
import net from "node:net";
import { expect, test } from "vitest";
import { report } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";

const { aVault } = ownVaults();
const connections = 16;
const probeMs = 5_000;

/** The memory of a process, in MB. */
const residentMb = (pid = 0) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const requestOf = (target: string) => `GET ${target} HTTP/1.1\r\nHost:localhost\r\n\r\n`;
/** As many as fit into 64 KiB; and as many as the vault lets wait on each connection, however many wait elsewhere. */
const counts = (target: string) => [Math.floor((64 * 1024) / requestOf(target).length), 32];

/**
 * How long others wait, and how much the vault's memory grows, while clients send many requests at once and read no
 * response.
 */
test.for(
  ["/api/openapi", "/login", "/api/auth/csrf", "/api/auth/session"].flatMap((target) =>
    counts(target).map((count) => ({ target, count })),
  ),
)("$target, $count times on each of 16 connections that read nothing", async ({ target, count }) => {
  const vault = await aVault();
  // Next is already loaded, as in a vault that serves people.
  for (const path of ["/login", "/api/auth/csrf", "/api/openapi"])
    for (let time = 0; time < 20; time += 1) await (await fetch(vault.baseUrl + path)).arrayBuffer();
  const before = residentMb(vault.process.pid);
  const sockets = Array.from({ length: connections }, () => {
    const socket = net.connect(vault.port, "127.0.0.1", () => socket.write(requestOf(target).repeat(count)));
    return socket.on("error", () => {}).pause();
  });
  let [worstMs, mostMb] = [0, before];
  const end = performance.now() + probeMs;
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`${vault.baseUrl}/healthz`)).text();
    worstMs = Math.max(worstMs, performance.now() - began);
    mostMb = Math.max(mostMb, residentMb(vault.process.pid));
  }
  for (const socket of sockets) socket.destroy();
  report({
    figure: "pipelining",
    target,
    count,
    connections,
    othersWaitMs: Math.round(worstMs),
    memoryBeforeMb: Math.round(before),
    memoryGrowthMb: Math.round(mostMb - before),
  });
  expect(mostMb - before).toBeLessThan(100);
  expect(worstMs).toBeLessThan(300);
  await vault.stop();
});
