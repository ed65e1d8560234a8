import net from "node:net";
import { expect, test } from "vitest";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { quantile, residentMegabytes } from "../bench/load/measure";
import { aUserWithKey } from "../support/callers/actors";
import { ownVaults } from "../support/vaults/own-vaults";
import { requestBytes } from "../support/http/raw-http";
import { send } from "../support/http/raw";

const { aVault } = ownVaults();
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const requestsPerSecond = 50;
const slowConnections = 500;
const stretches = 10;
/** A byte at regular intervals: a slow head exceeds its 10 seconds, a slow body of 80 bytes arrives after 40. */
const slowMs = 500;

/**
 * One connection after another that sends a byte at a time, until the end. The vault's last response must be an
 * expected one.
 */
function slowly(port: number, bytes: string, expected: readonly number[], until: number, odd: string[]): Promise<void> {
  return new Promise((resolve) => {
    const again = () => {
      if (performance.now() > until) return resolve();
      const socket = net.connect({ port, host: "127.0.0.1" });
      let [sent, answer] = [0, ""];
      const drip = setInterval(
        () =>
          performance.now() > until || sent === bytes.length
            ? socket.end()
            : socket.write(bytes.slice(sent, (sent += 1))),
        slowMs,
      );
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
      socket.on("error", () => undefined);
      socket.once("close", () => {
        clearInterval(drip);
        const status = Number(answer.slice(9, 12));
        if (performance.now() < until && !expected.includes(status)) odd.push(`${status} after ${sent} bytes`);
        again();
      });
    };
    again();
  });
}

test(
  `${minutes} minutes of mixed load beside ${slowConnections} slow connections: p99 under twice the start's, memory flat, no error`,
  async () => {
    const vault = await aVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const { id: categoryId } = await key.call(createCategory, { body: { name: "Stripe", keyType: "json" } });
    const entries = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        key.call(createEntry, { body: { categoryId, name: `entry ${index}`, value: `${index}` } }),
      ),
    );
    const { data: project } = await key.call(createEnvProject, { body: { name: "billing" } });
    const token = await key.call(createTwoFactorToken, {
      body: { service: "billing", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });

    // Writes overwrite earlier ones, so that the vault has the same size at the end.
    let turn = 0;
    const mixed = (): Promise<{ status: number }> => {
      const entry = entries[(turn += 1) % entries.length];
      const calls: [method: string, path: string, body?: object][] = [
        ["GET", "/api/entries"],
        ["POST", `/api/entries/${entry?.id}/reveal`],
        ["GET", "/api/export"],
        ["PUT", `/api/entries/${entry?.id}`, { value: `${turn}` }],
        ["GET", "/api/stats"],
        ["POST", `/api/envs/${project.id}/files`, { fileType: "env", content: `TURN=${turn}\n`.repeat(500) }],
        ["POST", `/api/2fa/${token.id}/reveal`],
        ["GET", "/api/categories"],
        ["POST", "/api/ai/extract", { prompt: "Stripe for billing" }],
        ["GET", `/api/envs/${project.id}`],
      ];
      const [method, path, body] = calls[turn % calls.length] ?? ["GET", "/api/entries"];
      return send(key, method, path, body);
    };

    const began = performance.now();
    const until = began + minutes * 60_000;
    const odd: string[] = [];
    const slowHead = requestBytes("GET", "/api/entries", { ...key.headers, "X-Slow": "a".repeat(1_000) });
    const body = JSON.stringify({ name: "slow", notes: "a".repeat(40) });
    const slow = Array.from({ length: slowConnections }, (_, index) =>
      index % 2 === 0
        ? slowly(vault.port, slowHead, [408], until, odd)
        : slowly(
            vault.port,
            `${requestBytes("PUT", `/api/entries/${entries[index % entries.length]?.id}`, { ...key.headers, "Content-Type": "application/json", Connection: "close", "Content-Length": String(body.length) })}${body}`,
            [200, 408],
            until,
            odd,
          ),
    );

    const latencies: number[][] = Array.from({ length: stretches }, () => []);
    const resident: number[] = [];
    let [errors, requests] = [0, 0];
    const one = async () => {
      const sentAt = performance.now();
      const status = await mixed().then(
        (answer) => answer.status,
        () => 0,
      );
      requests += 1;
      if (status < 200 || status >= 300) errors += 1;
      latencies[Math.min(stretches - 1, Math.floor(((sentAt - began) / (until - began)) * stretches))]?.push(
        performance.now() - sentAt,
      );
    };
    await new Promise<void>((resolve) => {
      let [due, inFlight, stretch] = [0, 0, 0];
      const pace = setInterval(() => {
        const passed = performance.now() - began;
        for (; due < (passed / 1000) * requestsPerSecond && inFlight < 64; due += 1) {
          inFlight += 1;
          void one().finally(() => (inFlight -= 1));
        }
        // Requests that could not be sent in time are left out, so that the machine builds up no backlog.
        due = Math.max(due, Math.floor((passed / 1000) * requestsPerSecond) - 64);
        if (passed > ((stretch + 1) * (until - began)) / stretches)
          resident[stretch++] = Math.round(residentMegabytes(vault.process.pid ?? 0));
        if (performance.now() > until && inFlight === 0) {
          clearInterval(pace);
          resolve();
        }
      }, 5);
    });
    await Promise.all(slow);
    const p99 = latencies.map((some) => Number(quantile(some, 0.99).toFixed(1)));
    process.stdout.write(
      `${JSON.stringify({ figure: "soak", minutes, requests, errors, oddSlowAnswers: odd.length, p99MsOfEachTenth: p99.join(" "), residentMbOfEachTenth: resident.join(" ") })}\n`,
    );
    expect({ errors, odd: odd.slice(0, 5) }).toEqual({ errors: 0, odd: [] });
    expect(p99.at(-1)).toBeLessThan(2 * (p99[0] ?? 0));
    expect(resident.at(-1)).toBeLessThan(1.2 * (resident[1] ?? 0));
    expect(await vault.stop()).toBe(0);
  },
  (minutes + 5) * 60_000,
);
