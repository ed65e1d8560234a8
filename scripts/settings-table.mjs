// What docs/operate/settings.md says of every setting, made from the schema that reads them (lib/env.ts).

const begin = "<!-- settings: npm run docs:settings writes what stands from here -->";
const end = "<!-- settings: to here -->";

/** A schema and everything it wraps: defaults and optionals around it, both ends of a pipe. */
const layersOf = (schema) => [schema, ...[schema.def.innerType, schema.def.in, schema.def.out].filter(Boolean).flatMap(layersOf)];

function defaultOf(layers) {
  const value = layers.find(({ def }) => def.type === "default")?.def.defaultValue;
  return value === undefined || value.length === 0 ? "" : `\`${value}\``;
}

/** The values that the schema itself bounds: a list of words, or numbers. */
function valuesOf(layers) {
  const words = layers.find(({ def }) => def.type === "enum")?.options;
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  const number = layers.find(({ def }) => def.type === "number");
  return number ? `${Math.max(0, number.minValue ?? 0)} to ${number.maxValue}` : "";
}

/** The settings as Markdown, one table a group, in the schema's order. */
export function settingsTables({ shape }, secretNames) {
  const groups = new Map();
  for (const [name, schema] of Object.entries(shape)) {
    const { group, description } = schema.meta() ?? {};
    if (!group || !description) throw new Error(`lib/env.ts does not describe ${name}: give it .meta(…).`);
    const layers = layersOf(schema);
    const names = secretNames.includes(name) ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
    groups.set(group, [...(groups.get(group) ?? []), `| ${names} | ${defaultOf(layers)} | ${valuesOf(layers)} | ${description} |`]);
  }
  return [...groups].map(([group, rows]) => [`## ${group}`, "", "| setting | default | values | meaning |", "|---|---|---|---|", ...rows].join("\n")).join("\n\n");
}

/** The page with these tables in place of those that it has. */
export function withSettings(page, tables) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for the settings: ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${tables}\n\n${page.slice(to)}`;
}
