import type { CaseResult } from "./report";

const [width, left, right, rowHeight, top] = [760, 210, 60, 26, 52];
/** Ratios from a fiftieth to four times, on a logarithmic scale. */
const [ratioMin, ratioMax] = [0.02, 4];

const xOf = (ratio: number) =>
  left +
  ((width - left - right) * Math.log(Math.min(ratioMax, Math.max(ratioMin, ratio)) / ratioMin)) /
    Math.log(ratioMax / ratioMin);
const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

/** Bars of the CPU ratio at 10 connections, as an SVG for light and dark backgrounds. A tick marks each target. */
export function plot(title: string, results: readonly CaseResult[]): string {
  const height = top + results.length * rowHeight + 28;
  const bars = results.map(({ name, reach, at }, index) => {
    const ratio = at.find(({ connections }) => connections === 10)?.cpuRatio ?? Number.NaN;
    const y = top + index * rowHeight;
    const aim =
      reach === null
        ? ""
        : `<line class="aim" x1="${xOf(reach).toFixed(1)}" x2="${xOf(reach).toFixed(1)}" y1="${y + 1}" y2="${y + 19}"/>`;
    return `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${escaped(name)}</text><rect class="bar" x="${left}" y="${y + 3}" width="${(xOf(ratio) - left).toFixed(1)}" height="14" rx="2"/>${aim}<text x="${(Math.max(xOf(ratio), reach === null ? 0 : xOf(reach)) + 6).toFixed(1)}" y="${y + 14}">${ratio.toFixed(2)} ×</text>`;
  });
  const scale = [0.02, 0.1, 0.5, 1, 2, 4].map(
    (ratio) =>
      `<line class="grid" x1="${xOf(ratio).toFixed(1)}" x2="${xOf(ratio).toFixed(1)}" y1="${top - 6}" y2="${height - 24}"/><text class="soft" x="${xOf(ratio).toFixed(1)}" y="${height - 8}" text-anchor="middle">${ratio} ×</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#1c2422}.soft{fill:#5c6a66}.title{font-weight:600}.bar{fill:#2f7d6b}.aim{stroke:#b3541e;stroke-width:2}.grid{stroke:#8a97932e}.ground{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#e6edeb}.soft{fill:#94a39f}.bar{fill:#4fb59d}.aim{stroke:#f0955c}.ground{fill:#101514}}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="title" x="16" y="24">${escaped(title)}</text><text class="soft" x="16" y="41">shorter is better; the upright marks are the aims</text>
${scale.join("\n")}
${bars.join("\n")}
</svg>
`;
}
