import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { revealEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { aRegisteredUser } from "../../support/callers/actors";
import { Canaries } from "../../support/canaries";
import { type Operate, runEveryCommand } from "../../support/every-command";
import { anEntry } from "../../support/rows/fixtures";
import { doEverything } from "../../support/http/every-operation";
import { aMailServer } from "../../support/servers/a-mail-server";
import { giveToNobody, nobody, nobodyMayRun, openFolder } from "../../support/programs/nobody";
import { manyFailures, projectRoot } from "../../support/vaults/server";

const dockerfile = readFileSync(path.join(projectRoot, "Dockerfile"), "utf8");
/** A JSON-form instruction of the image, with our folders instead of its own. */
const instruction = (name: string, folders: Record<string, string>): string[] => {
  const [, json = "[]"] = [...dockerfile.matchAll(new RegExp(`${name} (\\[.*\\])$`, "gm"))].at(-1) ?? [];
  return (JSON.parse(json) as string[]).map((part) =>
    Object.entries(folders).reduce((text, [from, to]) => text.replace(from, to), part),
  );
};

let place = "";
/** What `npm pack` prints of the package that it makes. */
let packed: { filename: string; files: { path: string }[] };
let app = "";
let data = "";
/** A path where the vault's user may run it. */
let node = process.execPath;
const metricsToken = "not-a-real-metrics-token";

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(name);
    yield name;
  }
}
const states = () =>
  [...filesBelow(app)].map((name) => `${name} ${lstatSync(name).mtimeMs} ${lstatSync(name).size}`).sort();

