import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../support/programs/child-script";

test.each([[[]], [["."]], [[".", "pages.sock"]]])(
  "the program of the pages refuses to start without what the vault gives it: %j",
  async (args) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "pages-program-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = path.join(folder, "pages.mjs");
    writeFileSync(program, bundleScript(`import "./lib/pages/main";`));
    const place = path.join(folder, "place");
    mkdirSync(path.join(place, "somebody's"), { recursive: true });
    const child = fork(program, args, { cwd: place, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    expect(await once(child, "close")).toEqual([1, null]);
    // It removes the folder of its sockets as it ends. Without them, that was the one in which it was started.
    expect(existsSync(path.join(place, "somebody's"))).toBe(true);
    expect(said).toBe("The vault starts this program, with its folder and the addresses of two sockets.\n");
  },
);
