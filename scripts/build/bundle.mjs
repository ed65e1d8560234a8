// Bundles what the build makes with esbuild: the server with the API's route handlers and the operator's commands, and the
// script of the page that opens a link.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, root } from "../setup.mjs";

/**
 * Bundles the server and the code that it shares with the operator's commands, with the packages in `bundled`. Files of
 * earlier bundles are deleted once the new ones exist: running processes have read theirs when they started.
 */
export async function bundleServer(folder = path.join(root, "dist")) {
  const esbuild = await import("esbuild");
  mkdirSync(folder, { recursive: true });
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      server: "lib/server/main.ts",
      pages: "lib/pages/main.ts",
      prepare: "lib/server/process/prepare-only.ts",
      admin: "lib/admin/main.ts",
    },
    outdir: folder,
    write: false,
    metafile: true,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    mainFields: ["module", "main"],
    // For bundled CommonJS that loads Node's own modules.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    conditions: ["react-server"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [apiRoutes, packages, prismaCompiler, pgOnNode],
  });
  for (const { path: file, text } of outputFiles) writeFileSync(file, await inAscii(text));
  const made = new Set(Object.keys(metafile.outputs).map((file) => path.resolve(root, file)));
  for (const file of readdirSync(folder).map((name) => path.join(folder, name)))
    if (file.endsWith(".mjs") && !made.has(file)) rmSync(file);
  const migrations = migrationsOf(folder);
  rmSync(migrations, { recursive: true, force: true });
  cpSync(path.join(root, "prisma/migrations"), migrations, { recursive: true });
}

/** A bundle has its own migrations: it knows nothing of what goes with those of newer sources. */
export const migrationsOf = (folder) => path.join(folder, "migrations");

/**
 * The same bundle without other characters, for which V8 would keep all of its source at two bytes a character. The bundler
 * leaves them in comments only.
 */
async function inAscii(text) {
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (ascii === text) return text;
  const { transform } = await import("esbuild");
  const [before, after] = await Promise.all(
    [text, ascii].map((code) => transform(code, { minifyWhitespace: true, legalComments: "none" })),
  );
  if (before.code !== after.code) fail("The bundle has other characters than ASCII outside of its comments.");
  return ascii;
}

/** Bundles the script of the page that opens a link, which has nothing of the app. */
export async function bundleSharePage() {
  const esbuild = await import("esbuild");
  const outfile = path.join(root, "public/share-page/open.js");
  const {
    outputFiles: [file],
  } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["app/share/script/main.ts"],
    outfile,
    write: false,
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
  });
  // In one step: a running vault may be serving it.
  mkdirSync(path.dirname(outfile), { recursive: true });
  writeFileSync(`${outfile}.${process.pid}.tmp`, file.contents);
  renameSync(`${outfile}.${process.pid}.tmp`, outfile);
}

/**
 * Packages that are only JavaScript and that the pages need not share with the server. From the bundle they load in a
 * third of the time, for which every start and every operator's command waits. Kysely and zod also consist of hundreds of
 * small modules, and Node would open all of them at once: more than some processes have file descriptors for.
 */
const bundled = new Set([
  "@noble/ciphers/chacha.js",
  "@noble/hashes/scrypt.js",
  "@otplib/plugin-crypto-node",
  "@otplib/totp",
  "@prisma/adapter-pg",
  "@prisma/client/runtime/client",
  "@prisma/driver-adapter-utils",
  "age-encryption",
  "bowser",
  "commander",
  "kysely",
  "next-auth/jwt",
  "otplib",
  "pg",
  "pg-connection-string",
  "pino",
  "prom-client",
  "uuid",
  "zod",
  "zod-openapi",
]);

/** All other packages stay outside: they have native parts, read their own files, or are shared with the pages. */
const packages = {
  name: "packages",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path: name, importer, kind }) => {
      const ofPackage = importer.includes("/node_modules/");
      const ofOurs = [".", "@/", "virtual:"].some((start) => name.startsWith(start));
      // Error texts in 50 languages, of which none but English is ever asked for.
      if (name.endsWith("/locales/index.js") && importer.includes("/node_modules/zod/"))
        return { path: path.join(root, "node_modules/zod/v4/locales/en.js") };
      if (kind === "entry-point" || ofPackage || ofOurs) return undefined;
      if (name === "kysely")
        // Its package.json names CommonJS, of which the bundler can leave nothing out.
        return { path: path.join(root, "node_modules/kysely/dist/esm/index.js"), sideEffects: false };
      return bundled.has(name) ? undefined : { path: name, external: true };
    });
  },
};

/**
 * Prisma's query compiler comes as a module of base64, which would stay in memory as its source and again as its text. Here
 * its file is read, and nothing of it is kept but what WebAssembly makes of it.
 */
const prismaCompiler = {
  name: "prisma-compiler",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]generated[^\\/]*[\\/]internal[\\/]class\.ts$/ }, ({ path: file }) => ({
      contents: changed(
        file,
        /const \{ wasm \} = await import\(("[^"]+")\)/,
        `const { readFileSync } = await import("node:fs")
    const [, wasm] = readFileSync(require.resolve($1), "latin1").split('"')`,
      ),
      loader: "ts",
    }));
  },
};

/**
 * To find out whether it runs on Cloudflare's servers, pg makes a Response, for which Node loads its whole HTTP client: a
 * tenth of an operator's command.
 */
const pgOnNode = {
  name: "pg-on-node",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]node_modules[\\/]pg[\\/]lib[\\/]stream\.js$/ }, ({ path: file }) => ({
      contents: changed(file, /(?<=function isCloudflareRuntime\(\) \{)/, " return false"),
      loader: "js",
    }));
  },
};

/** A package's file with other text at one place. The build fails if a new release of the package lacks that place. */
function changed(file, place, text) {
  const former = readFileSync(file, "utf8");
  const contents = former.replace(place, text);
  if (contents === former) fail(`${file} has nothing like ${place}: change the bundle's plugin for it.`);
  return contents;
}

/** `virtual:api-routes`: every app/api/…/route.ts with its path, so that none can be forgotten, and those apart. */
const apiRoutes = {
  name: "api-routes",
  setup(bundler) {
    bundler.onResolve({ filter: /^virtual:api-routes$/ }, ({ path: name }) => ({
      path: name,
      namespace: "api-routes",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "api-routes" }, () => {
      const files = readdirSync(path.join(root, "app/api"), { recursive: true })
        .map(String)
        .filter((file) => path.basename(file) === "route.ts" && !file.includes("[..."))
        .sort();
      const imports = files.map(
        (file, index) => `import * as route${index} from ${JSON.stringify(`./app/api/${file}`)};`,
      );
      const rows = files.map(
        (file, index) => `{ path: ${JSON.stringify(`/api/${path.dirname(file)}`)}, handlers: route${index} }`,
      );
      return {
        contents: `${imports.join("\n")}
          export default [${rows.join(",\n")}];
          export { GET as pageFacts } from "./app/page-facts/route.ts";
          export * as nextAuthRoute from "./app/api/auth/[...nextauth]/route.ts";`,
        resolveDir: root,
        loader: "js",
      };
    });
  },
};
