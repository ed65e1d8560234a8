import { existsSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { masterKeysFile, type Settings } from "../env";
import { masterKeyFile } from "../runtime/master-key";
import type { Finding } from "./finding";
import { databaseFileOf } from "./open-vault";

/** Who else can read the data folder, the database and the master keys. */
export function permissions(settings: Settings): Finding[] {
  const dataFolder = settings.VAULT_DATA_DIR;
  const given = masterKeysFile();
  const files = [
    masterKeyFile(settings),
    ...["", "-wal"].map((ending) => `${databaseFileOf(settings) ?? ""}${ending}`),
  ];
  return [
    ...[dataFolder, ...files].filter((file) => existsSync(file)).map((file) => ofOwnFile(settings, file)),
    ...(given === undefined ? [] : [ofGivenKeys(dataFolder, given)]),
  ];
}

function ofOwnFile(settings: Settings, file: string): Finding {
  const dataFolder = settings.VAULT_DATA_DIR;
  const stats = statSync(file);
  if (isForeign(stats))
    return { what: `owner of ${file}`, todo: "it belongs to another user: chown it to the one that runs the vault" };
  // The data folder keeps others away from the database; the master key file must protect itself.
  const guarded =
    file !== dataFolder &&
    file !== masterKeyFile(settings) &&
    path.dirname(file) === dataFolder &&
    (statSync(dataFolder).mode & 0o077) === 0;
  return ofMode(file, stats, isOpenTo(stats, 0o077) && !guarded, file === dataFolder ? "700" : "600");
}

/** Root may own what an operator gives the vault, and hand it over by a group: so do Kubernetes and systemd. */
function ofGivenKeys(dataFolder: string, file: string): Finding {
  const stats = statSync(file);
  if (stats.uid !== 0 && isForeign(stats))
    return {
      what: `owner of ${file}`,
      todo: "it belongs to another user, who can read it: chown it to the one that runs the vault, or to root",
    };
  const groups = [0, ...(process.getgroups?.() ?? []), ...(existsSync(dataFolder) ? [statSync(dataFolder).gid] : [])];
  const handedOver = stats.uid === 0 && groups.includes(stats.gid) && !isOpenTo(stats, 0o020);
  return ofMode(file, stats, isOpenTo(stats, handedOver ? 0o007 : 0o077), handedOver ? "440" : "600");
}

const ofMode = (file: string, { mode }: Stats, isShared: boolean, right: string): Finding => ({
  what: `permissions of ${file}`,
  detail: (mode & 0o777).toString(8),
  todo: isShared ? `others can read it: chmod ${right} ${file}` : null,
});

/** Root may look after files of any user. */
function isForeign({ uid }: Stats): boolean {
  const owner = process.getuid?.() ?? uid;
  return owner !== 0 && uid !== owner;
}

/** Windows has no such modes. */
const isOpenTo = ({ mode }: Stats, others: number): boolean => process.platform !== "win32" && (mode & others) !== 0;
