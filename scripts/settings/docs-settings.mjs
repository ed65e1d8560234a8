// npm run docs:settings: writes every setting into docs/operate/settings.md, from lib/settings and setting-meanings.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { settingMeanings } from "./setting-meanings.mjs";
import { settingsTables, withSettings } from "./settings-table.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/operate/settings.md");

const { outputFiles } = await build({
  entryPoints: [path.join(root, "lib/env.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  write: false,
});
const { Settings, secretNames } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);
writeFileSync(page, withSettings(readFileSync(page, "utf8"), settingsTables(Settings, secretNames, settingMeanings)));
