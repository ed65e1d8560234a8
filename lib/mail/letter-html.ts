import type { Letter } from "./letter";

/*
 * The letter as HTML for mail programs: tables and inline styles, which all of them understand, and a style sheet for
 * those that know about dark screens. Nothing is loaded from anywhere.
 */

const light = {
  canvas: "#f4f5f4",
  surface: "#ffffff",
  line: "#dcdfdd",
  ink: "#1c211f",
  muted: "#58615d",
  accent: "#0f6b57",
  "on-accent": "#ffffff",
};
const dark: typeof light = {
  canvas: "#121514",
  surface: "#1b1f1e",
  line: "#343a38",
  ink: "#eceeed",
  muted: "#a7b0ac",
  accent: "#5cc9ac",
  "on-accent": "#0c2019",
};

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const darkStyle = `@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${dark.canvas} !important; }
  .surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${dark.accent} !important; }
  .button { background-color: ${dark.accent} !important; color: ${dark["on-accent"]} !important; }
}`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => [...text].map((character) => entities[character] ?? character).join("");

const paragraph = (text: string) => `<p class="ink" style="margin:0 0 16px;color:${light.ink}">${escaped(text)}</p>`;

const factRow = ([label, value]: readonly [string, string]) =>
  `<tr><th scope="row" class="muted" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;white-space:nowrap;color:${light.muted}">${escaped(label)}</th><td class="ink" style="padding:4px 0;word-break:break-word;color:${light.ink}">${escaped(value)}</td></tr>`;

const linked = (title: string, url: string) =>
  `<a href="${escaped(url)}" class="link" style="color:${light.accent}">${escaped(title)}</a>`;

const listRow = ({ title, about, url }: { title: string; about: string; url?: string | undefined }) =>
  `<tr><td class="line" style="padding:8px 0;border-top:1px solid ${light.line}"><div class="ink" style="word-break:break-word;color:${light.ink}">${url ? linked(title, url) : escaped(title)}</div><div class="muted" style="font-size:13px;color:${light.muted}">${escaped(about)}</div></td></tr>`;

const table = (rows: readonly string[]) =>
  rows.length === 0
    ? ""
    : `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:22px">${rows.join("")}</table>`;

const actionBlock = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0 16px"><a href="${escaped(url)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:6px;background-color:${light.accent};color:${light["on-accent"]};font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:20px;color:${light.muted}">Or copy this address into your browser:<br><a href="${escaped(url)}" class="link" style="word-break:break-all;color:${light.accent}">${escaped(url)}</a></p>`;

export function htmlOf({ subject, heading, paragraphs, facts = [], list = [], action, closing }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
${darkStyle}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${light.canvas}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background-color:${light.canvas}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font};font-size:15px;line-height:22px">
<tr><td class="muted" style="padding:0 4px 12px;font-size:13px;color:${light.muted}">Secrets vault</td></tr>
<tr><td class="surface" style="padding:24px;border:1px solid ${light.line};border-radius:8px;background-color:${light.surface}">
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;color:${light.ink}">${escaped(heading)}</h1>
${[...paragraphs.map(paragraph), table(facts.map(factRow)), table(list.map(listRow)), action ? actionBlock(action) : ""].filter((part) => part !== "").join("\n")}
</td></tr>
<tr><td style="padding:12px 4px 0">
${closing.map((text) => `<p class="muted" style="margin:0 0 8px;font-size:13px;line-height:20px;color:${light.muted}">${escaped(text)}</p>`).join("\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
