import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import type nextConfig from "next/dist/server/config";
import { loggableError } from "../loggable-error";
import { askAt } from "./ask-vault";
import { noteCompiled, compileFromCache } from "./compile-cache";
import { endWithVault } from "./end-with-vault";

// The process of the pages: Next, and nothing that opens what the vault stores. lib/server/pages starts it.
// `use`: `note-compiled` if the build tries the pages, to keep what V8 makes of them.
const [, , folder = "", pagesSocket = "", vaultSocket = "", use = ""] = process.argv;

// The folder of the sockets is removed at the end. Without a path, that would be the one in which somebody started this.
if (!folder || !pagesSocket || !vaultSocket) {
  process.stderr.write("The vault starts this program, with its folder and the addresses of two sockets.\n");
  process.exit(1);
}
process.umask(0o077);
const tell = (told: object) => void (process.connected && process.send?.(told));
const tellFault = (error: unknown) => tell({ event: "fault", fault: loggableError(error) });

const writeCompiled = use === "note-compiled" ? noteCompiled(folder) : compileFromCache(folder);
// The vault removes the folder of the sockets too, unless it was killed.
const leave = () => {
  if (process.platform !== "win32") rmSync(path.dirname(pagesSocket), { recursive: true, force: true });
};
endWithVault(process, { leave, tellFault });
// While the build can still be told what went wrong.
if (writeCompiled)
  process.once("message", () => {
    writeCompiled();
    tell({ event: "written" });
  });
// A service manager or a terminal signals every process. The vault still answers what is under way, and then ends this one.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
// Next says everything through the console, with texts that may quote what a page shows. Only faults are passed on.
const tellIfFault = (...given: unknown[]) => {
  const fault = given.find((one) => one instanceof Error);
  if (fault) tellFault(fault);
};
Object.assign(console, { error: tellIfFault, warn: tellIfFault });

askAt(vaultSocket);
const { default: next } = await import("next");
await readSettingsQuietly();
const app = next({ dev: false, dir: folder, customServer: true, httpServer: createServer() });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer(
  // The vault has limited the headers and added its own. It decides how long a connection is kept.
  { maxHeaderSize: 64 * 1024, requireHostHeader: false, keepAliveTimeout: 0 },
  (incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      tellFault(error);
      outgoing.destroy();
    });
  },
);
server.listen(pagesSocket, () => tell({ event: "listening" }));

/** Next reads its settings once: when its server is the first to, it prints how long that took. */
async function readSettingsQuietly(): Promise<void> {
  const { default: loadConfig } = createRequire(import.meta.url)("next/dist/server/config") as {
    default: typeof nextConfig;
  };
  await loadConfig("phase-production-server", folder, { silent: true });
}
