import { request } from "node:http";

type Ask = (path: string, headers: Record<string, string>) => Promise<Response>;

// The pages' bundle and this process's own are two: they meet here.
const holder = globalThis as { [key: symbol]: Ask | undefined };
const slot = Symbol.for("svc.ask-vault");

/** From here on, this process's pages ask the vault at this socket. */
export function askAt(socketPath: string): void {
  holder[slot] = (path, headers) =>
    new Promise((resolve, reject) => {
      request({ socketPath, path, headers: { ...headers, Host: "vault.invalid" } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.once("error", reject);
        answer.once("end", () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500 })));
      })
        .once("error", reject)
        .end();
    });
}

/**
 * What the vault answers to GET `path`. `next dev` serves pages and API in one process, which is asked at the address
 * that its page was asked for (`host`).
 */
export function askVault(path: string, headers: Record<string, string>, host: string | null): Promise<Response> {
  const ask = holder[slot];
  return ask ? ask(path, headers) : fetch(`http://${host ?? "localhost"}${path}`, { headers, cache: "no-store" });
}
