import { command, expectArgs } from "../command";
import { note, printJson, printTable, timeText } from "../terminal/terminal";

export const links = command({
  usage: "[--revoke ID]",
  summary: "Lists the links that svc share created and that can still be opened, or revokes one",
  details: "An access key sees the links that were created with it.",
  options: { revoke: { type: "string", value: "ID", help: "end this link" } },
  examples: ["svc links", "svc links --revoke AQIDBAUGBwgJCgsMDQ4PEA"],
  async run({ flags, args, json, vault }) {
    expectArgs(args);
    if (flags.revoke !== undefined) {
      await vault().deleteShareLink(flags.revoke);
      if (json) printJson({ id: flags.revoke });
      else note("The link was revoked.");
      return;
    }
    const found = await vault().listShareLinks();
    if (json) return printJson(found);
    if (found.length > 0)
      printTable([
        ["EXPIRES", "VIEWS LEFT", "HINT", "ID"],
        ...found.map(({ expiresAt, viewsLeft, views, hint, id }) => [
          timeText(expiresAt),
          `${viewsLeft} of ${views}`,
          hint ?? "-",
          id,
        ]),
      ]);
  },
});
