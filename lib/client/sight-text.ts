import type { SightText } from "./hooks/reveal/use-sight";

/**
 * Sights as queries: the parameter of each part, and what a part can be if not any text. What a query leaves out, or
 * what nobody can choose, is as in `start`, whose query is empty.
 */
export function sightText<Sight extends Record<keyof Sight, string>>(
  start: Sight,
  parameters: Record<keyof Sight, string>,
  choices: Partial<Record<keyof Sight, readonly string[]>>,
): Pick<SightText<Sight>, "read" | "write"> {
  const parts = Object.entries(parameters) as [keyof Sight, string][];
  return {
    read: (query) => {
      const given = new URLSearchParams(query);
      const read = parts.flatMap(([part, parameter]) => {
        const value = given.get(parameter);
        return value === null || choices[part]?.includes(value) === false ? [] : [[part, value] as const];
      });
      return { ...start, ...(Object.fromEntries(read) as Partial<Sight>) };
    },
    write: (sight) =>
      new URLSearchParams(
        parts.flatMap(([part, parameter]) => (sight[part] === start[part] ? [] : [[parameter, sight[part]]])),
      ).toString(),
  };
}