beforeAll(() => {
  // Away from the repository, whose node_modules would be found from below it.
  place = openFolder("vault-app-");
  // Its first step assembles the folder.
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--json", "--silent", "--pack-destination", place], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm pack ended with ${status}:\n${stdout}${stderr}`);
  [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [typeof packed];
  app = path.join(place, "app");
  data = path.join(place, "data");
  cpSync(path.join(projectRoot, "dist/app"), app, { recursive: true, verbatimSymlinks: true });
  // Another project's file: settings come from environment variables only.
  writeFileSync(path.join(app, ".env"), "NEXTAUTH_URL=https://other.example.com\nAUTH_REGISTRATION=closed\n");
  for (const name of [app, ...filesBelow(app)]) {
    const stats = lstatSync(name);
    if (!stats.isSymbolicLink()) chmodSync(name, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o555 : 0o444);
  }
  if (!nobodyMayRun(node)) cpSync(node, (node = path.join(place, "node")));
  mkdirSync(data, { mode: 0o700 });
  giveToNobody(data);
}, 300_000);
afterAll(() => {
  for (const name of [app, ...filesBelow(app)]) if (lstatSync(name).isDirectory()) chmodSync(name, 0o755);
  rmSync(place, { recursive: true, force: true });
});

const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", NODE_ENV: "production" as const };

/** The URLs of all pages, by Next's own rule, with `id` instead of parameters. */
const pagesWith = (id: string): string[] =>
  readdirSync(path.join(projectRoot, "app"), { recursive: true })
    .map(String)
    .filter((name) => path.basename(name) === "page.tsx")
    .map((name) => path.dirname(name).split(path.sep))
    .map(
      (folders) =>
        `/${folders
          .filter((folder) => folder !== "." && !folder.startsWith("("))
          .map((folder) => (folder.startsWith("[") ? id : folder))
          .join("/")}`,
    );

describe("the deployable folder", () => {
  test("runs with the image's own start command, from a read-only folder, with nothing but Node", async () => {
    const before = states();
    const mails = await aMailServer();
    const [, ...start] = instruction("CMD", { "/app": app });
    const child = spawn(node, start, {
      cwd: "/",
      env: { ...env, ...manyFailures, ...mails.env, VAULT_DATA_DIR: data, PORT: "0", METRICS_TOKEN: metricsToken },
      stdio: ["ignore", "pipe", "pipe"],
      ...nobody,
    });
    let printed = "";
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString("utf8");
        const found = /The vault is open at (\S+)/.exec(printed)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("close", (code) => reject(new Error(`ended with ${code}:\n${printed}`)));
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    try {
      const baseUrl = `http://127.0.0.1:${new URL(url).port}`;
      expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
      const login = await fetch(`${baseUrl}/login`);
      const page = await login.text();
      expect([login.status, login.headers.get("content-security-policy"), page]).toEqual([
        200,
        expect.stringContaining("nonce-"),
        expect.stringContaining("<form"),
      ]);
      const assets = [...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, asset]) => asset ?? "");
      expect(assets.length).toBeGreaterThan(3);
      for (const asset of assets) expect([asset, (await fetch(baseUrl + asset)).status]).toEqual([asset, 200]);
      // Everything that an operation loads is there: the vault's own count shows that each was done.
      const { session } = await doEverything({ baseUrl, dataDir: data }, new Canaries(), mails);
      const counted = await (
        await fetch(`${baseUrl}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
      ).text();
      expect(
        contracts
          .map(({ id }) => id)
          .filter((id) => !new RegExp(`^svc_http_requests_total\\{contract="${id}",status="2`, "m").test(counted)),
      ).toEqual([]);
      const { data: project } = await session.call(createEnvProject, { body: { name: "packaged" } });
      expect(await (await fetch(`${baseUrl}/api/auth/providers`)).text()).not.toContain("other.example.com");
      for (const address of [...pagesWith(project.id), "/icons", "/icons/github", "/nowhere"])
        expect([address, (await session.fetch(address)).status]).toEqual([address, address === "/nowhere" ? 404 : 200]);

      const healthcheck = instruction("HEALTHCHECK .* CMD", { "/app": app }).slice(1);
      const look = (port: string) => spawnSync(process.execPath, healthcheck, { env: { ...env, PORT: port } }).status;
      expect([look(new URL(baseUrl).port), look("1")]).toEqual([0, 1]);
      // Through the link that the image creates, which requires an executable file.
      const [, linked = "", command = ""] = /ln -s (\/app\/\S+) \/usr\/local\/bin\/(\S+)/.exec(dockerfile) ?? [];
      symlinkSync(linked.replace("/app", app), path.join(place, command));
      const paths = [place, path.dirname(node), env.PATH].join(path.delimiter);
      const operate: Operate = (args, dataDir, input = "") =>
        spawnSync("svc-admin", args, {
          cwd: "/",
          env: { ...env, PATH: paths, VAULT_DATA_DIR: dataDir },
          encoding: "utf8",
          input,
          ...nobody,
        });
      runEveryCommand(operate, data, giveToNobody);
    } finally {
      child.kill("SIGTERM");
    }
    expect([await ended, printed]).toEqual([0, expect.not.stringMatching(/"level":"(warn|error)"|EROFS|EACCES/)]);
    expect(states()).toEqual(before);
  });

  test("contains no tools, sources, source maps or settings", () => {
    const assembled = path.join(projectRoot, "dist/app");
    const names = [...filesBelow(assembled)].map((name) => path.relative(assembled, name));
    for (const tool of ["typescript", "esbuild", "prisma", "vitest", "eslint", "tailwindcss", "@img", "sharp"])
      expect(existsSync(path.join(app, "node_modules", tool))).toBe(false);
    expect(names.filter((name) => /\.map$|(^|\/)\.env|\.tsx?$/.test(name) && !name.endsWith(".d.ts"))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        "start.mjs",
        "admin.mjs",
        "healthcheck.mjs",
        "package.json",
        "prisma/migrations/sqlite/0001_initial/migration.sql",
        "prisma/migrations/postgresql/0001_initial/migration.sql",
      ]),
    );
  });
});

