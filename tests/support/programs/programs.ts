import { findProgram } from "../../../scripts/checks/programs.mjs";

export { findProgram };

/**
 * For `test.each`: these commands, without those that this machine lacks. `npm test` says at its end which programs it
 * did without.
 */
export const installedPrograms = (...names: string[]): string[] =>
  names.filter((name) => findProgram(name) !== null).map((name) => name.split(" ")[0] ?? "");
