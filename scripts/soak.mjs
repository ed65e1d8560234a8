// npm run soak: half an hour of mixed load beside 500 slow connections, or as many minutes as the argument says. Uses
// this machine only, and ends by itself.
import path from "node:path";
import { fail, root, run } from "./setup.mjs";

const minutes = Number(process.argv[2] ?? 30);
if (!(minutes > 0)) fail("Say how many minutes: npm run soak -- 5");
run(process.execPath, [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "soak"], {
  what: "The soak",
  env: { SOAK_MINUTES: String(minutes) },
});
