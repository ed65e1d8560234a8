import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newMasterKeyText } from "@/lib/crypto/sealing/keyring";
import type { Contest, Place } from "./contest";
import { startVault } from "./load/servers";

export type CommandCost = {
  command: string;
  seconds: number;
  /** The most resident memory that it had, in MB (10^6 bytes). */
  peakMegabytes: number;
  printed: string;
};
export type CommandCosts = { base: CommandCost[]; vault: CommandCost[] };

/** Backs up, verifies and rotates either database. */
export async function commandCosts({ places }: Contest, only: RegExp | undefined): Promise<CommandCosts> {
  if (!places) throw new Error("It is not known where the data is.");
  const both: CommandCosts = { base: [], vault: [] };
  const keyFile = path.join(places.vault.dataDir, "master.key");
  const rotated = { VAULT_MASTER_KEYS: `${newMasterKeyText()}\n${readFileSync(keyFile, "utf8")}` };
  for (const name of ["base", "vault"] as const) {
    const place = places[name];
    const take = async (command: string, run: () => Promise<CommandCost>) => {
      if (only && !only.test(command)) return;
      const cost = await run();
      both[name].push(cost);
      process.stdout.write(
        `${command.padEnd(10)} ${name.padEnd(6)} ${cost.seconds.toFixed(1)} s, ${cost.peakMegabytes.toFixed(0)} MB: ${cost.printed.split("\n")[0]}\n`,
      );
    };
    const file = path.join(place.dataDir, `${name}.backup`);
    await take("backup", async () => {
      const cost = await run(place, "backup", file, "--replace");
      const megabytes = statSync(file).size / 1e6;
      return { ...cost, printed: `${cost.printed.split(" in ")[0]}, ${megabytes.toFixed(0)} MB` };
    });
    await take("verify", () => run(place, "verify"));
    await take("rotate", async () => {
      const env = { ...place.env, ...rotated };
      await (await startVault(place.dataDir, env)).end();
      return run({ ...place, env }, "rotate");
    });
  }
  if (both.vault.some(({ command }) => command === "rotate"))
    for (const { dataDir } of Object.values(places))
      writeFileSync(path.join(dataDir, "master.key"), rotated.VAULT_MASTER_KEYS, { mode: 0o600 });
  return both;
}

/** Runs a command of the operator's. The kernel itself notes the most memory that a process had; it is read until the end. */
function run({ dataDir, env }: Place, command: string, ...more: string[]): Promise<CommandCost> {
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/admin.mjs", command, ...more], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", VAULT_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [printed, peak] = ["", 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const look = () => {
    try {
      peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? peak);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 50);
  return new Promise((resolve, reject) =>
    child.once("close", (code) => {
      clearInterval(timer);
      if (code === 0)
        resolve({ command, seconds: (performance.now() - began) / 1000, peakMegabytes: (peak * 1024) / 1e6, printed });
      else reject(new Error(`${command} ended with ${code}:\n${printed}`));
    }),
  );
}

export function commandsText({ base, vault }: CommandCosts): string {
  const lines = vault.map((cost) => {
    const alone = base.find(({ command }) => command === cost.command);
    const of = (one: CommandCost | undefined) =>
      one ? `${one.seconds.toFixed(1)} s, ${one.peakMegabytes.toFixed(0)} MB` : "–";
    return `| \`${cost.command}\` | ${of(cost)} | ${of(alone)} | ${cost.printed.trim().split("\n").join("; ")} |`;
  });
  return [
    "## The operator's commands",
    "Time from start to end, and the most resident memory that the process had.",
    ["| | with others | with none | what it printed |", "|---|---|---|---|", ...lines].join("\n"),
  ].join("\n\n");
}
