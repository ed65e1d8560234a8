// npm run sbom: lists what the vault consists of. Writes a CycloneDX list of the packages that run in production (to
// the given file, or dist/sbom.cdx.json) and docs/licences.md. Fails for a licence that is not accepted.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { licenceFaults, licencesPage, lockedPackages } from "./licences.mjs";
import { fail, root } from "../setup.mjs";

const file = path.resolve(root, process.argv[2] ?? "dist/sbom.cdx.json");
// Some of ESLint's plugins don't declare support for its current version yet, which would abort npm:
// --legacy-peer-deps.
const { status, stdout, stderr } = spawnSync(
  "npm",
  ["sbom", "--package-lock-only", "--legacy-peer-deps", "--sbom-format", "cyclonedx", "--sbom-type", "application"],
  { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (status !== 0) fail(`npm sbom failed (npm 10 or newer is needed):\n${stderr}`);
// Not --omit=dev, with which npm omits packages that production shares with development, such as pg and zod.
const bom = JSON.parse(stdout);
const packages = lockedPackages();
const inProduction = new Set(packages.filter(({ dev }) => !dev).map(({ name, version }) => `${name}@${version}`));
/** Of a package that is also inside of another, npm may list that copy alone, which has no hash of its own. */
const hashesOf = ({ name, version, hashes }) => {
  const pinned = packages.find((one) => one.name === name && one.version === version && one.integrity);
  if (hashes || !pinned) return hashes;
  const content = Buffer.from(pinned.integrity.slice("sha512-".length), "base64").toString("hex");
  return [{ alg: "SHA-512", content }];
};
const components = bom.components
  .filter(({ name, version }) => inProduction.has(`${name}@${version}`))
  .map((component) => ({ ...component, hashes: hashesOf(component) }));
const kept = new Set([bom.metadata.component["bom-ref"], ...components.map((component) => component["bom-ref"])]);
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`);

writeFileSync(path.join(root, "docs/licences.md"), licencesPage(packages));
const faults = licenceFaults(packages);
if (faults.length > 0) fail(`Licences that are not accepted (scripts/package/licences.mjs):\n${faults.join("\n")}`);
process.stdout.write(
  `${components.length} components in ${path.relative(root, file)}; ${packages.length} packages in docs/licences.md\n`,
);
