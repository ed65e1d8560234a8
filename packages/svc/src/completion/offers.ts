import { type Asked, globalOptions, type ListedCommand, type Options } from "../command";

/** What a shell offers for a command: its options with their values, and what its arguments are. */
type Offers = { summary: string; options: Options; arguments: readonly string[] | Asked | undefined };

export type OffersByCommand = ReadonlyMap<string, Offers>;

export async function offersByCommand(commands: Readonly<Record<string, ListedCommand>>): Promise<OffersByCommand> {
  const rows = Object.entries(commands).map(async ([name, { summary, load }]) => {
    const { options, offers } = await load();
    return [name, { summary, options: { ...options, ...globalOptions } as Options, arguments: offers }] as const;
  });
  return new Map(await Promise.all(rows));
}

export const namesOf = (offers: OffersByCommand) => [...offers.keys()].join(" ");

/** Sets for a shell what is offered: `values` as they are, or what `asked` names; `none` where nothing can be known. */
const assignment = (offered: readonly string[] | Asked | undefined) =>
  offered === undefined
    ? "asked=none"
    : typeof offered === "string"
      ? `asked=${offered}`
      : `values="${offered.join(" ")}"`;

/** Shell `case` arms: a command and its arguments, and what they can be. */
export const argumentArms = (offers: OffersByCommand) =>
  [...offers].map(([name, own]) => `    ${name}) ${assignment(own.arguments)} ;;`).join("\n");

/** Shell `case` arms: a command and its options. */
export const optionArms = (offers: OffersByCommand) =>
  [...offers]
    .map(
      ([name, { options }]) =>
        `    ${name}) options="${Object.keys(options)
          .map((flag) => `--${flag}`)
          .join(" ")}" ;;`,
    )
    .join("\n");

/** Shell `case` arms: a command with the option that the cursor follows, and what the option can be. */
export const valueArms = (offers: OffersByCommand) =>
  [...offers]
    .flatMap(([name, { options }]) =>
      Object.entries(options)
        .filter(([, { type }]) => type === "string")
        .map(
          ([flag, { short, values, asks, list }]) =>
            `    "${name} --${flag}"${short ? ` | "${name} -${short}"` : ""}) ${assignment(values ?? asks)}${list ? " list=1" : ""} ;;`,
        ),
    )
    .join("\n");
