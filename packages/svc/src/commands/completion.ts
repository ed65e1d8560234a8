import { command, expectArgs, globalOptions } from "../command";
import { commands } from "../commands";
import { Failure } from "../failure";

export const completion = command({
  usage: "bash|zsh|fish",
  summary: "Prints a completion script for a shell",
  options: {},
  examples: ["svc completion bash > /etc/bash_completion.d/svc", "source <(svc completion zsh)", "svc completion fish > ~/.config/fish/completions/svc.fish"],
  async run({ args }) {
    const [shell = ""] = expectArgs(args, "The shell's name");
    const flags = await flagsByCommand();
    const scripts: Record<string, (flags: Map<string, string[]>) => string> = { bash, zsh, fish };
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (!script) throw new Failure("usage", "Completion is for bash, zsh or fish.");
    process.stdout.write(script(flags));
  },
});

async function flagsByCommand(): Promise<Map<string, string[]>> {
  const rows = Object.entries(commands).map(async ([name, { load }]) => [name, [...Object.keys((await load()).options), ...Object.keys(globalOptions)].map((flag) => `--${flag}`)] as const);
  return new Map(await Promise.all(rows));
}

const cases = (flags: Map<string, string[]>) => [...flags].map(([name, list]) => `    ${name}) words="${list.join(" ")}" ;;`).join("\n");

const bash = (flags: Map<string, string[]>) => `_svc() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases(flags)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${[...flags.keys()].join(" ")}"; fi
  if [ "$COMP_CWORD" -gt 1 ] && [ "\${current#-}" = "$current" ]; then COMPREPLY=($(compgen -f -- "$current")); return; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _svc svc
`;

const zsh = (flags: Map<string, string[]>) => `#compdef svc
_svc() {
  local words=""
  if (( CURRENT == 2 )); then compadd ${[...flags.keys()].join(" ")}; return; fi
  case "\${(Q)\${(z)BUFFER}[2]}" in
${cases(flags)}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- \${=words}; else _files; fi
}
compdef _svc svc
`;

const fish = (flags: Map<string, string[]>) => [
  ...Object.entries(commands).map(([name, { summary }]) => `complete -c svc -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", "\\'")}'`),
  ...[...flags].flatMap(([name, list]) => list.map((flag) => `complete -c svc -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`)),
  "",
].join("\n");
