import { type ChildProcess, spawn } from "node:child_process";

export type Running = { name: string; port: number; pid: number; startMs: number; end(): Promise<void> };

/** Starts a server and waits for the line with its port. Its other output is dropped, unless it ends early. */
function run(name: string, args: string[], env: Record<string, string>): Promise<Running> {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    // As npm start, the container and the unit for systemd set it.
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", MALLOC_ARENA_MAX: "2", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk.toString("utf8");
      const port = Number(/(?:listens at |open at \S+:)(\d+)/.exec(printed)?.[1]);
      if (port)
        resolve({
          name,
          port,
          pid: child.pid ?? 0,
          startMs: performance.now() - began,
          end: () => (child.kill("SIGTERM"), ended),
        });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", (code) => reject(new Error(`${name} ended with ${code}:\n${printed}`)));
  });
}

export const startVault = (dataDir: string, env: Record<string, string> = {}): Promise<Running> =>
  run("vault", ["scripts/start.mjs"], { VAULT_DATA_DIR: dataDir, PORT: "0", ...env });
/** `target`: a database file, or a URL. */
export const startFloor = (target: string, dataDir: string): Promise<Running> =>
  run("floor", ["dist/bench/floor.mjs", target, dataDir], {});
