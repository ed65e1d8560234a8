// Builds the tables of docs/operate/settings.md from the schema that reads the settings (lib/settings) and their meanings
// (setting-meanings.mjs).

const begin = "<!-- settings: npm run docs:settings generates what follows -->";
const end = "<!-- settings: to here -->";

/** A schema and everything that it wraps: defaults and optionals around it, both ends of a pipe. */
const layersOf = (schema) => [
  schema,
  ...[schema.def.innerType, schema.def.in, schema.def.out].filter(Boolean).flatMap(layersOf),
];

function defaultOf(layers) {
  const value = layers.find(({ def }) => def.type === "default")?.def.defaultValue;
  return value === undefined || value.length === 0 ? "" : `\`${value}\``;
}

/** The values that the schema itself allows: a list of words, or a range of numbers. */
function valuesOf(layers) {
  const words = layers.find(({ def }) => def.type === "enum")?.options;
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  const number = layers.find(({ def }) => def.type === "number");
  return number ? `${Math.max(0, number.minValue ?? 0)} to ${number.maxValue}` : "";
}

function rowOf(name, schema, meaning, hasFile) {
  const layers = layersOf(schema);
  const names = hasFile ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
  return `| ${names} | ${defaultOf(layers)} | ${valuesOf(layers)} | ${meaning} |`;
}

/** The settings as Markdown, one table for each group. Throws if a setting has no meaning, or a meaning no setting. */
export function settingsTables({ shape }, secretNames, meanings) {
  const described = Object.values(meanings).flatMap(Object.keys);
  const undescribed = Object.keys(shape).filter((name) => !described.includes(name));
  const unknown = described.filter((name) => !(name in shape));
  if (undescribed.length > 0)
    throw new Error(`scripts/settings/setting-meanings.mjs says nothing about ${undescribed.join(", ")}.`);
  if (unknown.length > 0) throw new Error(`lib/settings has no setting ${unknown.join(", ")}.`);
  const tables = Object.entries(meanings).map(([group, settings]) => {
    const rows = Object.entries(settings).map(([name, meaning]) =>
      rowOf(name, shape[name], meaning, secretNames.includes(name)),
    );
    return [`## ${group}`, "", "| setting | default | values | meaning |", "|---|---|---|---|", ...rows].join("\n");
  });
  return tables.join("\n\n");
}

/** The page with these tables instead of its current ones. */
export function withSettings(page, tables) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for the settings: ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${tables}\n\n${page.slice(to)}`;
}
