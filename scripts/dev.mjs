// npm run dev: prepares the data, then runs `next dev`, which serves pages and handlers with reload. Like the vault
// itself, it listens on this machine only unless HOST says otherwise.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleServer, bundleSharePage } from "./build/bundle.mjs";
import { nextEnvironment, root, run, setup } from "./setup.mjs";

await setup();
await bundleServer();
await bundleSharePage();
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
