import { type Asked, command, expectArgs } from "../command";
import { CliError } from "../cli-error";
import { printLine } from "../terminal/terminal";
import { namesOf } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

/** What the completion scripts ask svc for, one name per line. */
const lists: Record<Exclude<Asked, "files">, (vault: VaultClient) => Promise<string[]>> = {
  projects: async (vault) => (await vault.listEntries()).map(({ name }) => name),
  names: async (vault) => (await vault.listEntries()).flatMap(namesOf),
  "env-projects": async (vault) => (await vault.listEnvProjects()).map(({ name }) => name),
  services: async (vault) => (await vault.listTwoFactorTokens()).map(({ service }) => service),
};

const own = <T>(record: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

export const completion = command({
  usage: "bash|zsh|fish",
  summary: "Prints a completion script for a shell",
  details:
    "The script completes names from the vault: it calls svc completion projects, names, env-projects and services, which need a key with entries:read, envs:read or 2fa:read.",
  options: {},
  offers: ["bash", "zsh", "fish"],
  examples: [
    "svc completion bash > /etc/bash_completion.d/svc",
    "source <(svc completion zsh)",
    "svc completion fish > ~/.config/fish/completions/svc.fish",
  ],
  async run({ args, vault, commands }) {
    const [what = ""] = expectArgs(args, "The shell's name");
    const list = own(lists, what);
    if (list) {
      // A name with a line break or control characters can't be completed.
      for (const name of [...new Set(await list(vault()))].sort()) if (!/\p{Cc}/u.test(name)) printLine(name);
      return;
    }
    const { offersByCommand, scripts } = await import("../completion/scripts");
    const script = own(scripts, what);
    if (!script) throw new CliError("usage", "Completion is for bash, zsh or fish.");
    process.stdout.write(script(await offersByCommand(commands)));
  },
});
