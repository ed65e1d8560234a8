import { command, expectArgs } from "../command";
import { CliError } from "../cli-error";
import { printJson, printValue } from "../terminal/terminal";

export const reveal = command({
  usage: "ID",
  summary: "Prints an entry's value, byte for byte; a group as a JSON object",
  options: {},
  examples: ["svc reveal 8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804", 'svc reveal "$ID" | jq -r .DB_PASSWORD'],
  async run({ args, json, vault }) {
    const [id = ""] = expectArgs(args, "ID");
    if (!/^[\w-]+$/.test(id)) throw new CliError("usage", "This is not an id: svc ls shows ids in its last column.");
    const revealed = await vault().revealEntry(id);
    if (json) return printJson(revealed);
    printValue(typeof revealed.value === "string" ? revealed.value : JSON.stringify(revealed.value, null, 2));
  },
});
