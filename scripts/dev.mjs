// npm run dev: the data made ready, then `next dev`, which serves pages and handlers with reload; to this machine alone,
// as the vault itself, unless HOST says otherwise.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleServer } from "./build.mjs";
import { nextEnvironment, root, run, setup } from "./setup.mjs";

await setup();
await bundleServer();
const { prepareData } = await import(pathToFileURL(path.join(root, "dist/prepare.mjs")).href);
await prepareData(root);
run(
  process.execPath,
  [
    path.join(root, "node_modules/next/dist/bin/next"),
    "dev",
    "--hostname",
    process.env.HOST || "127.0.0.1",
    "--port",
    process.env.PORT || "3000",
  ],
  { env: nextEnvironment },
);