describe("the package that npm pack makes", () => {
  const manifestOf = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

  test("consists of a few files, needs one package from the registry, and leaves package.json as it was", () => {
    expect(packed.files.map((file) => file.path).sort()).toEqual([
      "README.md",
      "dist/npm/app.br",
      "dist/npm/npm-app-folder.mjs",
      "dist/npm/npm-unpack.mjs",
      "dist/npm/secrets-vault.mjs",
      "dist/npm/svc-admin.mjs",
      "package.json",
    ]);
    spawnSync("tar", ["xzf", packed.filename, "package/package.json"], { cwd: place });
    const source = manifestOf(path.join(projectRoot, "package.json"));
    const { dependencies } = source as { dependencies: Record<string, string> };
    const published = manifestOf(path.join(place, "package/package.json"));
    expect(published).toMatchObject({ name: "secrets-vault", version: source.version });
    expect(published.dependencies).toEqual({ "@node-rs/argon2": dependencies["@node-rs/argon2"] });
    expect(Object.keys(dependencies).length).toBeGreaterThan(1);
    expect(existsSync(path.join(projectRoot, "dist/package.source.json"))).toBe(false);
  });

  test("runs by npx in an empty folder, keeps its data there, and has svc-admin beside it", async () => {
    const folder = path.join(place, "empty");
    mkdirSync(folder);
    // npm's own cache, as it is; what npx unpacks goes elsewhere.
    const cache = spawnSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).stdout.trim();
    mkdirSync(path.join(place, "npm-cache"));
    if (existsSync(path.join(cache, "_cacache")))
      symlinkSync(path.join(cache, "_cacache"), path.join(place, "npm-cache/_cacache"));
    const settings = {
      ...env,
      HOME: folder,
      npm_config_cache: path.join(place, "npm-cache"),
      npm_config_prefer_offline: "true",
      npm_config_update_notifier: "false",
    };
    const tarball = `../${packed.filename}`;
    const child = spawn("npx", ["--yes", tarball], {
      cwd: folder,
      env: { ...settings, ...manyFailures, PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
      // As a terminal's Ctrl-C does, the end reaches npx and all that it has started.
      detached: true,
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    try {
      let printed = "";
      const url = await new Promise<string>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          printed += chunk.toString("utf8");
          const found = /The vault is open at (\S+)/.exec(printed)?.[1];
          if (found) resolve(found);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.once("close", (code) => reject(new Error(`ended with ${code}:\n${printed}`)));
      });
      // Nothing else: npm has nothing to warn of, such as another release of Node than a package asks for.
      expect(printed).toMatch(/^The vault is open at /);
      const baseUrl = `http://127.0.0.1:${new URL(url).port}`;
      for (const address of ["/readyz", "/login", "/icons/github"])
        expect([address, (await fetch(baseUrl + address)).status]).toEqual([address, 200]);
      const { session } = await aRegisteredUser(baseUrl);
      const entry = await anEntry(session, { value: "sk_test_not_a_real_key" });
      expect(await session.call(revealEntry, { params: { id: entry.id } })).toMatchObject({
        value: "sk_test_not_a_real_key",
      });
      expect(existsSync(path.join(folder, "data/vault.db"))).toBe(true);
      const operate = (...args: string[]) =>
        spawnSync("npx", ["--yes", "--package", tarball, "svc-admin", ...args], {
          cwd: folder,
          env: settings,
          encoding: "utf8",
        });
      expect(operate("verify")).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("1 values open, 0 do not"),
      });
      expect(operate("backup", "vault.backup")).toMatchObject({ status: 0 });
      expect(existsSync(path.join(folder, "vault.backup"))).toBe(true);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      await ended;
    }
  });
});

test("bundling deletes modules of earlier bundles and nothing else; no bundle loads another one after its start", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-bundles-"));
  try {
    for (const name of ["chunk-OLD.mjs", ".stamp", "sbom.json"]) writeFileSync(path.join(folder, name), "");
    mkdirSync(path.join(folder, "bench"));
    writeFileSync(path.join(folder, "bench/main.mjs"), "");
    const script = `(await import("./scripts/build/bundle.mjs")).bundleServer(${JSON.stringify(folder)})`;
    expect(
      spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: projectRoot, encoding: "utf8" }),
    ).toMatchObject({ status: 0, stderr: "" });
    const left = readdirSync(folder);
    expect(left).toEqual(
      expect.arrayContaining([".stamp", "admin.mjs", "bench", "migrations", "prepare.mjs", "sbom.json", "server.mjs"]),
    );
    expect(left).not.toContain("chunk-OLD.mjs");
    expect(existsSync(path.join(folder, "bench/main.mjs"))).toBe(true);
    // Otherwise a running vault would miss, after the next build, files that it has not loaded yet.
    for (const name of left.filter((name) => name.endsWith(".mjs")))
      expect([name, readFileSync(path.join(folder, name), "utf8").match(/import\("\.[^"]*"\)/g)]).toEqual([name, null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the Dockerfile", () => {
  test("pins its base image, runs as a user who is not root, and has a health check", () => {
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(stages).toHaveLength(2);
    for (const image of stages) expect(image).toMatch(/^node:\d+-\w+-slim$/);
    const final = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(final).toMatch(/^USER node$/m);
    expect(final).toMatch(/^HEALTHCHECK .* CMD \["node"/m);
    expect(final).toMatch(/^VOLUME \/data$/m);
    expect(final).not.toMatch(/apt-get|npm (ci|install)|COPY \. /);
  });
});
