import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newDataDir, projectRoot, removeDataDir } from "../support/vaults/server";

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = newDataDir();
  for (const file of ["scripts/setup.mjs", "scripts/install-faults.mjs", "prisma/schema.prisma", ".npmrc"])
    cpSync(path.join(projectRoot, file), path.join(folder, file));
});
afterEach(() => {
  server?.close();
  server = undefined;
  removeDataDir(folder);
});

const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

type Ended = { status: number | null; said: string };
const run = (
  args: readonly string[],
  env: Record<string, string> = {},
  node: string = process.execPath,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: folder,
        NODE_ENV: "production",
        npm_config_cache: path.join(folder, "cache"),
        npm_config_update_notifier: "false",
        npm_config_fetch_retries: "0",
        ...env,
      },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => void (said += String(chunk)));
    child.once("close", (status) => resolve({ status, said }));
  });
const setup = (env?: Record<string, string>, ...more: string[]) => run(["scripts/setup.mjs", ...more], env);

/** A project that wants one package, and a lock file that pins it to `integrity`. */
function wants(name: string, integrity: string): void {
  const dependencies = { [name]: "1.0.0" };
  write("package.json", JSON.stringify({ name: "wanting", version: "1.0.0", dependencies }));
  write(
    "package-lock.json",
    JSON.stringify({
      name: "wanting",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: {
        "": { name: "wanting", version: "1.0.0", dependencies },
        [`node_modules/${name}`]: { version: "1.0.0", integrity },
      },
    }),
  );
}

