// Loaded before everything else into a vault under test. Refuses every connection and name look-up that leaves this
// machine, and records its target.
import fs from "node:fs";
import dns from "node:dns";
import dgram from "node:dgram";
import net from "node:net";

const file = process.env.OUTSIDE_ATTEMPTS_FILE;
const isInside = (host) =>
  host === undefined || host === null || ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"].includes(host);
const note = (how, where) => fs.appendFileSync(file, `${how} ${where}\n`);
const refusal = () => Object.assign(new Error("No connection leaves this machine"), { code: "ECONNREFUSED" });

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const host =
    typeof first === "object" && first !== null
      ? first.path === undefined
        ? first.host
        : undefined
      : typeof first === "number" || /^\d+$/.test(first)
        ? second
        : undefined;
  if (typeof host !== "string" || isInside(host)) return connect.apply(this, args);
  note("connect", host);
  process.nextTick(() => this.destroy(refusal()));
  return this;
};

for (const [owner, name] of [
  [dns, "lookup"],
  [dns.promises, "lookup"],
  ...[dns.Resolver, dns.promises.Resolver].flatMap(({ prototype }) => [
    [prototype, "resolve4"],
    [prototype, "resolve6"],
  ]),
  ...Object.keys(dns)
    .filter((one) => one.startsWith("resolve"))
    .flatMap((one) => [
      [dns, one],
      [dns.promises, one],
    ]),
]) {
  const original = owner[name];
  if (typeof original !== "function") continue;
  owner[name] = function (host, ...rest) {
    if (isInside(host)) return original.call(this, host, ...rest);
    note(name, host);
    const callback = rest.at(-1);
    if (typeof callback !== "function") return Promise.reject(refusal());
    process.nextTick(callback, refusal());
  };
}

const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function (...args) {
  note("send", args.find((one) => typeof one === "string") ?? "somewhere");
  return send.apply(this, args);
};
