import { bash } from "./bash";
import { fish } from "./fish";
import { offersByCommand, type OffersByCommand } from "./offers";
import { zsh } from "./zsh";

/*
 * This is bundled into a file of its own, which only one command reads: it gets the commands, and throws nothing.
 */

export { offersByCommand };

/** What makes the script of each shell. */
export const scripts: Record<string, (offers: OffersByCommand) => string> = { bash, zsh, fish };