const integrityOf = (bytes: string) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** A registry on this machine. */
function registry(answer: RequestListener): Promise<string> {
  const listening = createServer(answer);
  server = listening;
  return new Promise((resolve) =>
    listening.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`)),
  );
}

/** A scripted `npm`, before the real one on the path. */
function npmThat(lines: string): Record<string, string> {
  const bin = path.join(folder, "bin");
  chmodSync(write("bin/npm", `#!/bin/sh\n${lines}\n`), 0o755);
  return { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
}
const failing = (printed: string, status = 1) => npmThat(`cat >&2 <<'END'\n${printed}\nEND\nexit ${status}`);

describe("an install that fails says which package, why, and what to do", () => {
  const expectFault = ({ status, said }: Ended, why: RegExp, todo: RegExp) => {
    expect(said).toMatch(why);
    expect(said).toMatch(todo);
    expect(said).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(status).toBe(1);
  };

  test("no registry answers, by real npm", async () => {
    const address = await registry(() => {});
    server?.close();
    wants("left-out", integrityOf("left-out"));
    expectFault(
      await setup({ npm_config_registry: address }),
      /failed: 127\.0\.0\.1:\d+ could not be reached for the package left-out \(ECONNREFUSED\)\./,
      /Check the network, .*proxy/,
    );
  });

  test("the registry lacks a package, by real npm", async () => {
    wants("@scope/left-out", integrityOf("left-out"));
    const address = await registry((_, response) => void response.writeHead(404).end("{}"));
    expectFault(
      await setup({ npm_config_registry: address }),
      /failed: the registry lacks the package @scope\/left-out(@1\.0\.0)? \(E404\)\./,
      /Name a complete one with `npm config set registry`/,
    );
  });

  test("a package that differs from the lock file, by real npm", async () => {
    wants("changed", integrityOf("what was published"));
    const address: string = await registry((request, response) => {
      if (request.url?.endsWith(".tgz")) return void response.end("something else");
      const dist = { tarball: `${address}changed/-/changed-1.0.0.tgz`, integrity: integrityOf("what was published") };
      const versions = { "1.0.0": { name: "changed", version: "1.0.0", dist } };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ name: "changed", "dist-tags": { latest: "1.0.0" }, versions }));
    });
    expectFault(
      await setup({ npm_config_registry: address }),
      /failed: the package changed is not the one that package-lock\.json names \(EINTEGRITY\)\./,
      /git checkout package-lock\.json/,
    );
  });

  test("a full disk", async () => {
    expectFault(
      await setup(
        failing(
          "npm error code ENOSPC\nnpm error syscall write\nnpm error nospc ENOSPC: no space left on device, write",
        ),
      ),
      /failed: there is no space left for the packages in .+ \(ENOSPC\)\./,
      /about 1 GB.* Free some space/,
    );
  });

  test("a folder that this user may not write to", async () => {
    expectFault(
      await setup(
        failing(
          "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /srv/vault/node_modules\nnpm error errno EACCES",
        ),
      ),
      /failed: this user may not write to \/srv\/vault\/node_modules \(EACCES\)\./,
      /Start as the owner/,
    );
  });

  test("a package of native parts that could not be compiled", async () => {
    const where = path.join(folder, "node_modules/@photostructure/sqlite");
    expectFault(
      await setup(
        failing(
          `npm error code 1\nnpm error path ${where}\nnpm error command failed\nnpm error command sh -c node-gyp-build\nnpm error gyp ERR! find Python`,
        ),
      ),
      /failed: the package @photostructure\/sqlite has no binary for \w+ on \w+, and could not be compiled \(node-gyp-build\)\./,
      /install Python, make and a C\+\+ compiler/,
    );
  });

  test("a package that npm left out silently", async () => {
    expectFault(
      await setup(npmThat("echo added 1 package in 1s")),
      /failed: the package @photostructure\/sqlite has no binary for \w+ on \w+/,
      /install Python, make and a C\+\+ compiler/,
    );
  });

  test("any other error, in npm's own words", async () => {
    expectFault(
      await setup(failing("npm error code EWHATEVER\nnpm error what npm said of it", 3)),
      /failed: npm ended with EWHATEVER\./,
      /npm said:\n[^]*what npm said of it/,
    );
  });

  test("no npm at all", async () => {
    expectFault(
      await setup({ PATH: path.join(folder, "nothing") }),
      /failed: there is no npm next to Node/,
      /Install npm, or a Node that includes it/,
    );
  });

  test("by npm's script, where no program is called npm, as on Windows", async () => {
    const PATH = path.join(folder, "nothing");
    const script = write(
      "node_modules/npm/bin/npm-cli.js",
      "console.error('npm error code EWHATEVER'); process.exit(3);",
    );
    expectFault(await setup({ PATH, npm_execpath: script }), /npm ended with EWHATEVER/, /npm said/);
    // Another program that runs it is not npm.
    const other = write("bin/pnpm.cjs", "");
    expectFault(await setup({ PATH, npm_execpath: other }), /there is no npm next to Node/, /Install npm/);
    const node = path.join(folder, "node");
    copyFileSync(process.execPath, node);
    expectFault(await run(["scripts/setup.mjs"], { PATH }, node), /npm ended with EWHATEVER/, /npm said/);
  });

  test("a Node that is too old, before anything is installed", async () => {
    const script = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } });
      await (await import("./scripts/setup.mjs")).setup();`;
    expectFault(
      await run(["--input-type=module", "-e", script]),
      /Node 20\.19 or newer is needed; this is 20\.18\.3\./,
      /Install Node's current long-term release/,
    );
    expect(existsSync(path.join(folder, "node_modules"))).toBe(false);
  });
});

describe("what is installed", () => {
  /** An npm that records its arguments and creates stubs of what the setup runs and reads. */
  function stubbing(): Record<string, string> {
    const stub = write(
      "stub.mjs",
      `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
      const tools = process.argv.includes("--include=dev");
      appendFileSync("asked", (tools ? "tools" : process.argv.includes("--omit=dev") ? "run" : "?") + "\\n");
      const put = (file, text) => { mkdirSync("node_modules/" + file.replace(/[^/]*$/, ""), { recursive: true }); writeFileSync("node_modules/" + file, text); };
      for (const name of ["@photostructure/sqlite", "@node-rs/argon2", "esbuild", "lightningcss", "@tailwindcss/postcss", ...(tools ? ["eslint"] : [])]) put(name + "/index.js", "");
      for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) put("swagger-ui-dist/" + name, "");
      put("prisma/build/index.js", "const schema = process.argv.at(-1); require('node:fs').mkdirSync(schema.includes('postgresql') ? 'lib/db/generated-postgresql' : 'lib/db/generated', { recursive: true }); console.log('noise of generating');");
      console.log("added 12 packages in 1s");`,
    );
    write("package-lock.json", "{}");
    return npmThat(`exec "${process.execPath}" "${stub}" "$@"`);
  }
  const asked = () => readFileSync(path.join(folder, "asked"), "utf8").trim().split("\n");

  test("is what running needs, once; what testing needs on request, and it stays", async () => {
    const env = stubbing();
    const first = await setup(env);
    expect(first).toEqual({
      status: 0,
      said: expect.stringMatching(
        /^Installing packages: .*\nInstalled 12 packages in \d+\.\d s\nGenerated the database clients in \d+\.\d s\n$/,
      ) as string,
    });
    expect(asked()).toEqual(["run"]);
    expect(await setup(env)).toEqual({ status: 0, said: "" });
    expect((await setup(env, "--tools")).said).toMatch(/^Installing packages, including those for testing: /);
    expect(await setup(env, "--tools")).toEqual({ status: 0, said: "" });
    expect(await setup(env)).toEqual({ status: 0, said: "" });
    expect(asked()).toEqual(["run", "tools"]);
    // When other packages are needed, those for testing are updated too, not removed.
    write("package-lock.json", "{ }");
    expect((await setup(env)).status).toBe(0);
    expect(asked()).toEqual(["run", "tools", "tools"]);
  });

  test("is generated again if the schema has changed or the result is gone; a failure shows the command's output", async () => {
    const env = stubbing();
    await setup(env);
    rmSync(path.join(folder, "lib/db/generated-postgresql"), { recursive: true });
    expect((await setup(env)).said).toMatch(/^Generated the database clients in \d+\.\d s\n$/);
    write("node_modules/prisma/build/index.js", "console.log('what Prisma said'); process.exit(4);");
    rmSync(path.join(folder, "lib/db/generated"), { recursive: true });
    const failed = await setup(env);
    expect(failed.status).toBe(1);
    expect(failed.said).toMatch(/what Prisma said\n\nGenerating the database client failed: see above\.\n/);
  });
});
