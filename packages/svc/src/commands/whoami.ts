import { command, expectArgs } from "../command";
import { printJson, printTable } from "../terminal/terminal";

const all = (names: readonly string[] | null, every = "all") => names?.join(", ") ?? every;

const withArticle = (role: string) => `${"aeo".includes(role.charAt(0)) ? "an" : "a"} ${role}`;

export const whoami = command({
  usage: "",
  summary: "Shows which access key is in use, what it may do, and where",
  options: {},
  examples: ["svc whoami", "svc whoami --json | jq -r '.revealsLeft'"],
  async run({ args, json, vault }) {
    expectArgs(args);
    const me = await vault().whoAmI();
    if (json) return printJson(me);
    printTable([
      ["access key", `${me.name ?? "-"} (${me.keyPrefix ?? "-"}…)`],
      ...(me.team
        ? [["team", `${me.team.name}, where its creator is ${withArticle(me.team.role)}`] as [string, string]]
        : []),
      ["scopes", all(me.scopes)],
      ["projects", all(me.projects)],
      ["environments", all(me.environments)],
      ["addresses", all(me.addresses, "any")],
      ["values a day", me.revealsPerDay === null ? "any number" : `${me.revealsPerDay}, ${me.revealsLeft ?? 0} left`],
      ["expires", me.expiresAt ?? "never"],
    ]);
  },
});
