import type { Letter } from "./letter";

/** The letter as plain text. */
export function textOf({ heading, paragraphs, facts = [], list = [], action, closing }: Letter): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length + 1));
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${`${label}:`.padEnd(width)}  ${value}`).join("\n"),
    list.map(({ title, about, url }) => [`- ${title}`, about, ...(url ? [url] : [])].join("\n  ")).join("\n"),
    action ? `${action.label}:\n${action.url}` : "",
    `-- \n${closing.join("\n\n")}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
