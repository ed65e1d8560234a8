import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { Settings, secretNames } from "@/lib/env";
import { settingMeanings } from "../../../scripts/settings/setting-meanings.mjs";
import { settingsTables, withSettings } from "../../../scripts/settings/settings-table.mjs";
import { projectRoot } from "../../support/vaults/server";

const page = readFileSync(path.join(projectRoot, "docs/operate/settings.md"), "utf8");
const tables = settingsTables(Settings, secretNames, settingMeanings);

test("docs/operate/settings.md has every setting with its default, its values as lib/settings has them, and its meaning", () => {
  // Otherwise: npm run docs:settings
  expect(page).toBe(withSettings(page, tables));
});

test("the tables have each setting once, the files of secrets, and the settings' defaults and bounds", () => {
  const rows = tables
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | "));
  expect(rows.map(([name = ""]) => /`(\w+)`/.exec(name)?.[1]).sort()).toEqual(Object.keys(Settings.shape).sort());
  expect(rows.flatMap(([name = ""]) => /or `(\w+)_FILE`/.exec(name)?.[1] ?? []).sort()).toEqual(
    [...secretNames].sort(),
  );
  const cells = (name: string) => rows.find(([first]) => first?.startsWith(`| \`${name}\``))?.slice(1, 3);
  expect(cells("PORT")).toEqual(["`3000`", "0 to 65535"]);
  expect(cells("STOP_DELAY_SECONDS")).toEqual(["`0`", "0 to 600"]);
  expect(cells("AUTH_REGISTRATION")).toEqual(["`open`", "`open`, `closed`"]);
  expect(cells("VAULT_DATA_DIR")).toEqual(["`./data`", ""]);
  expect(cells("API_REQUESTS_PER_MINUTE")).toEqual(["", "1 to 1000000"]);
  expect(cells("TRUSTED_PROXIES")).toEqual(["", ""]);
});

test("a setting without a meaning, and a meaning without a setting, fail", () => {
  const settings = z.object({ PORT: z.string() });
  expect(() => settingsTables(settings, [], { Address: {} })).toThrow("says nothing about PORT");
  expect(() => settingsTables(settings, [], { Address: { PORT: "A port.", HOST: "A host." } })).toThrow(
    "no setting HOST",
  );
});
