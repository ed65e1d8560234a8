import { type ChildProcess, spawn } from "node:child_process";
import { buildSync } from "esbuild";
import { projectRoot } from "../vaults/server";

/** TypeScript that may import the product, as one module for `node --input-type=module`. */
export function bundleScript(source: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: projectRoot, loader: "ts" },
    absWorkingDir: projectRoot,
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Runs TypeScript that may import the product in a Node process of its own, and resolves with its first line of output.
 * For what only another process can show, such as locks and sudden ends.
 */
export async function runInChild(
  source: string,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; firstLine: string; ended: Promise<void> }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", bundleScript(source)], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const firstLine = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
      if (printed.includes("\n")) resolve(printed.slice(0, printed.indexOf("\n")));
    });
    child.once("exit", (code) => reject(new Error(`The child ended with ${code} before it printed a line`)));
  });
  return { child, firstLine, ended };
}
