import { spawn } from "node:child_process";
import { command, expectArgs } from "../command";
import { CliError } from "../cli-error";
import { addressFrom, type GlobalFlags } from "../settings";
import { note, printJson } from "../terminal/terminal";

export const open = command({
  usage: "",
  summary: "Opens the vault's pages in the browser",
  details: "Needs no access key. Where no browser can be opened, svc prints the address.",
  options: {},
  examples: ["svc open", "svc open --url https://vault.example.com"],
  async run({ flags, args, json }) {
    expectArgs(args);
    const { href } = addressFrom(flags as GlobalFlags);
    if (json) return printJson({ url: href });
    if (!(await opened(href))) throw new CliError("refused", `No browser could be opened here: the address is ${href}`);
    note(`Opened ${href}`);
  },
});

const [program, ...before] =
  process.platform === "darwin"
    ? ["open"]
    : process.platform === "win32"
      ? ["rundll32", "url.dll,FileProtocolHandler"]
      : ["xdg-open"];

/** Whether the system's opener could do it. */
function opened(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program ?? "", [...before, address], { stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
