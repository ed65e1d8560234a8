import { createSocket } from "node:dgram";
import { promises as dns } from "node:dns";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const typeA = 1;

/** The question of a request: its name, its type, and where it ends (RFC 1035, 4.1). */
function questionIn(request: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = request[at] ?? 0; length > 0; length = request[at] ?? 0) {
    labels.push(request.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: request.readUInt16BE(at + 1), end: at + 5 };
}

const record = (address: string): Buffer =>
  // A pointer to the name, type A, class IN, no time to live, 4 bytes.
  Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);

/**
 * A real name server on this machine and a resolver that asks it. `answers` gives a name's IPv4 addresses at its n-th
 * question, from 1 on; there are no others.
 */
export async function aNameServer(answers: (name: string, question: number) => readonly string[]) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (request, { address, port }) => {
    const { name, type, end } = questionIn(request);
    if (type === typeA) asked.push(name);
    const addresses = type === typeA ? answers(name, asked.filter((one) => one === name).length) : [];
    const head = Buffer.from(request.subarray(0, end));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    // No other sections, whatever the question had.
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...addresses.map(record)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void socket.close());
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return { resolver, asked };
}
