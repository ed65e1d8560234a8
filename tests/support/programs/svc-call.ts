import { vi } from "vitest";
import { CliError } from "../../../packages/svc/src/cli-error";
import type { Command, Flags, Options } from "../../../packages/svc/src/command";
import type { Settings } from "../../../packages/svc/src/settings";
import type { VaultClient } from "../../../packages/svc/src/vault/vault";

export type Given<O extends Options = Options> = {
  flags?: Flags<O>;
  args?: string[];
  /** What comes after `--`. */
  rest?: string[];
  json?: boolean;
  settings?: Partial<Settings>;
  /** What the vault answers; it is a fault to ask for anything else. */
  vault?: { [Name in keyof VaultClient]?: (...args: never[]) => Promise<unknown> };
};

/** How a call ended: its exit code, what it refused with, and what it printed. */
type Ended = { code: number; said: string; stdout: string; stderr: string };

/** Calls a command of svc in this process. */
export async function callOf<O extends Options>(
  command: Command<O>,
  { flags = {}, args = [], rest, json = false, settings = {}, vault = {} }: Given<O>,
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const client = new Proxy(vault, {
    get(answers, name) {
      if (!Object.hasOwn(answers, name)) throw new Error(`svc asked the vault for ${String(name)}`);
      return answers[name as keyof VaultClient];
    },
  }) as VaultClient;
  const url = new URL("https://vault.example.com");
  try {
    const code = await command.run({
      flags,
      args,
      json,
      rest,
      settings: () => ({ url, key: null, project: undefined, env: undefined, timeoutSeconds: 1, ...settings }),
      vault: () => client,
      commands: {},
    });
    return { code: code ?? 0, said: "", ...printed };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, said: error.text, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
