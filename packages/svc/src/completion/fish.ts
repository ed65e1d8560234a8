import type { Asked } from "../command";
import type { OffersByCommand } from "./offers";

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Completions of an option or a command: a list, files, or what svc lists. */
function offered(what: readonly string[] | Asked | undefined): string {
  if (what === "files") return "-F";
  return what === undefined
    ? ""
    : `-a ${quoted(typeof what === "string" ? `(svc completion ${what} --timeout 2 2> /dev/null)` : what.join(" "))}`;
}

export const fish = (offers: OffersByCommand) =>
  [
    "complete -c svc -f",
    'function __svc_in; set -l words (commandline -opc); test "$words[2]" = $argv[1]; and not contains -- -- $words; end',
    // After -- comes another command, completed as itself.
    "function __svc_rest; set -l words (commandline -opc); set -l at (contains -i -- -- $words); or return; complete -C (string join ' ' -- (string escape -- $words[(math $at + 1)..-1]) (commandline -ct)); end",
    "complete -c svc -n 'contains -- -- (commandline -opc)' -a '(__svc_rest)'",
    ...[...offers].map(
      ([name, { summary }]) => `complete -c svc -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c svc -n '__svc_in help' -a ${quoted([...offers.keys()].join(" "))}`,
    ...[...offers].flatMap(([name, { options, arguments: args }]) => [
      ...(args === undefined ? [] : [`complete -c svc -n '__svc_in ${name}' ${offered(args)}`]),
      ...Object.entries(options).map(([flag, { type, short, values, asks, help }]) =>
        [
          `complete -c svc -n '__svc_in ${name}' -l ${flag}`,
          short && `-s ${short}`,
          type === "string" && `${asks === "files" ? "-r" : "-x"} ${offered(values ?? asks)}`.trim(),
          `-d ${quoted(help)}`,
        ]
          .filter(Boolean)
          .join(" "),
      ),
    ]),
    "",
  ].join("\n");
