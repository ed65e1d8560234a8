const ownNames = ["SVC_ACCESS_KEY", "SVC_ACCESS_KEY_FILE", "SVC_ID_TOKEN"];
/** What programs need from the system's environment; none of it is the vault's. */
const basicNames = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "PATHEXT",
  "SYSTEMROOT",
  "WINDIR",
  "COMSPEC",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** What a command inherits of the environment: never the access key. */
export function inherited(basicOnly: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !ownNames.includes(name.toUpperCase()) && (!basicOnly || basicNames.includes(name.toUpperCase())),
  );
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}
