import { command } from "../command";
import { CliError } from "../cli-error";
import { hookPlace, installHook, uninstallHook } from "../scan/git-hook";
import { confirmed, note, printJson } from "../terminal/terminal";

const actions = ["install", "uninstall"] as const;

export const hook = command({
  usage: "install|uninstall [--yes]",
  summary: "Installs a git hook that blocks commits containing the vault's values",
  details:
    "The hook runs svc scan --staged before each commit of this repository. It respects core.hooksPath. An existing pre-commit hook is kept and runs afterwards; uninstall puts it back. If the vault does not answer, nothing is committed; git commit --no-verify skips the check.",
  options: { yes: { type: "boolean", short: "y", help: "don't ask, even if other repositories use the folder too" } },
  offers: actions,
  examples: ["svc hook install", "svc hook uninstall"],
  async run({ flags, args, json }) {
    const action = actions.find((known) => known === args[0]);
    if (!action || args.length > 1) throw new CliError("usage", "Run svc hook install or svc hook uninstall.");
    const place = hookPlace();
    const question = `Other repositories may use the hooks in ${place.folder} too. Go on?`;
    if (place.isShared && !(await confirmed(question, flags.yes)))
      throw new CliError("refused", "Nothing was changed.");
    const done = action === "install" ? installHook(place) : uninstallHook(place);
    if (json) printJson({ hook: place.file });
    else note(done);
  },
});
