// Which conditions the licences in the lock file impose on distributing the vault.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup.mjs";

/** These only require that their notice is kept. */
const permissive = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
  "CC-BY-4.0",
  "SIL OPEN FONT LICENSE",
  "OFL-1.1",
  "MIT and ISC",
]);

/** These require more. Each is accepted by name and for a reason. */
const letIn = [
  {
    licence: "MPL-2.0",
    name: /^(lightningcss(-.+)?|axe-core)$/,
    reason: "its own files stay open; used as they are, while building and testing",
  },
  {
    licence: "EPL-2.0",
    name: /^elkjs$/,
    reason: "used as it is, by Prisma's command alone, which the vault doesn't run",
  },
  {
    licence: /LGPL-3\.0-or-later/,
    name: /^@img\/sharp(-.+)?$/,
    reason: "an optional library of Next's image optimiser, which is off; loaded as it is",
  },
];

/** Packages whose licence is missing in the lock file but stated in the package. */
const saidElsewhere = { "seq-queue": "MIT" };

/** Every package in the lock file, including those for other platforms, without the project's own. */
export function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([place, { link }]) => place.startsWith("node_modules/") && !link)
    .map(([place, entry]) => {
      const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      return { ...entry, name, licence: entry.license ?? saidElsewhere[name] ?? "none named" };
    });
}

const choicesOf = (licence) =>
  licence.startsWith("(") && licence.includes(" OR ") ? licence.slice(1, -1).split(" OR ") : [licence];
const exceptionOf = ({ name, licence }) =>
  letIn.find(
    (one) =>
      one.name.test(name) && (typeof one.licence === "string" ? one.licence === licence : one.licence.test(licence)),
  );

/** The packages whose licence is unknown, or requires more and was not accepted. */
export const licenceFaults = (packages) =>
  packages
    .filter((one) => !choicesOf(one.licence).some((choice) => permissive.has(choice)) && !exceptionOf(one))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);

/** docs/licences.md: each licence with its packages. */
export function licencesPage(packages) {
  const byLicence = new Map();
  for (const one of packages) byLicence.set(one.licence, [...(byLicence.get(one.licence) ?? []), one]);
  const sections = [...byLicence]
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([licence, ofIt]) => {
      const reason = exceptionOf(ofIt[0])?.reason;
      const names = [
        ...new Set(ofIt.map(({ name, version, dev }) => `${name} ${version}${dev ? " (development)" : ""}`)),
      ].sort((a, b) => a.localeCompare(b, "en"));
      return `## ${licence}\n\n${reason ? `Let in by name: ${reason}.\n\n` : ""}${names.join(", ")}\n`;
    });
  return `# Licences of the packages\n\nWritten by \`npm run sbom\` from the lock file, all platforms included. A licence that is unknown or asks for more than its\nnotice fails a test, unless the package was let in by name.\n\n${sections.join("\n")}`;
}
