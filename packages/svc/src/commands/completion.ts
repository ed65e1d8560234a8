import { command, expectArgs, globalOptions, type Options } from "../command";
import { commands } from "../commands";
import { Failure } from "../failure";

export const completion = command({
  usage: "bash|zsh|fish",
  summary: "Prints a completion script for a shell",
  options: {},
  examples: ["svc completion bash > /etc/bash_completion.d/svc", "source <(svc completion zsh)", "svc completion fish > ~/.config/fish/completions/svc.fish"],
  async run({ args }) {
    const [shell = ""] = expectArgs(args, "The shell's name");
    const scripts: Record<string, (options: OptionsByCommand) => string> = { bash, zsh, fish };
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (!script) throw new Failure("usage", "Completion is for bash, zsh or fish.");
    process.stdout.write(script(await optionsByCommand()));
  },
});

type OptionsByCommand = ReadonlyMap<string, Options>;

async function optionsByCommand(): Promise<OptionsByCommand> {
  const rows = Object.entries(commands).map(async ([name, { load }]) => [name, { ...(await load()).options, ...globalOptions } as Options] as const);
  return new Map(await Promise.all(rows));
}

const namesOf = (options: OptionsByCommand) => [...options.keys()].join(" ");

/** Shell `case` arms: a command, and its options. */
const optionArms = (options: OptionsByCommand) => [...options].map(([name, own]) => `    ${name}) offered="${Object.keys(own).map((flag) => `--${flag}`).join(" ")}" ;;`).join("\n");

/** Shell `case` arms: a command with the option behind which the cursor stands, and all that the option can be. */
const valueArms = (options: OptionsByCommand) =>
  [...options]
    .flatMap(([name, own]) => Object.entries(own).flatMap(([flag, { short, values }]) => (values ? [`    "${name} --${flag}"${short ? ` | "${name} -${short}"` : ""}) values="${values.join(" ")}" ;;`] : [])))
    .join("\n");

const bash = (options: OptionsByCommand) => `_svc() {
  local offered="" values="" current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${namesOf(options)}" -- "$current")); return; fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${valueArms(options)}
  esac
  case "\${COMP_WORDS[1]}" in
${optionArms(options)}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [ "\${current#-}" = "$current" ]; then COMPREPLY=($(compgen -f -- "$current"))
  else COMPREPLY=($(compgen -W "$offered" -- "$current")); fi
}
complete -F _svc svc
`;

// As a file in $fpath it is run as the function itself; sourced, it has to be tied to the command.
const zsh = (options: OptionsByCommand) => `#compdef svc
_svc() {
  local offered="" values=""
  if (( CURRENT == 2 )); then compadd ${namesOf(options)}; return; fi
  case "$words[2] $words[CURRENT-1]" in
${valueArms(options)}
  esac
  case "$words[2]" in
${optionArms(options)}
  esac
  if [[ -n "$values" ]]; then compadd -- \${=values}
  elif [[ "$PREFIX" == -* ]]; then compadd -- \${=offered}
  else _files; fi
}
if [[ "$funcstack[1]" == _svc ]]; then _svc "$@"; else compdef _svc svc; fi
`;

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

const fish = (options: OptionsByCommand) => [
  ...Object.entries(commands).map(([name, { summary }]) => `complete -c svc -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
  ...[...options].flatMap(([name, own]) =>
    Object.entries(own).map(([flag, { type, short, values, help }]) =>
      [`complete -c svc -n '__fish_seen_subcommand_from ${name}' -l ${flag}`, short && `-s ${short}`, values ? `-x -a ${quoted(values.join(" "))}` : type === "string" && "-r", `-d ${quoted(help)}`].filter(Boolean).join(" "),
    ),
  ),
  "",
].join("\n");
